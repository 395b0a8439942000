package mdwriter

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// itemFrame bounds the bytes around the text of an item: the indentation and the marker.
const itemFrame = maxPrefix + len("999999999. ")

// NoNumber is the number of an item of a list without numbers.
const NoNumber = -1

// Item appends an item, with inline Markdown, to the open list, or begins one. Levels count from 0; they may begin anywhere and leave some
// out: an item stands within the last one of a lower level. A number that does not follow that of the item before it begins another list.
// Any other block ends the list.
func (w *Writer) Item(level, number int, md string) {
	if md = w.fit(md, itemFrame); md == "" {
		return
	}
	w.endCode()
	b, isOrdered := &w.body, number >= 0 && number <= MaxNumber
	w.endLevels(level)
	if n := len(w.levels) - 1; n >= 0 && w.levels[n] >= level {
		b.EndItem(false)
		w.levels[n] = level
		if l := &b.Container().List; l.Ordered != isOrdered || isOrdered && l.Number != number {
			b.Close()
			w.levels = w.levels[:n]
		}
	}
	if n := len(w.levels); n == 0 || w.levels[n-1] < level {
		b.OpenList(List{Ordered: isOrdered, Number: number, Step: 1})
		w.levels = append(w.levels, level)
	}
	b.BeginItem("")
	b.Begin(extract.Paragraph, 0)
	w.inline(md)
}

// ItemParagraph appends a further paragraph to the last item of a level, or of one above it. Without a list it is a paragraph.
func (w *Writer) ItemParagraph(level int, md string) {
	if len(w.levels) == 0 {
		w.Paragraph(md)
	} else if md = w.fit(md, itemFrame); md != "" {
		w.endLevels(level)
		w.body.Begin(extract.Paragraph, 0)
		w.inline(md)
	}
}

// endLevels ends the open lists of levels below one, but not the outermost, nor one that takes the place of a level that was left out.
func (w *Writer) endLevels(level int) {
	for n := len(w.levels); n > 1 && w.levels[n-1] > level && w.levels[n-2] >= level; n-- {
		w.endLevel()
	}
}

func (w *Writer) endLevel() {
	w.body.EndItem(false)
	w.body.Close()
	w.levels = w.levels[:len(w.levels)-1]
}

// EndList ends the open list.
func (w *Writer) EndList() {
	for len(w.levels) > 0 {
		w.endLevel()
	}
}

// ListSize returns the bytes of the open list, 0 without one.
func (w *Writer) ListSize() int {
	if len(w.levels) == 0 {
		return 0
	}
	return len(w.body.Out) - w.body.Blocks[len(w.body.Blocks)-1].Start
}

// Numbering is how the items of a list are labelled. The zero value is that of a list without labels.
type Numbering struct {
	Before, After string // the text before and after the number
	// Style is how a number is written: a predefined counter style, see [IsStyle]. A label without a number, such as "✓", has the Style "".
	Style string
	// Between separates the number of an item from those of the items that it is nested in: "." makes "2.1.3". With "" the label has the
	// number of the item alone.
	Between string
}

// Decimal is the style of the numbers that Markdown writes: 1, 2, 3.
const Decimal = "decimal"

// IsStyle reports whether a name is that of a predefined counter style (CSS Counter Styles Level 3, 6) that [Numbering] can write.
func IsStyle(name string) bool {
	_, ok := predefined(name, 1)
	return ok
}

// Suffix returns what follows a number in a predefined counter style: a comma in the scripts of East Asia, else a point.
func Suffix(style string) string {
	if s, _ := predefined(style, 1); unicode.In([]rune(s)[0], unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return "、"
	}
	return "."
}

// IsPlain reports whether the items have decimal numbers without text before them, so that Markdown can number the list itself. The text
// after the number is not compared.
func (k Numbering) IsPlain() bool {
	return k.Style == Decimal && k.Before == "" && k.Between == ""
}

// Label returns a number as it is shown: "b.", "IV.", "(3)".
func (k Numbering) Label(number int) string {
	return strings.TrimSpace(k.Before + k.number(number) + k.After)
}

