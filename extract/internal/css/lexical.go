package css

// What a byte of CSS may mean, for loops that pass over all others.
const (
	endsPart uint8 = 1 << iota // of a declaration, and anything that may hold a semicolon
	encloses                   // a part: strings, comments, escapes, brackets
	isBlank
	isName // in ASCII
)

// lexical is the meaning of each byte. It is never written.
var lexical = [256]uint8{
	'"':  endsPart | encloses,
	'\'': endsPart | encloses,
	'\\': endsPart | encloses,
	'/':  endsPart | encloses,
	';':  endsPart,
	'{':  endsPart | encloses,
	'}':  encloses,
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

	'a': isName, 'b': isName, 'c': isName, 'd': isName, 'e': isName, 'f': isName, 'g': isName, 'h': isName, 'i': isName, 'j': isName, 'k': isName, 'l': isName, 'm': isName,
	'n': isName, 'o': isName, 'p': isName, 'q': isName, 'r': isName, 's': isName, 't': isName, 'u': isName, 'v': isName, 'w': isName, 'x': isName, 'y': isName, 'z': isName,
	'A': isName, 'B': isName, 'C': isName, 'D': isName, 'E': isName, 'F': isName, 'G': isName, 'H': isName, 'I': isName, 'J': isName, 'K': isName, 'L': isName, 'M': isName,
	'N': isName, 'O': isName, 'P': isName, 'Q': isName, 'R': isName, 'S': isName, 'T': isName, 'U': isName, 'V': isName, 'W': isName, 'X': isName, 'Y': isName, 'Z': isName,
	'0': isName, '1': isName, '2': isName, '3': isName, '4': isName, '5': isName, '6': isName, '7': isName, '8': isName, '9': isName, '-': isName, '_': isName,
}

// inName reports whether a byte may be part of a name: ASCII letters and digits,
// hyphen, low line, and all beyond ASCII. The backslash of an escape may not.
func inName(b byte) bool { return b >= 0x80 || lexical[b]&isName != 0 }

// IsBlank reports whether c is white space (CSS Syntax Level 3, 4.2).
func IsBlank(c byte) bool { return lexical[c]&isBlank != 0 }
