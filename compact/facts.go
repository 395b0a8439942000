package compact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

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
	spelled    // in words, not in digits
)

const measures = hasMass | hasLength | hasTime | hasMoney | hasHeat | hasSpeed | hasPressure | hasSound | hasPower | hasShare | hasData | hasVolume | hasArea | hasVersion

func findFacts(text string, kind chunk.UnitKind) facts {
	var f facts
	mentions(text, func(k facts, _, _ int) { f |= k })
	if f &^= spelled; f&hasDate != 0 {
		f |= hasMoment
	}
	if kind == chunk.ItemUnit && text[0] >= '0' && text[0] <= '9' {
		f |= hasStep
	}
	if defines(text) {
		f |= hasDefinition
	}
	if containsAny(strings.ToLower(text[:min(len(text), 600)]), cues("explains")...) {
		f |= hasReason
	}
	if strings.ContainsAny(text, "\"“”„«»「」『』") || strings.HasPrefix(text, ">") {
		f |= hasQuote
	}
	return f
}

func defines(text string) bool {
	head := text[:min(len(text), 400)]
	if _, bold, ok := strings.Cut(head[:min(len(head), 8)], "**"); ok {
		term, rest, closed := strings.Cut(head[len(head[:min(len(head), 8)])-len(bold):], "**")
		if closed && term != "" && (strings.HasSuffix(term, ":") || hasAnyPrefix(strings.TrimLeft(rest, " "), cues("defined by")...)) {
			return true
		}
	}
	return containsAny(strings.ToLower(head), cues("defines")...)
}

// mentions calls found for each number, date and name in a text, with its span, and for numbers and days in words.
func mentions(text string, found func(kind facts, start, end int)) {
	if strings.ContainsAny(text, "·・•") {
		for _, name := range dottedNames().FindAllStringIndex(text, -1) {
			found(hasName, name[0], name[1])
		}
	}
	s := mentionScan{text: text, found: found, name: -1, date: -1, opening: true}
	for i := 0; i < len(text); {
		i = s.token(i)
	}
	s.endName()
	s.endDate()
}

