package decode

import (
	"strconv"
	"strings"
)

// codes looks for lists of character codes: "49 67 6e", "0x49, 0x67",
// "01001001 01100111", "73 103 110".
func (f *finder) codes() {
	for i := 0; i < len(f.s) && !f.full(); {
		if !hexStart(f.s, i) {
			i++
			continue
		}
		groups, end := f.groups(i)
		if len(groups) >= 8 {
			f.list(groups, i, end)
		}
		i = max(end, i+1)
	}
}

// hexStart reports whether a group of digits may start at s[i].
func hexStart(s string, i int) bool {
	return hexDigits(s[i:i+1]) && (i == 0 || !wordByte(s[i-1]))
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// groups reads groups of digits, all of one form, with short separators.
func (f *finder) groups(i int) (groups []string, end int) {
	end = i
	for i < len(f.s) && len(groups) < maxRun/2 {
		start := i
		if strings.HasPrefix(f.s[i:], "0x") || strings.HasPrefix(f.s[i:], "U+") {
			start += 2
		}
		j := start
		for j < len(f.s) && j-start <= 8 && hexDigits(f.s[j:j+1]) {
			j++
		}
		if j == start || j-start > 8 || j < len(f.s) && wordByte(f.s[j]) {
			break
		}
		groups = append(groups, f.s[start:j])
		end, i = j, j
		for i < len(f.s) && i-j < 3 && strings.IndexByte(" ,;:-/\n\t", f.s[i]) >= 0 {
			i++
		}
		if i == j {
			break
		}
	}
	return groups, end
}

// list decodes groups as bits, as hexadecimal or as decimal numbers.
func (f *finder) list(groups []string, start, end int) {
	for _, form := range [...]struct {
		how          string
		base, lo, hi int
	}{{"binary", 2, 7, 8}, {"hex", 16, 2, 4}, {"decimal codes", 10, 2, 3}, {"octal codes", 8, 2, 3}} {
		if text, ok := numbers(groups, form.base, form.lo, form.hi); ok {
			f.add(form.how, text, start, end)
			return
		}
	}
}

func numbers(groups []string, base, lo, hi int) (string, bool) {
	var b strings.Builder
	for _, g := range groups {
		if len(g) < lo || len(g) > hi {
			return "", false
		}
		v, err := strconv.ParseUint(g, base, 16)
		if err != nil || v < 32 && v != 10 {
			return "", false
		}
		b.WriteRune(rune(v))
	}
	return b.String(), readable([]byte(b.String()))
}
