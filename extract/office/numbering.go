package office

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

// numberLevel is a level of a numbered list or of the headings of a document, in
// the terms of WordprocessingML (ECMA-376 part 1, 17.9).
type numberLevel struct {
	format  string // bullet, none, decimal, lowerRoman and the like
	text    string // what is shown, with %1 to %9 for the numbers of the levels
	start   int
	restart int    // of the levels from the top, those whose items start it again; any above it if negative
	legal   bool   // the levels above are shown in decimal digits
	style   string // the paragraphs that have it
}

// maxListDepth bounds the levels of a list.
const maxListDepth = 9

// numberLevels are the levels of a list.
type numberLevels [maxListDepth]numberLevel

// counter counts the items of a list.
type counter struct {
	value [maxListDepth]int
	begun [maxListDepth]bool
}

// advance counts an item of a level; the levels below start again.
func (c *counter) advance(levels *numberLevels, level int) {
	if c.begun[level] {
		c.value[level] = min(c.value[level]+1, mdwriter.MaxNumber+1)
	} else {
		c.set(level, levels[level].start)
	}
	for i := range level {
		if !c.begun[i] {
			c.set(i, levels[i].start)
		}
	}
	for i := level + 1; i < maxListDepth; i++ {
		if again := levels[i].restart; again < 0 || level < again {
			c.begun[i] = false
		}
	}
}

// set makes the number of the last item of a level.
func (c *counter) set(level, value int) { c.value[level], c.begun[level] = value, true }

// item is the place of a paragraph in a list.
type item struct {
	level   int
	number  int    // mdwriter.NoNumber for a bullet
	label   string // what is shown before the paragraph: "3.", "2.1" or "Step 3:"
	follows bool   // a further paragraph of the item, or one without a sign
}

// shown returns what is shown before a paragraph that is not written as an item, such as a heading or one in a cell.
func (i *item) shown() string {
	if i == nil {
		return ""
	}
	return i.label
}

// count counts an item of a level and returns it.
func (c *counter) count(levels *numberLevels, level int) *item {
	c.advance(levels, level)
	i := &item{level: level, number: mdwriter.NoNumber, label: c.label(levels, level)}
	switch l := levels[level]; {
	case l.unnumbered():
		i.follows = l.format == "bullet" && l.text != "" && strings.TrimSpace(l.text) == ""
		i.tick(l.text)
	case l.plain(level):
		i.number = c.value[level]
	}
	return i
}

// tick shows the bullet of an item that says something of it: ticked, crossed out or still to do.
func (i *item) tick(bullet string) {
	if utf8.RuneCountInString(bullet) == 1 && strings.Contains("☐☑☒✓✔✗✘✕✖□❑❒", bullet) {
		i.label = bullet
	}
}

func (l numberLevel) unnumbered() bool {
	return l.format == "bullet" || l.format == "none" || l.text == ""
}

