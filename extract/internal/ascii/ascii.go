// Package ascii knows the classes of ASCII characters. No byte beyond ASCII is in any.
package ascii

// IsLetter reports whether c is a letter.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// IsAlnum reports whether c is a letter or a digit.
func IsAlnum(c byte) bool { return IsLetter(c) || '0' <= c && c <= '9' }

// IsPunct reports whether c is punctuation: what is printed and is neither a letter, a
// digit nor a space.
func IsPunct(c byte) bool { return ' ' < c && c < 0x7f && !IsAlnum(c) }

// HexValue returns the value of a hexadecimal digit of either case, -1 for another
// character.
func HexValue(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
