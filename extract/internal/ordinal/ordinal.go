// Package ordinal writes the numbers of list items in letters and Roman numerals.
package ordinal

import (
	"strconv"
	"strings"
)

// Letters returns n in the letters of an alphabet: a to z, aa, ab and so on, as CSS counts (CSS
// Counter Styles Level 3, 6.2). Numbers below 1 are written in decimal.
func Letters(n int, alphabet string) string {
	if n < 1 {
		return strconv.Itoa(n)
	}
	letters := []rune(alphabet)
	s := ""
	for ; n > 0; n = (n - 1) / len(letters) {
		s = string(letters[(n-1)%len(letters)]) + s
	}
	return s
}

// Roman returns n as a Roman numeral in capitals. What they can't write, less than 1 or more than
// 3999, is written in decimal.
func Roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	var b strings.Builder
	signs := []string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}
	for i, value := range []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1} {
		for ; n >= value; n -= value {
			b.WriteString(signs[i])
		}
	}
	return b.String()
}
