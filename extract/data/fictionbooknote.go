package data

import (
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxBookNotes bounds the notes of a book; what is beyond is text.
const maxBookNotes = 5000

// bookNotes are the notes of a book: sections of a body of their own, which follows the
// text.
type bookNotes struct {
	inBody  bool // of notes
	ids     []string
	numbers map[string]int      // of the notes that are referred to
	texts   map[string][]string // their paragraphs, as Markdown
}

// mark returns the mark of a note, the same for each reference; "" beyond the bound.
func (n *bookNotes) mark(id string) string {
	number, known := n.numbers[id]
	if !known {
		if len(n.numbers) == maxBookNotes {
			return ""
		}
		if n.numbers == nil {
			n.numbers = map[string]int{}
		}
		number = len(n.numbers) + 1
		n.numbers[id] = number
	}
	return "[^" + strconv.Itoa(number) + "]"
}

// start begins a section, of a note if it has an identifier that is referred to.
func (n *bookNotes) start(id string) {
	if n.inBody && len(n.ids) < maxSections {
		if _, referred := n.numbers[id]; !referred {
			id = ""
		}
		n.ids = append(n.ids, id)
	}
}

func (n *bookNotes) end() {
	if len(n.ids) > 0 {
		n.ids = n.ids[:len(n.ids)-1]
	}
}

// open reports that a note is being read.
func (n *bookNotes) open() bool {
	return n.inBody && len(n.ids) > 0 && n.ids[len(n.ids)-1] != ""
}

// take adds a paragraph to the open note and reports whether there is one.
func (n *bookNotes) take(md string) bool {
	if !n.open() {
		return false
	}
	if n.texts == nil {
		n.texts = map[string][]string{}
	}
	id := n.ids[len(n.ids)-1]
	n.texts[id] = append(n.texts[id], strings.ReplaceAll(md, "\\\n", " "))
	return true
}

// write writes the notes at the end of the book, in the order of their marks.
func (n *bookNotes) write(w *mdwriter.Writer) {
	ordered := make([]string, len(n.numbers))
	for id, number := range n.numbers {
		ordered[number-1] = id
	}
	var b strings.Builder
	for i, id := range ordered {
		if text := strings.TrimSpace(strings.Join(n.texts[id], " ")); text != "" {
			b.WriteString("[^" + strconv.Itoa(i+1) + "]: " + text + "\n\n")
		}
	}
	w.Block(extract.Footnotes, b.String())
}
