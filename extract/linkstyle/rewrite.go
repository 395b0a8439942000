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
	// dropped are the entries for Document.Trace, if it has any.
	dropped []extract.Decision
	number  map[string]string // by target as it is written
	listed  strings.Builder
	last    int // the last number that was given
	until   int // end of the last link

	waiting []int    // images of the link that comes next
	repeats *repeats // nil where addresses may repeat

	seen, line, content int // up to where lines are known, the line, and its text
}

// labelState is what is known of a link's label while its images are decided.
type labelState struct {
	at     int // end of the last image in it, 0 for none
	images bool
	text   bool // it has text beside images
	shown  bool // one of its images stays
}

func (l *labelState) onlyImages() bool { return l.images && !l.text }

// edits returns the changes, in order and without overlap.
func (w *rewriter) edits() []edit {
	w.readLabels()
	w.until = -1
	w.content = markersEnd(w.doc.Markdown)
	if w.style.CleanAddresses && w.style.Links == LinksInline {
		w.repeats = newRepeats(w.found, w.label, func(f *inline) string { return cleanAddress(w.doc.Markdown[f.destStart:f.destEnd]) })
	}
	for k := range w.found {
		switch f := &w.found[k]; {
		case f.image && f.parent >= 0 && !w.found[f.parent].image:
			w.waiting = append(w.waiting, k)
		case f.image:
			w.image(k, f, false)
		default:
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

// leaveOut notes, for Document.Trace, that a rule leaves out an image or a link.
func (w *rewriter) leaveOut(f *inline, rule string) {
	if w.doc.Trace != nil {
		w.dropped = append(w.dropped, extract.Decision{Stage: extract.StageLinks, Rule: rule, Text: w.doc.Markdown[f.start:min(f.end, f.start+4*extract.MaxDecisionText)]})
	}
}

func (w *rewriter) edit(start, end int, text string) {
	if start < end || text != "" {
		w.edited = append(w.edited, edit{start, end, text})
	}
}

// readLabels notes what the labels of links hold.
func (w *rewriter) readLabels() {
	md := w.doc.Markdown
	w.label = make([]labelState, len(w.found))
	for k := range w.found {
		f, l := &w.found[k], &w.label[k]
		l.text = l.text || strings.TrimSpace(md[max(l.at, f.labelStart):f.labelEnd]) != ""
		if f.image && f.parent >= 0 {
			p := &w.label[f.parent]
			p.text = p.text || strings.TrimSpace(md[max(p.at, w.found[f.parent].labelStart):f.start]) != ""
			p.at, p.images = f.end, true
		}
	}
}

// image writes an image, which may be in the label of a link that is written as
// one, and reports whether it stays.
func (w *rewriter) image(k int, f *inline, inLabel bool) bool {
	switch w.style.Images {
	case ImagesAlt:
		return w.alt(k, f, inLabel)
	case ImagesNone:
		w.edit(f.start, f.end, "")
		w.leaveOut(f, "images not wanted")
		return false
	}
	w.destination(f)
	return true
}

// alt writes an image as its alternative text, and reports whether there is any
// to write.
func (w *rewriter) alt(k int, f *inline, inLabel bool) bool {
	raw := w.doc.Markdown[f.labelStart:f.labelEnd]
	cell := w.kindAt(f.start) == extract.Table
	if tellsNothing(raw) || !cell && w.said(k, raw) {
		w.edit(f.start, f.end, "")
		w.leaveOut(f, "image whose text says nothing new")
		return false
	}
	before, after := "![", "]()"
	if cell || inLabel {
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

// link writes a link with the images in its label.
func (w *rewriter) link(k int, f *inline) {
	l := &w.label[k]
	asText := w.isText(k, f)
	for _, i := range w.waiting {
		l.shown = w.image(i, &w.found[i], !asText) || l.shown
	}
	w.waiting = w.waiting[:0]
	switch {
	case l.onlyImages() && !l.shown:
		w.edit(f.start, f.end, "")
		w.leaveOut(f, "link around images that are left out")
		return
	case asText:
		w.asText(f)
	case w.style.Links == LinksNumbered:
		w.edit(f.labelEnd+1, f.end, "["+w.numberOf(f)+"]")
	default:
		w.destination(f)
		w.title(f)
	}
	w.until = f.end
	if w.repeats != nil && !asText {
		w.repeats.written[w.repeats.target[k]] = k
	}
}

// isText reports whether link k is written without its address.
func (w *rewriter) isText(k int, f *inline) bool {
	if w.style.Links == LinksText {
		return true
	}
	dest := w.doc.Markdown[f.destStart:f.destEnd]
	if w.label[k].onlyImages() && w.style.Images != ImagesInline && isImageFile(dest) {
		return true
	}
	return w.style.CleanAddresses && (isOwn(dest, w.page) || isShare(dest)) ||
		w.repeats != nil && w.repeats.has(k, w.label[k].onlyImages())
}

// title takes a title out that says nothing new.
func (w *rewriter) title(f *inline) {
	md := w.doc.Markdown
	if w.style.CleanAddresses && f.titleStart < f.titleEnd && titleIsSaid(md[f.titleStart:f.titleEnd], md[f.labelStart:f.labelEnd], md[f.destStart:f.destEnd]) {
		w.edit(f.titleStart-1, f.titleEnd, "")
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
