package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// facts is the set of kinds of facts a unit holds.
type facts uint32

const (
	hasNumber facts = 1 << iota
	hasDate
	hasName
	hasDefinition
	hasStep
	hasReason
	hasQuote
	hasMoment // a date, or a weekday, a month or a time of day
	// What numbers measure.
	hasMass
	hasLength
	hasTime
	hasMoney
	hasHeat
	hasSpeed
	hasPressure
	hasSound
	hasPower
	hasShare
	hasData
	hasVolume
	hasArea
	hasVersion // of software: 1.15, v2, 0.10.1.0
	hasPerson  // by a Chinese family name
)

// measures are the kinds of facts that are a number with a unit.
const measures = hasMass | hasLength | hasTime | hasMoney | hasHeat | hasSpeed | hasPressure | hasSound | hasPower | hasShare | hasData | hasVolume | hasArea | hasVersion

// findFacts returns what kinds of facts are in a text.
func findFacts(text string, kind chunk.UnitKind) facts {
	var f facts
	mentions(text, func(k facts, _, _ int) { f |= k })
	f |= wordFacts(text)
	if f&hasDate != 0 || hasClockTime(text) {
		f |= hasMoment
	}
	if kind == chunk.ItemUnit && text[0] >= '0' && text[0] <= '9' {
		f |= hasStep
	}
	if defines(text) {
		f |= hasDefinition
	}
	if explains(text) {
		f |= hasReason
	}
	if strings.ContainsAny(text, "\"“”„«»「」『』") || strings.HasPrefix(text, ">") {
		f |= hasQuote
	}
	return f
}

// mentions calls found for each number, date and name in a text, with its span.
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
	} else if !isWord(dateWords, w) {
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

// wordEnd returns the end of the word at i.
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

func connects(w string) bool { return isWord(connectingWords, w) }

// mostNameRunes is how many ideographs a part of a foreign name has at most.
const mostNameRunes = 4

// run takes a run of characters without spaces.
func (s *mentionScan) run(i, end int) {
	s.opening = false
	dotted := startsWithDot(s.text[end:])
	if s.name >= 0 {
		if s.nameEnd = end; !dotted {
			s.nameEnd = i + len(firstRunes(s.text[i:end]))
			s.endName()
		}
		return
	}
	if dotted {
		s.name, s.nameEnd, s.caps, s.first = end-len(lastRunes(s.text[i:end])), end, 2, false
		return
	}
	s.hanNames(i, end)
}

// Names of people in Chinese: a family name at the beginning of a clause, or behind a title or a word that
// introduces a person, with the first two characters behind it.
const (
	familyNames = "王李张張刘劉陈陳杨楊赵趙黄周吴吳徐孙孫胡朱林何郭罗羅梁宋郑鄭谢謝韩韓唐冯馮董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万段雷钱錢汤湯尹黎易常武乔贺賀赖賴龚文柳霍陶莫谷纪紀俞温洪严嚴施牛樊葛邢齐齊伍庄莊申毕畢聂聶焦柴岳翟鲁魯祝颜顏倪游符季卓殷童詹欧歐翁辛盛柯凌裴蒲卫衛祁滕柏阮甘苗瞿耿褚"
	introducing = "由给給了是为為被让请家长員员者人師师商理任" // words and the ends of titles
	leastGiven  = 2                       // characters behind a family name
)

func (s *mentionScan) hanNames(i, end int) {
	before, at := ' ', -1
	n := 0
	for k, r := range s.text[i:end] {
		switch {
		case !unicode.Is(unicode.Han, r):
			at = -1
		case at >= 0:
			if n++; n == leastGiven {
				s.found(hasPerson, i+at, i+k+utf8.RuneLen(r))
				at = -1
			}
		case strings.ContainsRune(familyNames, r) && (k == 0 || strings.ContainsRune(introducing, before)):
			at, n = k, 0
		}
		before = r
	}
}

// startsWithDot reports a middle dot in front of a character of a script without spaces.
func startsWithDot(text string) bool {
	for _, dot := range [...]string{"·", "・", "•"} {
		if rest, ok := strings.CutPrefix(text, dot); ok {
			r, _ := utf8.DecodeRuneInString(rest)
			return unspaced(r)
		}
	}
	return false
}

// firstRunes returns what a text begins with that may be a part of a name.
func firstRunes(text string) string {
	n := 0
	for i, r := range text {
		if kana := unicode.Is(unicode.Katakana, r) || r == 'ー'; n == mostNameRunes || !kana && n < 0 {
			return text[:i]
		} else if kana {
			n = -1
		} else {
			n++
		}
	}
	return text
}

// lastRunes returns what a text ends in that may be a part of a name.
func lastRunes(text string) string {
	at := len(text)
	kana := false
	for n := 0; at > 0 && (kana || n < mostNameRunes); n++ {
		r, size := utf8.DecodeLastRuneInString(text[:at])
		is := unicode.Is(unicode.Katakana, r) || r == 'ー'
		if n > 0 && is != kana {
			break
		}
		kana = is
		at -= size
	}
	return text[at:]
}

func isVersion(number string, before rune) bool {
	dots := strings.Count(number, ".")
	return dots > 0 && strings.Trim(number, "0123456789.") == "" && (dots < 3 || len(number) < 12) || dots == 0 && (before == 'v' || before == 'V')
}

func isYear(number string) bool {
	return len(number) == 4 && (number[0] == '1' || number[0] == '2' && number[1] <= '1') && strings.Trim(number, "0123456789") == ""
}

// isNumericDate reports whether a number looks like a date in digits: 2024-03-17, 17/03/2024, 17.03.2024.
func isNumericDate(number string) bool {
	n := 0
	for i := range len(number) {
		if c := number[i]; c == '-' || c == '/' || c == '.' {
			n++
		}
	}
	return n == 2 && len(number) >= 8 && len(number) <= 10
}

// isMonth reports whether a word is the name of a month in one of several languages, or its short form in
// English.
func isMonth(w string) bool {
	return w == "May" || len(w) >= 3 && len(w) <= 20 && isWord(monthWords, strings.ToLower(w))
}
