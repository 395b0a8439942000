package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// measure returns what a number measures, by the unit behind it ("kg") and the sign before it ("$"); 0 if
// neither is known.
func measure(unit string, before rune) facts {
	if strings.ContainsRune("€$£¥₹₽₩₺元", before) {
		return hasMoney
	}
	if f, known := loadLexicon().units[unit]; known {
		return f
	}
	if r, _ := utf8.DecodeRuneInString(unit); unspaced(r) {
		return measureRun([]rune(unit))
	}
	return measureWord(strings.ToLower(unit))
}

// measureRun finds the unit at the beginning of characters without spaces, of which the rest is text: of
// "45分钟以内" the unit is "分钟".
func measureRun(text []rune) facts {
	for n := min(len(text), maxUnitRunes); n > 0; n-- {
		if f := measureWord(string(text[:n])); f != 0 {
			return f
		}
	}
	return 0
}

// maxUnitRunes is how many code points the longest unit has that measure knows.
const maxUnitRunes = 15

// measureWord returns what a unit in words measures ("kilometres", "Stunden"), in any case of letters; 0 for
// other words.
func measureWord(w string) facts { return loadLexicon().measures[w] }

// defines reports a text that says what something is.
func defines(text string) bool {
	head := text[:min(len(text), 400)]
	if k := strings.Index(head, "**"); k >= 0 && k < 6 {
		if e := strings.Index(head[k+2:], "**"); e > 0 {
			rest := strings.TrimLeft(head[k+2+e+2:], " ")
			term := head[k+2 : k+2+e]
			if strings.HasSuffix(term, ":") || hasAnyPrefix(rest, cues("defined by")...) {
				return true
			}
		}
	}
	return containsAny(strings.ToLower(head), cues("defines")...)
}

// explains reports a text that gives a reason.
func explains(text string) bool {
	return containsAny(strings.ToLower(text[:min(len(text), 600)]), cues("explains")...)
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// wordFacts returns the facts of a text that are not written in digits: numbers in words, with what they
// measure, and weekdays and months.
func wordFacts(text string) facts {
	var f facts
	words := loadLexicon()
	number := false // the word before is a number
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unspaced(r):
			found, n := runFacts(text[i:])
			f |= found
			i, number = i+n, false
			continue
		case !unicode.IsLetter(r):
			number = number && (r == ' ' || r == '\u00a0' || r == '-')
			i += size
			continue
		}
		end := i
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if !unicode.IsLetter(r) || unspaced(r) {
				break
			}
			end += size
		}
		word := strings.ToLower(text[i:min(end, i+maxFactWord)])
		if number {
			f |= words.measures[word]
		}
		if number = words.lists[word]&numeralWords != 0; number {
			f |= hasNumber
		}
		if words.lists[word]&momentWords != 0 || isMonth(text[i:end]) {
			f |= hasMoment
		}
		i = end
	}
	return f
}

// maxFactWord is more bytes than the words known here have.
const maxFactWord = 32

// runFacts returns the facts at the beginning of characters without spaces, and how many bytes to go on: past a
// number, or past one character.
func runFacts(text string) (facts, int) {
	for _, day := range cues("days") {
		if strings.HasPrefix(text, day) {
			return hasMoment, len(day)
		}
	}
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if !strings.ContainsRune("〇零一二两三四五六七八九十百千万半", r) {
			break
		}
		n += size
	}
	if n == 0 {
		_, size := utf8.DecodeRuneInString(text)
		return 0, size
	}
	rest := text[n:min(len(text), n+maxFactWord)]
	if of := measureRun([]rune(rest)); of != 0 {
		return hasNumber | of, n
	}
	switch {
	case hasAnyPrefix(rest, "月", "日", "点", "時", "号"):
		return hasNumber | hasMoment, n
	case hasAnyPrefix(rest, "倍", "折", "成", "割", "分之"):
		return hasNumber | hasShare, n
	case n > len("一") || text[:n] != "一" && hasAnyPrefix(rest, cues("counters")...):
		return hasNumber, n
	}
	return 0, n
}

// hasClockTime reports a time of day in digits: 20:25, 9h30, 6.30 am.
func hasClockTime(text string) bool {
	for i := 1; i+2 < len(text); i++ {
		if (text[i] == ':' || text[i] == 'h') && isDigit(text[i-1]) && isDigit(text[i+1]) && isDigit(text[i+2]) && (i+3 == len(text) || !isDigit(text[i+3])) {
			return true
		}
	}
	return false
}
