package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// mentions calls found for each number, date and name in a text, with its span.
// Numbers come with the word behind them; a number that is part of a date is
// reported as both.
func mentions(text string, found func(kind facts, start, end int)) {
	s := mentionScan{text: text, found: found, name: -1, date: -1, opening: true}
	for i := 0; i < len(text); {
		i = s.token(i)
	}
	s.endName()
	s.endDate()
}

type mentionScan struct {
	text    string
	found   func(kind facts, start, end int)
	name    int // where the open name begins, -1 for none
	nameEnd int
	caps    int  // capitalised words of it
	first   bool // it begins a sentence
	date    int  // where the open date begins, -1 for none
	dateEnd int
	certain bool // the open date has a month or a year
	opening bool // a sentence begins
}

// token takes what begins at i and returns where it ends.
func (s *mentionScan) token(i int) int {
	if s.text[i] == ']' && i+1 < len(s.text) && s.text[i+1] == '(' {
		s.endName()
		return skipTarget(s.text, i+1)
	}
	if s.text[i] == '<' {
		if end := autolinkEnd(s.text, i); end > 0 {
			s.endName()
			s.endDate()
			return end
		}
	}
	r, size := utf8.DecodeRuneInString(s.text[i:])
	switch {
	case unicode.IsDigit(r):
		return s.number(i)
	case unicode.IsLetter(r):
		return s.word(i, r)
	case r == ' ' || r == '\u00a0' || r == '-' || r == '\'' || r == '’' || r == '·' || r == '・' || r == '•':
	case r == ',' && s.date >= 0:
	default:
		s.endName()
		if r != '.' && r != '/' {
			s.endDate()
		}
		s.opening = s.opening && !unicode.IsSpace(r) || r == '.' || r == '!' || r == '?' || r == ':' || r == '|' || r == '\n'
	}
	return i + size
}

// number takes a number and the unit or word behind it.
func (s *mentionScan) number(i int) int {
	s.endName()
	end, digits := i, 0
	for end < len(s.text) {
		c := s.text[end]
		if '0' <= c && c <= '9' {
			digits++
		} else if !(strings.IndexByte(".,-/:", c) >= 0 && end+1 < len(s.text) && '0' <= s.text[end+1] && s.text[end+1] <= '9') {
			break
		}
		end++
	}
	if end == i { // a digit of another script
		_, size := utf8.DecodeRuneInString(s.text[i:])
		end = i + size
	}
	number := s.text[i:end]
	unit, unitEnd := s.unit(end)
	of := measure(unit, s.before(i))
	version := facts(0)
	if of == 0 && isVersion(number, s.before(i)) {
		version = hasVersion
	}
	s.found(hasNumber|of|version, i, unitEnd)
	if isYear(number) || isNumericDate(number) || strings.HasPrefix(unit, "年") || strings.HasPrefix(unit, "년") || strings.HasSuffix(strings.TrimRight(s.text[:i], " "), "พ.ศ.") {
		s.extendDate(i, end, true)
	} else if digits <= 2 {
		s.extendDate(i, end, false)
	} else {
		s.endDate()
	}
	s.opening = false
	if of != 0 {
		return max(end, unitEnd)
	}
	return end
}

// before returns the character before i, for currencies.
func (s *mentionScan) before(i int) rune {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s.text[:i], " \u00a0"))
	return r
}

// unit returns the word or sign behind a number, and its end.
func (s *mentionScan) unit(i int) (string, int) {
	at := i
	if strings.HasPrefix(s.text[at:], " ") {
		at++
	} else if strings.HasPrefix(s.text[at:], "\u00a0") {
		at += 2
	}
	end := at
	for end < len(s.text) && end-at < 48 {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) && !strings.ContainsRune("%°‰²³€$£¥", r) && !(r == '/' && end > at) {
			break
		}
		end += size
	}
	if end == at {
		return "", i
	}
	return s.text[at:end], end
}

// word takes a word: part of a name, a month, or neither.
func (s *mentionScan) word(i int, r rune) int {
	end := s.wordEnd(i)
	if unspaced(r) {
		s.endDate()
		s.run(i, end)
		return end
	}
	w := s.text[i:end]
	month := isMonth(w)
	if month {
		s.extendDate(i, end, s.date >= 0)
	} else if !dateWord(w) {
		s.endDate()
	}
	switch {
	case month:
		s.endName()
	case unicode.IsUpper(r) && end-i > 1 && !(s.opening && functionWord(strings.ToLower(w))):
		if s.name < 0 {
			s.name, s.caps, s.first = i, 0, s.opening
		}
		s.caps++
		s.nameEnd = end
	case s.name >= 0 && connects(w):
	default:
		s.endName()
	}
	s.opening = false
	return end
}

// wordEnd returns the end of the word at i. Digits are part of it, but in
// scripts without spaces.
func (s *mentionScan) wordEnd(i int) int {
	last := ' '
	for i < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		switch {
		case unicode.IsLetter(r), unicode.Is(unicode.M, r), unicode.IsDigit(r) && !unspaced(last):
		default:
			return i
		}
		last = r
		i += size
	}
	return i
}

// extendDate begins or continues a date.
func (s *mentionScan) extendDate(start, end int, certain bool) {
	if s.date < 0 {
		s.date, s.certain = start, false
	}
	s.dateEnd, s.certain = end, s.certain || certain
}

func (s *mentionScan) endDate() {
	if s.date >= 0 && s.certain {
		s.found(hasDate, s.date, s.dateEnd)
	}
	s.date, s.certain = -1, false
}

func (s *mentionScan) endName() {
	if s.name >= 0 && (s.caps > 1 || !s.first) {
		s.found(hasName, s.name, s.nameEnd)
	}
	s.name = -1
}

// connects reports words that stand inside of names.
func connects(w string) bool {
	switch w {
	case "of", "de", "del", "della", "di", "da", "do", "dos", "van", "von", "der", "den", "the", "und", "and", "la", "le", "du", "des", "al", "bin", "ibn", "y", "e", "af", "av", "zu":
		return true
	}
	return false
}

// dateWord reports words that stand inside of dates.
func dateWord(w string) bool {
	switch w {
	case "of", "de", "the", "st", "nd", "rd", "th", "den", "del":
		return true
	}
	return false
}
