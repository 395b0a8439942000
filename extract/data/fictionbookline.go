package data

import (
	"encoding/xml"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
)

// bookLine is a line of a book with its markup.
type bookLine struct {
	mdinline.Builder
	aside   strings.Builder // text of what is open of code, sup, sub or the mark of a note
	element string          // which it is, "" for none
	mark    string          // of the note
	code    string          // the code of the line, with its blanks
	more    bool            // there is more than code
}

// isInline reports whether an element stands within a line.
func isInline(name string) bool {
	switch name {
	case "emphasis", "strong", "strikethrough", "code", "sub", "sup", "a", "style", "image":
		return true
	}
	return false
}

// inline takes the start of an element within a line and reports whether it is one.
func (b *bookReader) inline(e xml.StartElement) bool {
	name := e.Name.Local
	if !isInline(name) {
		return false
	}
	l := &b.line
	switch {
	case !b.inBody || l.element != "":
	case name == "emphasis":
		l.Open(mdinline.Emphasis)
	case name == "strong":
		l.Open(mdinline.Strong)
	case name == "strikethrough":
		l.Open(mdinline.Deleted)
	case name == "code" || name == "sub" || name == "sup":
		l.element = name
	case name == "a":
		b.link(e)
	}
	return true
}

// link begins a link or the mark of a note. A link within the book is text.
func (b *bookReader) link(e xml.StartElement) {
	target := attr(e, "href")
	id, inner := strings.CutPrefix(target, "#")
	isNote := false
	for _, a := range e.Attr {
		isNote = isNote || a.Name.Space == "" && a.Name.Local == "type" && a.Value == "note"
	}
	switch {
	case inner && isNote && !b.notes.inBody:
		b.line.element, b.line.mark = "a", b.notes.mark(id)
	case !inner:
		if target = mdwriter.Target(target, b.x.src.URL); target != "" {
			b.target, b.linkStart = target, b.open.Len()
			b.line.OpenLink(target)
		}
	}
}

// endInline ends an element within a line.
func (b *bookReader) endInline(name string) {
	if name == "a" && b.target != "" && b.line.element == "" {
		b.x.link(b.target, b.open.String()[min(b.linkStart, b.open.Len()):])
		b.target = ""
	}
	b.line.end(name)
}

func (l *bookLine) text(text string) {
	if l.element != "" {
		l.aside.WriteString(text)
		return
	}
	l.more = l.more || strings.TrimSpace(text) != ""
	l.Text(invisible.Strip(text))
}

// end ends an element within the line.
func (l *bookLine) end(name string) {
	if l.element != "" {
		if l.element == name {
			l.endAside()
		}
		return
	}
	switch name {
	case "emphasis":
		l.Close(mdinline.Emphasis)
	case "strong":
		l.Close(mdinline.Strong)
	case "strikethrough":
		l.Close(mdinline.Deleted)
	case "a":
		l.CloseLink()
	}
}

// endAside writes code, what stands above or below the line, or the mark of a note.
func (l *bookLine) endAside() {
	text := invisible.Strip(l.aside.String())
	element := l.element
	l.aside.Reset()
	l.element = ""
	if element == "code" {
		l.Code(text)
		l.code += text
		return
	}
	l.more = true
	switch element {
	case "a":
		if l.mark == "" {
			l.Text(text)
			return
		}
		l.Raw(l.mark)
	default:
		if written, ok := raised.Text(strings.TrimSpace(text), element == "sup", l.Touches()); ok {
			text = written
		}
		l.Text(text)
	}
}

// take ends the line.
func (l *bookLine) take(c mdinline.Context) string {
	if l.element != "" {
		l.endAside()
	}
	l.code, l.more = "", false
	return l.Take(c)
}

// onlyCode returns the code of a line that has nothing else, "" for any other line.
func (l *bookLine) onlyCode() string {
	if l.element == "code" {
		l.endAside()
	}
	if l.more || l.element != "" {
		return ""
	}
	return strings.Trim(l.code, "\r\n")
}