// dottedNames finds foreign names in Chinese and Japanese: 约翰·史密斯.
var dottedNames = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:\p{Han}{1,4}|[\p{Katakana}ー]+)(?:[·・•](?:\p{Han}{1,4}|[\p{Katakana}ー]+))+`)
})

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
	numeral bool // the word before is a number
}

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
	s.numeral = s.numeral && (unicode.IsLetter(r) || r == ' ' || r == '\u00a0' || r == '-')
	switch {
	case unicode.IsDigit(r):
		return s.number(i)
	case unspaced(r):
		return s.run(i)
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

func (s *mentionScan) number(i int) int {
	s.endName()
	end, digits := i, 0
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if unicode.IsDigit(r) {
			digits++
		} else if next, _ := utf8.DecodeRuneInString(s.text[end+size:]); !strings.ContainsRune(".,-/:٫٬", r) || !unicode.IsDigit(next) {
			break
		}
		end += size
	}
	number := asciiDigits(s.text[i:end])
	unit, unitEnd := s.unit(end)
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s.text[:i], " \u00a0"))
	of := measure(unit, before)
	kind := hasNumber | of
	if of == 0 && isVersion(number, before) {
		kind |= hasVersion
	}
	if isClockTime(number) || unit == "h" && unitEnd < len(s.text) && isDigit(s.text[unitEnd]) {
		kind |= hasMoment
	}
	s.found(kind, i, unitEnd)
	switch {
	case isYear(number) || isNumericDate(number) || hasAnyPrefix(unit, "年", "년", "世纪", "世紀", "세기") || strings.HasSuffix(strings.TrimRight(s.text[:i], " "), "พ.ศ."):
		s.extendDate(i, end, true)
	case digits <= 2:
		s.extendDate(i, end, false)
	default:
		s.endDate()
	}
	s.opening = false
	if of != 0 {
		if unit != "年" && unit != "년" {
			s.endDate() // 1998年以后70年: two numbers, one of which is a date
		}
		return max(end, unitEnd)
	}
	return end
}

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

const maxFactWord = 32

func (s *mentionScan) word(i int, r rune) int {
	end := i
	for end < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[end:])
		if unspaced(r) || !unicode.IsLetter(r) && !unicode.Is(unicode.M, r) && !unicode.IsDigit(r) {
			break
		}
		end += size
	}
	w, lower, words := s.text[i:end], strings.ToLower(s.text[i:min(end, i+maxFactWord)]), loadLexicon()
	if of := words.measures[lower]; s.numeral && of != 0 {
		s.found(of|spelled, i, end)
	}
	if s.numeral = words.lists[lower]&numeralWords != 0; s.numeral {
		s.found(hasNumber|spelled, i, end)
	}
	month := w == "May" || len(w) >= 3 && len(w) <= 20 && isWord(monthWords, lower)
	if month || words.lists[lower]&momentWords != 0 {
		s.found(hasMoment|spelled, i, end)
	}
	// French, Spanish, Italian and Russian number centuries with XIX and XIXe.
	ending := strings.TrimLeft(w, "IVX")
	roman := len(w)-len(ending) > 1 && len(ending) <= len("ème") && strings.ToLower(ending) == ending
	switch century := words.lists[lower]&centuryWords != 0; {
	case month || century || roman:
		s.extendDate(i, end, s.date >= 0)
	case !isWord(dateWords, w):
		s.endDate()
	}
	switch {
	case month:
		s.endName()
	case unicode.IsUpper(r) && end-i > 1 && !(s.opening && functionWord(lower)):
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

// Names of people in Chinese: a family name at the beginning of a clause, or behind a title or a word that
// introduces a person, with the first two characters behind it.
const (
	familyNames = "王李张張刘劉陈陳杨楊赵趙黄周吴吳徐孙孫胡朱林何郭罗羅梁宋郑鄭谢謝韩韓唐冯馮董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍万段雷钱錢汤湯尹黎易常武乔贺賀赖賴龚文柳霍陶莫谷纪紀俞温洪严嚴施牛樊葛邢齐齊伍庄莊申毕畢聂聶焦柴岳翟鲁魯祝颜顏倪游符季卓殷童詹欧歐翁辛盛柯凌裴蒲卫衛祁滕柏阮甘苗瞿耿褚"
	introducing = "由给給了是为為被让请家长员員者人师師商理任" // words and the ends of titles
	leastGiven  = 2                       // characters behind a family name
)

// run takes a run of characters without spaces: names, numbers and days.
func (s *mentionScan) run(i int) int {
	s.endName()
	s.endDate()
	s.opening = false
	before, at, n := ' ', -1, 0
	for start, next := i, i; i < len(s.text); {
		r, size := utf8.DecodeRuneInString(s.text[i:])
		if !unspaced(r) && !unicode.Is(unicode.M, r) {
			break
		}
		if i >= next {
			kind, size := runFacts(s.text[i:])
			if kind != 0 {
				s.found(kind|spelled, i, i+size)
			}
			next = i + size
		}
		switch {
		case !unicode.Is(unicode.Han, r):
			at = -1
		case at >= 0:
			if n++; n == leastGiven {
				s.found(hasPerson, at, i+size)
				at = -1
			}
		case strings.ContainsRune(familyNames, r) && (i == start || strings.ContainsRune(introducing, before)):
			at, n = i, 0
		}
		before = r
		i += size
	}
	return i
}

// runFacts returns the facts at the beginning of characters without spaces, and how many bytes to go on: past a
// number, or past one character.
func runFacts(text string) (facts, int) {
	for _, day := range cues("days") {
		if strings.HasPrefix(text, day) {
			return hasMoment, len(day)
		}
	}
	rest := strings.TrimLeft(text, "〇零一二两三四五六七八九十百千万半")
	n := len(text) - len(rest)
	if n == 0 {
		_, size := utf8.DecodeRuneInString(text)
		return 0, size
	}
	rest = rest[:min(len(rest), maxFactWord)]
	of := measureRun([]rune(rest))
	switch {
	case of != 0:
		return hasNumber | of, n
	case hasAnyPrefix(rest, "月", "日", "点", "時", "号", "世纪", "世紀"):
		return hasNumber | hasMoment, n
	case hasAnyPrefix(rest, "倍", "折", "成", "割", "分之"):
		return hasNumber | hasShare, n
	case n > len("一") || text[:n] != "一" && hasAnyPrefix(rest, cues("counters")...):
		return hasNumber, n
	}
	return 0, n
}

// measure returns what a number measures, by the unit behind it ("kg") and the sign before it ("$"); 0 if
// neither is known.
func measure(unit string, before rune) facts {
	if strings.ContainsRune("€$£¥₹₽₩₺元", before) {
		return hasMoney
	}
	words := loadLexicon()
	if f, known := words.units[unit]; known {
		return f
	}
	if r, _ := utf8.DecodeRuneInString(unit); gramSize(r) > 0 {
		return measureRun([]rune(unit))
	}
	return words.measures[strings.ToLower(unit)]
}

const maxUnitRunes = 15

// measureRun finds the unit at the beginning of characters without spaces, of which the rest is text: of
// "45分钟以内" the unit is "分钟".
func measureRun(text []rune) facts {
	for n := min(len(text), maxUnitRunes); n > 0; n-- {
		if f := loadLexicon().measures[string(text[:n])]; f != 0 {
			return f
		}
	}
	return 0
}

func isVersion(number string, before rune) bool {
	dots := strings.Count(number, ".")
	return dots > 0 && strings.Trim(number, "0123456789.") == "" && (dots < 3 || len(number) < 12) || dots == 0 && (before == 'v' || before == 'V')
}

func isYear(number string) bool {
	return len(number) == 4 && (number[0] == '1' || number[0] == '2' && number[1] <= '1') && strings.Trim(number, "0123456789") == ""
}

func isClockTime(number string) bool {
	hour, minute, ok := strings.Cut(number, ":")
	return ok && len(hour) <= 2 && len(minute) >= 2 && (len(minute) == 2 || !isDigit(minute[2]))
}

// isNumericDate reports whether a number looks like a date in digits: 2024-03-17, 17/03/2024, 17.03.2024.
func isNumericDate(number string) bool {
	return len(number) >= 8 && len(number) <= 10 && strings.Count(number, "-")+strings.Count(number, "/")+strings.Count(number, ".") == 2
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(s, p) })
}

func containsAny(s string, cues ...string) bool {
	return slices.ContainsFunc(cues, func(c string) bool { return strings.Contains(s, c) })
}

func askedFacts(question string) facts {
	q := " " + strings.Join(strings.FieldsFunc(strings.Map(simplify, strings.ToLower(question)), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("?¿!¡,;:.\"“”()؟،", r)
	}), " ") + " "
	f := facts(0)
	for _, kind := range askedKinds {
		if (f == 0 || kind.facts&(hasDefinition|hasStep) == 0) && containsAny(q, cues("asks "+kind.name)...) {
			f |= kind.facts
		}
	}
	if f&measures != 0 {
		f |= hasNumber
	}
	return f
}
