package visible

// What a byte of CSS may mean, for loops that pass over all others.
const (
	endsPrelude uint8 = 1 << iota // of a rule: also strings, comments, escapes
	endsBlock                     // likewise, and braces
	endsPart                      // of a declaration: also anything that may hold a semicolon
	isBlank
)

// lexical is the meaning of each byte. It is never written.
var lexical = [256]uint8{
	'"':  endsPrelude | endsBlock | endsPart,
	'\'': endsPrelude | endsBlock | endsPart,
	'\\': endsPrelude | endsBlock | endsPart,
	'/':  endsPrelude | endsBlock | endsPart,
	';':  endsPrelude | endsPart,
	'{':  endsPrelude | endsBlock | endsPart,
	'}':  endsBlock,
	'(':  endsPart,
	'[':  endsPart,
	':':  endsPart,
	'!':  endsPart,
	' ':  isBlank,
	'\t': isBlank,
	'\r': isBlank,
	'\n': isBlank,
	'\f': isBlank,
}