// alphabets are the letters of the predefined counter styles that write numbers with them.
var alphabets = map[string]string{
	"lower-alpha": "abcdefghijklmnopqrstuvwxyz", "lower-latin": "abcdefghijklmnopqrstuvwxyz", "lower-greek": "αβγδεζηθικλμνξοπρστυφχψω",
	"upper-alpha": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "upper-latin": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "cjk-heavenly-stem": "甲乙丙丁戊己庚辛壬癸",
	"hiragana":       "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわゐゑをん",
	"hiragana-iroha": "いろはにほへとちりぬるをわかよたれそつねならむうゐのおくやまけふこえてあさきゆめみしゑひもせす",
	"katakana":       "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヰヱヲン",
	"katakana-iroha": "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
}

// predefined writes a number in a predefined counter style, and reports whether there is one of that name. Others are decimal.
func predefined(style string, n int) (string, bool) {
	switch style {
	case "decimal-leading-zero":
		return fmt.Sprintf("%02d", n), true
	case "lower-roman":
		return strings.ToLower(Roman(n)), true
	case "upper-roman":
		return Roman(n), true
	case "cjk-ideographic", "simp-chinese-informal", "trad-chinese-informal", "japanese-informal":
		return Counted(n, "〇一二三四五六七八九", "十百千"), true
	}
	if alphabet := alphabets[style]; alphabet != "" {
		return letters(n, alphabet), true
	}
	return strconv.Itoa(n), style == Decimal
}

func (k Numbering) number(n int) string {
	if k.Style == "" {
		return ""
	}
	s, _ := predefined(k.Style, n)
	return s
}

// letters returns n in the letters of an alphabet: a to z, aa, ab and so on (CSS Counter Styles Level 3, 6.2). Numbers below 1 are
// written in decimal.
func letters(n int, alphabet string) (s string) {
	if n < 1 {
		return strconv.Itoa(n)
	}
	for list := []rune(alphabet); n > 0; n = (n - 1) / len(list) {
		s = string(list[(n-1)%len(list)]) + s
	}
	return s
}

// Counted writes a number below 10,000 with the signs of its digits and those of ten, a hundred and a thousand: 一百〇一. A ten alone has
// no digit: 十二. Other numbers are written in decimal.
func Counted(n int, digits, units string) (s string) {
	digit, unit := []rune(digits), []rune(units)
	if n < 1 || n >= 10_000 {
		return strconv.Itoa(n)
	}
	gap := false
	for power, value := len(unit), 1000; value > 0; power, value = power-1, value/10 {
		d := n / value % 10
		if gap = gap || d == 0 && s != ""; d == 0 {
			continue
		}
		if gap {
			s += string(digit[0])
		}
		if gap = false; d > 1 || s != "" || value != 10 || digit[1] != '一' {
			s += string(digit[d])
		}
		if power > 0 {
			s += string(unit[power-1])
		}
	}
	return s
}

// Roman returns n as a Roman numeral in capitals. Numbers below 1 or above 3999 are written in decimal.
func Roman(n int) string {
	if n < 1 || n > 3999 {
		return strconv.Itoa(n)
	}
	s, signs := "", []string{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"}
	for i, value := range []int{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1} {
		for ; n >= value; n -= value {
			s += signs[i]
		}
	}
	return s
}

// maxNested bounds the numbers of outer lists in a label, in bytes: about twenty of them.
const maxNested = 40

// ItemLabel returns the label of the next item of the innermost list. With Between, it begins with the numbers of the items that the list
// is nested in, as far as their lists have Between as well: "1.1".
func (b *Body) ItemLabel(k Numbering) string {
	last := len(b.containers) - 1
	if k.Between != "" {
		for _, c := range b.containers[:last] {
			if outer := c.List.Numbering; c.IsList && outer.Between != "" && len(k.Before) < maxNested {
				k.Before += outer.number(c.List.Number) + k.Between
			}
		}
	}
	return k.Label(b.containers[last].List.Number)
}
