package office

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
)

// eqReader reads the instruction of a field EQ (ECMA-376 part 1, 17.16.5.17), which Word shows as a formula: \f(1,2) is a fraction,
// \r(3,x) a root, \o\ac(○,1) a 1 in a circle, \o\ad(\s\up 9(なわ),縄) a word with its reading above.
type eqReader struct {
	rest   string
	raised string // what \s\up put above the line, in the list that was read last
	depth  int
}

// text reads up to a comma or the end of the list that it is in.
func (q *eqReader) text() string {
	var b strings.Builder
	for q.rest != "" && !strings.ContainsRune(",;)", rune(q.rest[0])) {
		c := q.rest[0]
		q.rest = q.rest[1:]
		switch {
		case c == '(' && q.depth < maxNested:
			q.depth++
			b.WriteString("(" + strings.Join(q.arguments(), ",") + ")")
			q.depth--
		case c != '\\' || q.rest == "":
			b.WriteByte(c)
		case strings.IndexByte(`\,;()`, q.rest[0]) >= 0:
			b.WriteByte(q.rest[0])
			q.rest = q.rest[1:]
		default:
			b.WriteString(q.instruction())
		}
	}
	return strings.TrimSpace(b.String())
}

// arguments reads the rest of a list, with its end.
func (q *eqReader) arguments() (list []string) {
	for {
		list = append(list, q.text())
		if q.rest == "" {
			return list
		}
		c := q.rest[0]
		if q.rest = q.rest[1:]; c == ')' {
			return list
		}
	}
}

// instruction reads an instruction behind its "\", its options and its list: "o\ac(○,1)". Without a list it is an option of the field.
func (q *eqReader) instruction() string {
	options, _, found := strings.Cut(q.rest, "(")
	if q.rest = q.rest[len(options):]; !found || q.depth == maxNested {
		return ""
	}
	q.rest = q.rest[1:]
	if i := strings.LastIndexByte(options, '*'); i >= 0 { // \* hps10 of the field
		if _, own, found := strings.Cut(options[i:], `\`); found {
			options = own
		}
	}
	q.depth++
	q.raised = ""
	list := q.arguments()
	q.depth--
	name, options, _ := strings.Cut(strings.ToLower(options), `\`)
	first, last := list[0], list[len(list)-1]
	switch strings.TrimSpace(name) {
	case "f":
		return first + "/" + last
	case "r":
		if len(list) > 1 {
			first, _ = raised.Text(first, true, true)
			return first + "√(" + last + ")"
		}
		return "√(" + last + ")"
	case "s":
		above := strings.HasPrefix(options, "up")
		if above {
			q.raised = first
		}
		if written, ok := raised.Text(first, above, true); ok {
			return written
		}
		return first
	case "o":
		return overstruck(list, &q.raised)
	case "b":
		return "(" + first + ")"
	case "i":
		return "∫" + last
	}
	return strings.Join(list, " ")
}

// overstruck shows texts that are drawn over each other: a number in a circle, a tick in a box, a word below its reading.
func overstruck(list []string, reading *string) string {
	circled := []rune("①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳")
	last := list[len(list)-1]
	switch {
	case *reading != "" && len(list) == 2:
		last, *reading = withReading(last, *reading), ""
		return last
	case list[0] == "○":
		if n := slices.Index(strings.Fields("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"), last); n >= 0 {
			return string(circled[n])
		}
	case list[0] == "□" && last != "" && strings.Contains("√✓✔", last):
		return "☑"
	}
	return strings.Join(list, "")
}
