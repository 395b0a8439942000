// Package xhtml reads the XML syntax of HTML (HTML Standard, section 14): pages served as
// application/xhtml+xml, chapters of e-books.
//
// A parser of HTML misreads such a page: <script/> and <title/> go on to the end of the text
// there, <div/> and <i/> hold all that follows, CDATA sections are comments, <html:p> is an
// unknown element. [ToHTML] writes the page in the syntax of HTML, so that one parser reads
// both.
package xhtml

import (
	"bytes"
	"context"
	"encoding/xml"
	"html"
	"regexp"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/laxxml"
)

// IsMediaType reports whether the value of a Content-Type header is that of XHTML.
func IsMediaType(contentType string) bool {
	name, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(name), "application/xhtml+xml")
}

// Bounds of a page that isn't well-formed: errors, and how often it is read beside them on average.
const (
	maxErrors   = 1000
	maxReadings = 8
)

// ToHTML returns text, a page of XHTML in UTF-8, in the syntax of HTML:
//
//   - <div/> becomes <div></div>, unless the element is void in HTML; </br> goes
//   - CDATA sections become text; references in script and style become what they mean
//   - prefixes of the namespaces of HTML, SVG and MathML go: <h:p> becomes <p>
//   - processing instructions become comments
//
// What isn't well-formed stays as it is, up to the next "<", and so do references to entities that the document declares. Time and memory
// are linear in the size of text. Once ctx is done, ToHTML returns what it has.
func ToHTML(ctx context.Context, text []byte) []byte {
	w := writer{prefixes: map[string]bool{}}
	for at, left := 0, maxReadings*len(text)+maxErrors*restart; at < len(text) && ctx.Err() == nil; {
		d := laxxml.NewDecoder(ctxio.NewReader(ctx, bytes.NewReader(text[at:])))
		start, end := at, at
		for {
			token, err := d.RawToken()
			start, end = end, at+int(d.InputOffset())
			if err != nil {
				break
			}
			w.write(token, text[start:end])
		}
		left -= end - start + restart
		at = len(text)
		if next := bytes.IndexByte(text[min(start+1, len(text)):], '<'); next >= 0 && left > 0 {
			at = start + 1 + next
		}
		w.out = append(w.out, text[start:at]...)
	}
	return w.out
}

// PlainMath returns text, a page of HTML, with formulas of MathML as a parser of HTML knows them: without the prefix that those who write
// XML give its elements, as scripts that draw formulas read them too: <mml:math><mml:mi>x</mml:mi></mml:math>.
func PlainMath(text []byte) []byte {
	const maxPrefixes = 4 // of a page
	for range maxPrefixes {
		if !bytes.Contains(text, []byte(":math")) {
			break
		}
		m := mathPrefix().FindSubmatch(text)
		if m == nil {
			break
		}
		prefix := string(m[1])
		text = bytes.ReplaceAll(bytes.ReplaceAll(text, []byte("<"+prefix), []byte("<")), []byte("</"+prefix), []byte("</"))
	}
	return text
}

// mathPrefix matches the first <math> that has a prefix, which is followed by a colon.
var mathPrefix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`<([A-Za-z]{1,8}:)math`) })

// restart is the cost of a new decoder, in bytes of text.
const restart = 256

// writer is the state of one ToHTML.
type writer struct {
	out      []byte
	prefixes map[string]bool // bound to the namespaces of HTML, SVG or MathML
	foreign  int             // svg and math elements that are open
	raw      string          // the open element that can hold no markup in HTML, "" for none
	rawStart int             // where its text begins in out
}

func (w *writer) write(token xml.Token, src []byte) {
	isCode := w.raw == "script" || w.raw == "style"
	switch token := token.(type) {
	case xml.CharData:
		switch section, isSection := bytes.CutPrefix(src, []byte("<![CDATA[")); {
		case isSection && isCode:
			w.out = append(w.out, section[:len(section)-len("]]>")]...)
		case isSection:
			w.out = append(w.out, html.EscapeString(string(section[:len(section)-len("]]>")]))...)
		case isCode:
			w.out = append(w.out, html.UnescapeString(string(src))...)
		default:
			w.out = append(w.out, src...)
		}
	case xml.StartElement:
		w.start(token, src, isCode)
	case xml.EndElement:
		w.end(token, src, isCode)
	case xml.Comment:
		if text := string(token); w.raw == "" {
			w.comment(text, strings.HasPrefix(text, ">") || strings.HasPrefix(text, "->"))
		}
	case xml.ProcInst:
		if w.raw == "" {
			w.comment(strings.TrimSuffix(string(src[1:]), ">"), true)
		}
	case xml.Directive:
		kind, _, _ := bytes.Cut(token, []byte("["))
		w.out = append(append(append(w.out, "<!"...), kind...), '>')
	}
}

// comment writes a comment, which in HTML may end early at a ">".
func (w *writer) comment(text string, escape bool) {
	if escape {
		text = strings.ReplaceAll(text, ">", "&gt;")
	}
	w.out = append(w.out, "<!--"+text+"-->"...)
}

func (w *writer) start(e xml.StartElement, src []byte, isCode bool) {
	if w.raw != "" {
		if isCode { // which is no XML
			w.out = append(w.out, src...)
		}
		return
	}
	for _, a := range e.Attr {
		if a.Name.Space == "xmlns" {
			w.prefixes[a.Name.Local] = a.Value == "http://www.w3.org/1999/xhtml" || a.Value == "http://www.w3.org/2000/svg" || a.Value == "http://www.w3.org/1998/Math/MathML"
		}
	}
	name := w.name(e.Name)
	rest := src[len("<")+len(laxxml.Written(e.Name)):]
	if closed, isClosed := bytes.CutSuffix(rest, []byte("/>")); isClosed && !htmltree.IsVoid(strings.ToLower(name)) {
		rest = append(bytes.Clone(closed), '>')
	}
	w.out = append(append(append(w.out, '<'), name...), rest...)
	switch low := strings.ToLower(name); low {
	case "svg", "math":
		w.foreign++
	case "script", "style", "title", "textarea":
		if w.foreign == 0 {
			w.raw, w.rawStart = low, len(w.out)
		}
	}
}

func (w *writer) end(e xml.EndElement, src []byte, isCode bool) {
	name := w.name(e.Name)
	low := strings.ToLower(name)
	switch {
	case w.raw != "" && low != w.raw:
		if isCode {
			w.out = append(w.out, src...)
		}
		return
	case htmltree.IsVoid(low):
		return
	case low == "svg" || low == "math":
		w.foreign = max(0, w.foreign-1)
	}
	if isCode {
		// What it holds must not end it, nor hide its end.
		if code := string(w.out[w.rawStart:]); strings.Contains(strings.ToLower(code), "</"+low) || strings.Contains(code, "<!--") {
			w.out = append(w.out[:w.rawStart], strings.NewReplacer("</", `<\/`, "<!", `<\!`).Replace(code)...)
		}
	}
	w.raw = ""
	w.out = append(w.out, "</"+name+">"...)
}

// name returns the name of an element in HTML.
func (w *writer) name(name xml.Name) string {
	if w.prefixes[name.Space] {
		return name.Local
	}
	return laxxml.Written(name)
}
