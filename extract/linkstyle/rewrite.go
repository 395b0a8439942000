package linkstyle

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// rewriter decides what becomes of each image and link.
type rewriter struct {
	doc   *extract.Document
	style Style
	found []inline
	page  string
	near  *nearText // nil until an image asks

	label  []labelState // by index of found
	edited []edit
	number map[string]string // by target as it is written
	listed strings.Builder
	last   int // the last number that was given
	until  int // end of the link that was written as text last

	seen, line, content int // up to where lines are known, the line, and its text
}

// labelState is what is known of a link's label while its images are decided.
type labelState struct {
	at      int // end of the last image in it, 0 for none
	images  bool
	visible bool // it has text, or an image that stays
}

// edits returns the changes, in order and without overlap.
func (w *rewriter) edits() []edit {
	w.label = make([]labelState, len(w.found))
	w.until = -1
	w.content = markersEnd(w.doc.Markdown)
	for k := range w.found {
		f := &w.found[k]
		if f.image {
			w.image(k, f)
		} else {
			w.link(k, f)
		}
	}
	slices.SortStableFunc(w.edited, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	out, at := w.edited[:0], 0
	for _, e := range w.edited {
		if e.start >= at { // else it is within what was left out
			out = append(out, e)
			at = e.end
		}
	}
	return out
}

func (w *rewriter) edit(start, end int, text string) {
	if start < end || text != "" {
		w.edited = append(w.edited, edit{start, end, text})
	}
}

func (w *rewriter) image(k int, f *inline) {
	shown := true
	switch w.style.Images {
	case ImagesInline:
		w.destination(f)
	case ImagesAlt:
		shown = w.alt(k, f)
	case ImagesNone:
		w.edit(f.start, f.end, "")
		shown = false
	}
	if p := f.parent; p >= 0 {
		l := &w.label[p]
		l.visible = l.visible || shown || strings.TrimSpace(w.doc.Markdown[max(l.at, w.found[p].labelStart):f.start]) != ""
		l.at, l.images = f.end, true
	}
}

// alt writes an image as its alternative text, and reports whether there is any
// to write.
func (w *rewriter) alt(k int, f *inline) bool {
	raw := w.doc.Markdown[f.labelStart:f.labelEnd]
	cell := w.kindAt(f.start) == extract.Table
	if tellsNothing(raw) || !cell && w.said(k, raw) {
		w.edit(f.start, f.end, "")
		return false
	}
	before, after := "![", "]()"
	if cell || f.parent >= 0 {
		before, after = "", ""
	}
	w.edit(f.start, f.labelStart, before)
	w.edit(f.labelEnd, f.end, after)
	return true
}

// said reports whether the text near an image, the title of the document or an
// image before says what its alternative text does.
func (w *rewriter) said(k int, raw string) bool {
	if w.near == nil {
		w.near = newNearText(w.doc, w.found)
	}
	return w.near.says(k, raw)
}

// kindAt returns the kind of the block that byte i is in.
func (w *rewriter) kindAt(i int) extract.Kind {
	k := sort.Search(len(w.doc.Blocks), func(k int) bool { return w.doc.Blocks[k].End > i })
	if k == len(w.doc.Blocks) || w.doc.Blocks[k].Start > i {
		return ""
	}
	return w.doc.Blocks[k].Kind
}

func (w *rewriter) link(k int, f *inline) {
	md := w.doc.Markdown
	l := w.label[k]
	if l.images && !l.visible && strings.TrimSpace(md[l.at:f.labelEnd]) == "" {
		w.edit(f.start, f.end, "")
		return
	}
	switch {
	case w.style.Links == LinksText, w.style.CleanAddresses && isOwn(md[f.destStart:f.destEnd], w.page):
		w.asText(f)
	case w.style.Links == LinksNumbered:
		w.edit(f.labelEnd+1, f.end, "["+w.numberOf(f)+"]")
	default:
		w.destination(f)
	}
}

// destination shortens the address of a link or an image that keeps it.
func (w *rewriter) destination(f *inline) {
	if !w.style.CleanAddresses {
		return
	}
	dest := w.doc.Markdown[f.destStart:f.destEnd]
	if clean := cleanAddress(dest); clean != dest {
		w.edit(f.destStart, f.destEnd, clean)
	}
}

// asText writes the label of a link only: with a space behind a link that ended
// right before it, and so that it begins no block where it begins a line.
func (w *rewriter) asText(f *inline) {
	md := w.doc.Markdown
	before := ""
	if f.start == w.until {
		before = " "
	}
	if k := strings.LastIndexByte(md[w.seen:f.start], '\n'); k >= 0 {
		w.line = w.seen + k + 1
		w.content = w.line + markersEnd(md[w.line:f.start])
	}
	w.seen = f.start
	if w.content == f.start {
		if k := blockMark(md[f.labelStart:f.labelEnd]); k == 0 {
			before = `\`
		} else if k > 0 {
			w.edit(f.labelStart+k, f.labelStart+k, `\`)
		}
	}
	w.edit(f.start, f.labelStart, before)
	w.edit(f.labelEnd, f.end, "")
	w.until = f.end
}

// blockMark returns where a backslash keeps a text from beginning a block if it
// begins a line, -1 if none is needed.
func blockMark(text string) int {
	switch {
	case text == "":
	case text[0] == '#' || text[0] == '>' || text[0] == '|' || text[0] == '=' || text[0] == '~':
		return 0
	case strings.IndexByte("-+*", text[0]) >= 0 && (blankAt(text, 1) || len(text) > 1 && text[1] == text[0] && text[0] != '*'):
		return 0
	case '0' <= text[0] && text[0] <= '9':
		if k := len(text) - len(strings.TrimLeft(text, "0123456789")); k < len(text) && (text[k] == '.' || text[k] == ')') && blankAt(text, k+1) {
			return k
		}
	}
	return -1
}

// numberOf returns the number of a link's target, and lists it if it is new.
func (w *rewriter) numberOf(f *inline) string {
	md := w.doc.Markdown
	dest := md[f.destStart:f.destEnd]
	if w.style.CleanAddresses {
		dest = cleanAddress(dest)
	}
	if md[f.destEnd] == '>' || dest == "" {
		dest = "<" + dest + ">"
	}
	if f.titleStart < f.titleEnd {
		dest += " " + md[f.titleStart:f.titleEnd]
	}
	if n, ok := w.number[dest]; ok {
		return n
	}
	if w.number == nil {
		w.number = map[string]string{}
	}
	n := ""
	for n == "" || strings.Contains(md, "["+n+"]") {
		w.last++
		n = strconv.Itoa(w.last)
	}
	w.number[dest] = n
	w.listed.WriteString("[" + n + "]: " + dest + "\n")
	return n
}

// list returns the addresses of numbered links.
func (w *rewriter) list() string { return strings.TrimSuffix(w.listed.String(), "\n") }
