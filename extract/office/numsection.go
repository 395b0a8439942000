package office

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// numberSection is a section of a format code: its signs in their order, and what they say of the
// number. "Q"0 is a text and a digit, 0000-00 has a text between digits.
type numberSection struct {
	tokens   []formatToken
	whole    int // places for digits before the point
	decimals int // after it
	scale    int // power of ten that the number is multiplied by: 2 for a percentage, -3 for thousands
	exponent bool
	plain    bool // without a format, or with one that isn't supported: fractions
	operator string
	limit    float64 // [>=100] holds for numbers that compare so with it
}

// The bounds of a format: digits after the point, and bytes of text.
const (
	maxDecimals   = 10
	maxFormatText = 64
)

func parseSection(tokens []formatToken) numberSection {
	var s numberSection
	size, point := 0, false
	add := func(text string) {
		if size += len(text); size <= maxFormatText && text != "" {
			s.tokens = append(s.tokens, formatToken{text: text})
		}
	}
	for i, t := range tokens {
		switch {
		case strings.IndexByte("0#?", t.sign) >= 0:
			switch {
			case s.exponent: // its digits
				continue
			case point:
				s.decimals++
			default:
				s.whole++
			}
			s.tokens = append(s.tokens, t)
		case t.sign == '.' && !point:
			point = true
			s.tokens = append(s.tokens, t)
		case t.sign == ',':
			rest := slices.IndexFunc(tokens[i:], func(t formatToken) bool { return t.sign != ',' })
			if s.whole > 0 && (rest < 0 || strings.IndexByte("0#?", tokens[i+rest].sign) < 0) {
				s.scale -= 3
			}
		case t.sign == '%':
			s.scale += 2
			add("%")
		case t.sign == '/':
			s.plain = true
		case t.sign == '@' || t.sign == 'G':
			s.tokens = append(s.tokens, formatToken{sign: 'G'})
		case t.sign == 'E':
			s.exponent = true
			s.tokens = append(s.tokens, t)
		case t.sign == '[':
			s.bracket(t.text, add)
		default:
			add(t.text)
		}
	}
	s.plain = s.plain || len(s.tokens) == 0 || len(s.tokens) > maxFormatText || s.decimals > maxFormatText
	s.scale = max(min(s.scale, 6), -12)
	return s
}

// bracket reads a currency ([$€-407]) or a condition ([>=100]); colours and languages show nothing.
func (s *numberSection) bracket(inside string, add func(text string)) {
	if currency, ok := strings.CutPrefix(inside, "$"); ok {
		currency, _, _ = strings.Cut(currency, "-")
		add(currency)
		return
	}
	number := strings.TrimLeft(inside, "<>=")
	if limit, err := strconv.ParseFloat(number, 64); err == nil && len(number) < len(inside) {
		s.operator, s.limit = inside[:len(inside)-len(number)], limit
	}
}

// chooseSection returns the section for a number: the one whose condition holds, else by its sign.
func chooseSection(sections []numberSection, n float64) *numberSection {
	for i := range sections {
		s := &sections[i]
		var holds bool
		switch s.operator {
		case "<":
			holds = n < s.limit
		case "<=":
			holds = n <= s.limit
		case ">":
			holds = n > s.limit
		case ">=":
			holds = n >= s.limit
		case "=":
			holds = n == s.limit
		case "<>":
			holds = n != s.limit
		default:
			last := len(sections) - 1
			holds = i == last || i == 0 && (n > 0 || n == 0 && last < 2) || i == 1 && n < 0
		}
		if holds {
			return s
		}
	}
	return nil
}

// show writes a number, "" for one that the section can't show. That of numbers below zero has a
// sign of its own or needs none.
func (s *numberSection) show(n float64, value string, below bool) string {
	if s.plain || math.IsNaN(n) || math.IsInf(n, 0) {
		return ""
	}
	negative := n < 0 && !(below && s.operator == "")
	number := significant(math.Abs(n))
	exponent := ""
	decimals := min(s.decimals, maxDecimals)
	switch unit := math.Pow10(decimals); {
	case s.exponent:
		mantissa, power, _ := strings.Cut(strconv.FormatFloat(number, 'E', decimals, 64), "E")
		number, _ = strconv.ParseFloat(mantissa, 64)
		exponent = "E" + power
	default:
		number = significant(number * math.Pow10(s.scale))
		if number*unit < 1e15 {
			number = math.Round(significant(number*unit)) / unit
		}
	}
	if number > 1e15 {
		return ""
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(number, 'f', decimals, 64), ".")
	if number == 0 {
		negative = false
	}
	text := s.place(whole, fraction, exponent, plainNumber(strings.TrimPrefix(strings.TrimSpace(value), "-"), math.Abs(n)))
	if negative {
		return "-" + text
	}
	return text
}

// place puts digits into the places of the section. Those before the point are filled from the
// right, the first takes what is left over.
func (s *numberSection) place(whole, fraction, exponent, general string) string {
	if whole == "0" {
		whole = ""
	}
	var b strings.Builder
	place, decimal, point := s.whole, 0, false
	for i, t := range s.tokens {
		switch {
		case t.sign == 0:
			b.WriteString(t.text)
		case t.sign == 'G':
			b.WriteString(general)
		case t.sign == 'E':
			b.WriteString(exponent)
		case t.sign == '.':
			if point = true; s.whole == 0 && whole != "" {
				b.WriteString(whole)
			}
			if strings.TrimRight(fraction, "0") != "" || s.keepsZero(s.tokens[i:]) {
				b.WriteByte('.')
			}
		case !point:
			digits := ""
			if at := len(whole) - place; at >= 0 && place == s.whole {
				digits = whole[:at+1]
			} else if at >= 0 {
				digits = whole[at : at+1]
			} else if t.sign == '0' {
				digits = "0"
			}
			place--
			b.WriteString(digits)
		case decimal < len(fraction):
			if strings.Trim(fraction[decimal:], "0") != "" || s.keepsZero(s.tokens[i:]) {
				b.WriteByte(fraction[decimal])
			}
			decimal++
		}
	}
	return strings.ToValidUTF8(strings.TrimSpace(b.String()), "")
}

// keepsZero reports whether a digit that always stands is among the places.
func (s *numberSection) keepsZero(places []formatToken) bool {
	for _, t := range places {
		if t.sign == '0' {
			return true
		}
	}
	return false
}