// plain reports whether a level shows nothing but its own number, in digits, and signs. Lists of
// Markdown have no letters and no numerals of other kinds.
func (l numberLevel) plain(level int) bool {
	before, after, found := strings.Cut(l.text, "%"+strconv.Itoa(level+1))
	return found && formatNumber(1, l.format) == "1" && !strings.ContainsFunc(before+after, func(r rune) bool {
		return r == '%' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// label returns the text shown before the last item of a level, or "" without a number.
func (c *counter) label(levels *numberLevels, level int) string {
	l := levels[level]
	if l.unnumbered() {
		return ""
	}
	var b strings.Builder
	for i := 0; i < len(l.text); i++ {
		if l.text[i] != '%' || i+1 == len(l.text) || l.text[i+1] < '1' || l.text[i+1] > '9' {
			b.WriteByte(l.text[i])
			continue
		}
		i++
		at := int(l.text[i] - '1')
		format := levels[at].format
		if l.legal {
			format = "decimal"
		}
		b.WriteString(formatNumber(c.value[at], format))
	}
	return strings.TrimSpace(b.String())
}

// letterFormats are the formats that count by letters or signs: after the last one they are doubled, as in Z, AA.
var letterFormats = map[string]string{
	"upperLetter": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "lowerLetter": "abcdefghijklmnopqrstuvwxyz",
	"russianUpper": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ", "russianLower": "абвгдежзиклмнопрстуфхцчшщыэюя",
	"aiueo": kana, "aiueoFullWidth": kana, "ganada": "가나다라마바사아자차카타파하",
	"ideographTraditional": "甲乙丙丁戊己庚辛壬癸", "chicago": "*†‡§",
	"decimalEnclosedCircle": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳", "decimalEnclosedCircleChinese": "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳",
	"decimalEnclosedFullstop": "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛", "decimalEnclosedParen": "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇",
	"ideographZodiac": "子丑寅卯辰巳午未申酉戌亥", "iroha": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン",
	"chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ", "hebrew2": "אבגדהוזחטיכלמנסעפצקרשת", "arabicAlpha": "أبتثجحخدذرزسشصضطظعغفقكلمنهوي", "arabicAbjad": "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ",
	"thaiLetters": "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ",
}

// wordFormats are those that count in words.
var wordFormats = map[string]string{
	"cardinalText": "One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty",
	"ordinalText": "First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth " +
		"Eighteenth Nineteenth Twentieth",
	"hebrew1":       "א ב ג ד ה ו ז ח ט י יא יב יג יד טו טז יז יח יט כ כא כב כג כד כה כו כז כח כט ל",
	"koreanDigital": "일 이 삼 사 오 육 칠 팔 구 십", "koreanCounting": "하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열",
}

// ownDigits are the zeros of formats with digits of their own.
var ownDigits = map[string]rune{"hindiNumbers": '०', "thaiNumbers": '๐'}

const kana = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"

// formatNumber writes a number as ST_NumberFormat names it (17.18.59), or as the first number of a format of the document's own, such
// as 001; in decimal digits what has no such form.
func formatNumber(n int, format string) string {
	text := strconv.Itoa(n)
	if letters := []rune(letterFormats[format]); n >= 1 && n <= len(letters)*30 {
		return strings.Repeat(string(letters[(n-1)%len(letters)]), (n-1)/len(letters)+1)
	}
	switch format {
	case "bullet", "none":
		return ""
	case "decimalZero":
		return fmt.Sprintf("%02d", n)
	case "upperRoman":
		return mdwriter.Roman(n)
	case "lowerRoman":
		return strings.ToLower(mdwriter.Roman(n))
	case "ordinal":
		suffixes := map[int]string{1: "st", 2: "nd", 3: "rd"}
		if tens := n / 10 % 10; tens != 1 && suffixes[n%10] != "" {
			return text + suffixes[n%10]
		}
		return text + "th"
	case "chineseCounting", "chineseCountingThousand", "japaneseCounting", "taiwaneseCounting", "taiwaneseCountingThousand":
		return mdwriter.Counted(n, "〇一二三四五六七八九", "十百千")
	case "chineseLegalSimplified":
		return mdwriter.Counted(n, "零壹贰叁肆伍陆柒捌玖", "拾佰仟")
	case "ideographLegalTraditional":
		return mdwriter.Counted(n, "零壹貳參肆伍陸柒捌玖", "拾佰仟")
	}
	if zero, own := ownDigits[format]; own {
		return strings.Map(func(r rune) rune { return r + max(0, min(r-'0'+1, 1))*(zero-'0') }, text)
	}
	if words := strings.Fields(wordFormats[format]); n >= 1 && n <= len(words) {
		return words[n-1]
	}
	if strings.HasPrefix(format, "0") && strings.Trim(format, "0") == "1" {
		return fmt.Sprintf("%0*d", min(len(format), 9), n)
	}
	return text
}

// itemOf reads the marker of an item: a number with punctuation, a bullet, or a label.
// Bullets may be letters in a symbol font.
func itemOf(label string, level int) *item {
	digits := strings.TrimFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	switch n, err := strconv.Atoi(digits); {
	case err == nil && n <= mdwriter.MaxNumber:
		return &item{level: level, number: n, label: label}
	case digits == "" || utf8.RuneCountInString(label) == 1:
		return &item{level: level, number: mdwriter.NoNumber}
	}
	return &item{level: level, number: mdwriter.NoNumber, label: label}
}

// prependLabel puts a label, plain text, before inline Markdown, which begins a line
// or doesn't.
func prependLabel(label, md string, first bool) string {
	switch {
	case label == "":
		return md
	case first:
		return mdwriter.Inline(label) + " " + md
	}
	return mdwriter.Inline("." + label)[1:] + " " + md
}

// newLevels returns levels without a description: numbers from zero on, or bullets.
func newLevels(format string, start int) (levels numberLevels) {
	for i := range levels {
		levels[i] = numberLevel{format: format, text: "%" + strconv.Itoa(i+1), start: start, restart: -1}
	}
	return levels
}

// maxLabel bounds what is written around the number of an item in bytes.
const maxLabel = 256

// wordLevel reads a level of a list of Word, which counts from zero.
func wordLevel(e *node, level int) numberLevel {
	text := "%" + strconv.Itoa(level+1)
	if lvlText := e.child("lvlText"); lvlText != nil {
		text = lvlText.val()
	}
	numFmt := e.find("numFmt") // one of the document's own stands in an alternative
	own, _, _ := strings.Cut(numFmt.attr("format"), ",")
	if numFmt.val() == "bullet" {
		text = symbolfont.Text(lookOf(e.child("rPr")).font, text)
	}
	return numberLevel{format: cmp.Or(own, numFmt.val()), text: text[:min(len(text), maxLabel)], start: e.child("start").number("val", 0),
		restart: e.child("lvlRestart").number("val", -1), legal: e.child("isLgl").isOn(), style: e.child("pStyle").val()}
}

// odfFormats are formats by their first number: "①, ②, ③, ..." has that of LibreOffice.
var odfFormats = map[string]string{"1": "decimal", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman", "": "none",
	"01": "decimalZero", "1st": "ordinal", "One": "cardinalText", "First": "ordinalText", "①": "decimalEnclosedCircle", "一": "chineseCounting",
	"甲": "ideographTraditional", "子": "ideographZodiac", "ア": "aiueo", "イ": "iroha", "가": "ganada", "ㄱ": "chosung", "א": "hebrew1",
	"أ": "arabicAlpha", "а": "russianLower", "А": "russianUpper"}

// odfLevels reads the levels of a list style or of the headings.
func odfLevels(e *node) numberLevels {
	levels := newLevels("bullet", 1)
	for _, kid := range e.content() {
		switch n := kid.number("level", 0); {
		case n < 1 || n > maxListDepth:
		case kid.Local == "list-level-style-number" || kid.Local == "outline-level-style":
			first, _, _ := strings.Cut(kid.attr("num-format"), ",")
			numbers := "%" + strconv.Itoa(n) // behind those of the levels above that it shows
			for above := n - 1; above > max(0, n-kid.number("display-levels", 1)); above-- {
				numbers = "%" + strconv.Itoa(above) + "." + numbers
			}
			levels[n-1] = numberLevel{format: odfFormats[first], text: kid.attr("num-prefix") + numbers + kid.attr("num-suffix"), start: kid.number("start-value", 1), restart: -1}
		case kid.Local == "list-level-style-bullet":
			levels[n-1].text = symbolfont.Text(lookOf(kid.child("text-properties")).font, kid.attr("bullet-char"))
		}
	}
	return levels
}

// maxNumberings bounds the definitions of lists that are read.
const maxNumberings = 5000

// wordNumbering are the lists that a Word document defines.
type wordNumbering struct {
	kinds  map[string]*listKind
	linked map[string]*listKind // by the style that they define
	lists  map[string]*wordList
}

// listKind is a kind of list (abstractNum); the lists made of it count on together.
type listKind struct {
	levels numberLevels
	link   string // the style that defines it instead
	counter
}

// wordList is a list (num).
type wordList struct {
	kind     *listKind
	levels   numberLevels
	restarts [maxListDepth]bool // levels that it counts anew
}

// wordNumbering reads the definitions of lists.
func (r *reader) wordNumbering() wordNumbering {
	n := wordNumbering{map[string]*listKind{}, map[string]*listKind{}, map[string]*wordList{}}
	r.xml(r.main.of("numbering")).each("abstractNum num", func(e *node) {
		if e.Local == "num" {
			if len(n.lists) < maxNumberings {
				n.lists[e.attr("numId")] = n.list(e)
			}
			return
		}
		kind := &listKind{levels: newLevels("", 0), link: e.child("numStyleLink").val()}
		for _, kid := range e.content() {
			if level := kid.level("ilvl"); kid.Local == "lvl" && level >= 0 {
				kind.levels[level] = wordLevel(kid, level)
			}
		}
		if len(n.kinds) < maxNumberings {
			n.kinds[e.attr("abstractNumId")] = kind
			n.linked[e.child("styleLink").val()] = kind
		}
	})
	return n
}

// list reads a list: the levels of its kind with its own overrides. It is nil without a kind.
func (n *wordNumbering) list(e *node) *wordList {
	l := &wordList{kind: n.kinds[e.child("abstractNumId").val()]}
	if l.kind == nil {
		return nil
	}
	if linked := n.linked[l.kind.link]; linked != nil && l.kind.link != "" {
		l.kind = linked
	}
	l.levels = l.kind.levels
	for _, kid := range e.content() {
		level := kid.level("ilvl")
		if kid.Local != "lvlOverride" || level < 0 {
			continue
		}
		if lvl := kid.child("lvl"); lvl != nil {
			l.levels[level] = wordLevel(lvl, level)
		}
		if start := kid.child("startOverride"); start != nil {
			l.restarts[level] = true
			l.levels[level].start = start.number("val", 0)
		}
	}
	return l
}

// level returns the level that an attribute names, -1 for none.
func (n *node) level(name string) int {
	if level := n.number(name, -1); level < maxListDepth {
		return max(level, -1)
	}
	return -1
}

// item returns the place of a paragraph in a list, nil outside of lists. A paragraph that names no list takes the list of its style,
// and its level too unless it has one; else its level is the one that names its style, or the first.
func (n *wordNumbering) item(numPr *node, s *style) *item {
	id, level, named := numPr.child("numId").val(), numPr.child("ilvl").level("val"), s.listStyle
	if id == "" {
		if id = s.numID; level < 0 {
			level = s.itemLevel
		}
	}
	list := n.lists[id]
	switch {
	case id == "0", id == "" && level < 0:
		return nil
	case list == nil:
		return &item{level: max(level, s.depth), number: mdwriter.NoNumber}
	}
	for i := 0; i < maxListDepth && level < 0; i++ {
		if named != "" && list.levels[i].style == named {
			level = i
		}
	}
	level = max(level, 0)
	if list.restarts[level] {
		list.restarts[level], list.kind.begun[level] = false, false
	}
	i := list.kind.count(&list.levels, level)
	if level == 0 && numPr == nil {
		i.level = s.depth
	}
	return i
}
