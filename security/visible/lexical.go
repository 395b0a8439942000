package visible

// What a byte of CSS may mean, for loops that pass over all others.
const (
	endsPrelude uint8 = 1 << iota // of a rule: also strings, comments, escapes
	endsBlock                     // likewise, and braces
	endsPart                      // of a declaration: also anything that may hold a semicolon
	encloses                      // a part: strings, comments, escapes, brackets
	isBlank
)

// lexical is the meaning of each byte. It is never written.
var lexical = [256]uint8{
	'"':  endsPrelude | endsBlock | endsPart | encloses,
	'\'': endsPrelude | endsBlock | endsPart | encloses,
	'\\': endsPrelude | endsBlock | endsPart | encloses,
	'/':  endsPrelude | endsBlock | endsPart | encloses,
	';':  endsPrelude | endsPart,
	'{':  endsPrelude | endsBlock | endsPart | encloses,
	'}':  endsBlock | encloses,
	'(':  endsPart | encloses,
	'[':  endsPart | encloses,
	':':  endsPart,
	'!':  endsPart,
	' ':  isBlank,
	'\t': isBlank,
	'\r': isBlank,
	'\n': isBlank,
	'\f': isBlank,
	')':  encloses,
	']':  encloses,
}
