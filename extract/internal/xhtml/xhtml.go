// Package xhtml reads the XML syntax of HTML (HTML Standard, section 14): pages served as
// application/xhtml+xml, chapters of e-books.
//
// A parser of HTML misreads such a page: <script/> and <title/> go on to the end of the text
// there, <div/> and <i/> hold all that follows, CDATA sections are comments, <html:p> is an
// unknown element. [ToHTML] writes the page in the syntax of HTML, so that one parser reads
// both. Pages that aren't well-formed are rewritten as far as their markup is recognised;
// the parser of HTML repairs the rest.
package xhtml

import (
	"bytes"
	"mime"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// IsMediaType reports whether the value of a Content-Type header is that of XHTML.
func IsMediaType(contentType string) bool {
	name, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		name, _, _ = strings.Cut(contentType, ";")
	}
	return strings.EqualFold(strings.TrimSpace(name), "application/xhtml+xml")
}

// ToHTML returns text, a page of XHTML in UTF-8, in the syntax of HTML:
//
//   - <div/> becomes <div></div>, unless the element is void in HTML; </br> goes
//   - <![CDATA[a < b]]> becomes a &lt; b; in script and style it becomes a < b
//   - &lt; in script and style becomes <
//   - prefixes of the namespaces of HTML, SVG and MathML go: <h:p> becomes <p>
//   - entities that the document declares become their text
//   - processing instructions become comments
//
// It returns text itself if nothing is to be changed. Time and memory are linear in the
// size of text; entities add at most maxExpanded bytes.
func ToHTML(text []byte) []byte {
	w := rewriter{text: text, lookahead: 8 * len(text)}
	for w.at < len(text) {
		next := bytes.IndexAny(text[w.at:], w.special())
		if next < 0 {
			break
		}
		w.at += next
		if text[w.at] == '&' {
			w.reference()
		} else {
			w.markup()
		}
	}
	if w.copied == 0 {
		return text
	}
	return append(w.out, text[w.copied:]...)
}

// rewriter is the state of one ToHTML.
type rewriter struct {
	text   []byte
	at     int    // text before it was looked at
	copied int    // text before it is in out, or left out
	out    []byte // of the rewritten page

	prefixes   map[string]bool   // bound to the namespaces of HTML, SVG or MathML
	entities   map[string]string // that the document declares, with "<" and "&" as references
	declared   int               // declarations of entities that were read
	expanded   int               // bytes of entities that were written
	foreign    int               // svg and math elements that are open
	sawDoctype bool
	noPIEnd    bool // no processing instruction ends from here on
	lookahead  int  // bytes that may still be read in vain for the end of a script
}

// Bounds of the entities that a document declares, in declarations and bytes.
const (
	maxEntities = 1000
	maxEntity   = 1 << 10
	maxExpanded = 1 << 20
)

// special returns the characters that ToHTML stops at.
func (w *rewriter) special() string {
	if len(w.entities) > 0 {
		return "<&"
	}
	return "<"
}

// replace replaces text[start:end] by s, and goes on at end.
func (w *rewriter) replace(start, end int, s string) {
	w.out = append(append(w.out, w.text[w.copied:start]...), s...)
	w.copied, w.at = end, end
}

// markup looks at what begins with "<".
func (w *rewriter) markup() {
	start, rest := w.at, w.text[w.at:]
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		end := indexAfter(rest, 4, "-->")
		if end < 0 {
			w.at = len(w.text)
			return
		}
		w.comment(start, start+end, rest[4:end-3])
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		end := indexAfter(rest, 9, "]]>")
		if end < 0 { // it isn't well-formed: all of the rest is text
			w.replace(start, len(w.text), escape(rest[9:]))
			return
		}
		w.replace(start, start+end, escape(rest[9:end-3]))
	case len(rest) > 9 && bytes.EqualFold(rest[:9], []byte("<!doctype")) && !w.sawDoctype:
		w.sawDoctype = true
		w.doctype(start)
	case bytes.HasPrefix(rest, []byte("<?")):
		w.instruction(start)
	case len(rest) > 2 && rest[1] == '/' && isNameStart(rest[2]):
		w.endTag(start)
	case len(rest) > 1 && isNameStart(rest[1]):
		w.startTag(start)
	default:
		w.at++
	}
}

// comment writes inner as a comment that doesn't end early, as one does in HTML at "-->", at
// "--!>" and where it begins with ">" or "->".
func (w *rewriter) comment(start, end int, inner []byte) {
	text := string(inner)
	ends := strings.HasPrefix(text, ">") || strings.HasPrefix(text, "->") || strings.Contains(text, "--!>") || strings.Contains(text, "-->")
	switch {
	case ends:
		w.replace(start, end, "<!--"+strings.ReplaceAll(text, ">", "&gt;")+"-->")
	case w.text[start+1] != '!':
		w.replace(start, end, "<!--"+text+"-->")
	default:
		w.at = end
	}
}

// instruction makes a comment of a processing instruction, as the parser of HTML does, but
// of all of it: "<?a b > c ?>" ends at its last sign.
func (w *rewriter) instruction(start int) {
	end := -1
	if !w.noPIEnd {
		end = indexAfter(w.text[start:], 2, "?>")
	}
	if w.noPIEnd = end < 0; w.noPIEnd {
		w.at += 2
		return
	}
	w.comment(start, start+end, w.text[start+1:start+end-1])
}

// doctype leaves out the internal subset of a document type, whose entities it keeps.
func (w *rewriter) doctype(start int) {
	rest := w.text[start:]
	subset, quote := -1, byte(0)
	for i := 2; i < len(rest); i++ {
		switch c := rest[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[':
			end := w.subset(rest, i+1)
			if end < 0 {
				w.at += 2
				return
			}
			subset, i = i, end
		case c == '>' && subset < 0:
			w.at = start + i + 1
			return
		case c == '>':
			w.replace(start+subset, start+i, "")
			w.at++
			return
		}
	}
	w.at += 2
}

// subset reads the internal subset of a document type, from i on. It returns the index of
// the bracket that ends it, or -1 if it has no end.
func (w *rewriter) subset(text []byte, i int) int {
	for i < len(text) {
		rest := text[i:]
		end := 1
		switch {
		case rest[0] == ']':
			return i
		case bytes.HasPrefix(rest, []byte("<!--")):
			end = indexAfter(rest, 4, "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			end = indexAfter(rest, 2, "?>")
		case rest[0] == '"' || rest[0] == '\'':
			end = indexAfter(rest, 1, string(rest[:1]))
		case bytes.HasPrefix(rest, []byte("<!ENTITY")):
			w.entity(rest[len("<!ENTITY"):])
		}
		if end < 0 {
			return -1
		}
		i += end
	}
	return -1
}

// entity records the entity of a declaration: name "text". One that holds markup or other
// entities is left as it is. The first declaration of a name counts (XML, section 4.2).
func (w *rewriter) entity(declaration []byte) {
	declaration = declaration[:min(len(declaration), maxEntity+200)]
	name, rest := nameOf(bytes.TrimLeft(declaration, spaces))
	rest = bytes.TrimLeft(rest, spaces)
	if w.declared++; w.declared > maxEntities || name == "" || len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
		return
	}
	end := bytes.IndexByte(rest[1:], rest[0])
	if end < 0 || end > maxEntity || bytes.IndexByte(rest[1:end+1], '<') >= 0 {
		return
	}
	switch name {
	case "amp", "lt", "gt", "quot", "apos":
		return
	}
	if _, has := w.entities[name]; has {
		return
	}
	if w.entities == nil {
		w.entities = map[string]string{}
	}
	w.entities[name] = escape([]byte(html.UnescapeString(string(rest[1 : end+1]))))
}

// reference writes the text of an entity that the document declares, if one begins here.
func (w *rewriter) reference() {
	value, size := w.declaredEntity(w.text[w.at:])
	if size == 0 {
		w.at++
		return
	}
	w.replace(w.at, w.at+size, value)
}

// declaredEntity returns the replacement for the reference at the start of text, and the
// size of the reference in bytes. The size is 0 if text does not begin with a reference to
// an entity that the document declares.
func (w *rewriter) declaredEntity(text []byte) (value string, size int) {
	name, rest := nameOf(text[1:min(len(text), 101)])
	value, has := w.entities[name]
	if !has || len(rest) == 0 || rest[0] != ';' || w.expanded+len(value) > maxExpanded {
		return "", 0
	}
	w.expanded += len(value)
	return value, len(name) + 2
}

// expand returns text with the entities in it that the document declares.
func (w *rewriter) expand(text []byte) []byte {
	if len(w.entities) == 0 {
		return text
	}
	var out []byte
	for {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			return append(out, text...)
		}
		value, size := w.declaredEntity(text[i:])
		if size == 0 {
			value, size = "&", 1
		}
		out = append(append(out, text[:i]...), value...)
		text = text[i+size:]
	}
}

// startTag reads the start tag at start, and what follows where a parser of HTML would
// take it for text.
func (w *rewriter) startTag(start int) {
	t := w.readTag(start)
	if t.end < 0 {
		w.at = len(w.text)
		return
	}
	name := t.name
	if t.prefix > 0 && w.prefixes[name[:t.prefix-1]] {
		name = name[t.prefix:]
		w.replace(start+1, start+1+t.prefix, "")
	}
	w.attributes(start+1+len(t.name), t.end)
	lower := strings.ToLower(name)
	closed := t.selfClosing && !htmltree.IsVoid(lower)
	if closed {
		w.replace(t.slash, t.end, "></"+name+">")
	}
	w.at = t.end
	switch {
	case closed:
	case lower == "svg" || lower == "math":
		w.foreign++
	case w.foreign > 0:
	case lower == "script" || lower == "style":
		w.rawText(t.name, true)
	case lower == "title" || lower == "textarea":
		w.rawText(t.name, false)
	}
}

// attributes writes the entities in the attributes of a tag.
func (w *rewriter) attributes(from, end int) {
	if len(w.entities) == 0 {
		return
	}
	for w.at = from; w.at < end; {
		next := bytes.IndexByte(w.text[w.at:end], '&')
		if next < 0 {
			return
		}
		w.at += next
		w.reference()
	}
}

// endTag reads the end tag at start. Those of void elements go, since </br> is one more
// line break in HTML.
func (w *rewriter) endTag(start int) {
	name, rest := nameOf(w.text[start+2:])
	end := bytes.IndexByte(rest, '>')
	if end < 0 {
		w.at = len(w.text)
		return
	}
	end += start + 2 + len(name) + 1
	local := name
	if prefix, after, has := strings.Cut(name, ":"); has && w.prefixes[prefix] {
		local = after
	}
	switch lower := strings.ToLower(local); {
	case htmltree.IsVoid(lower):
		w.replace(start, end, "")
		return
	case lower == "svg" || lower == "math":
		w.foreign = max(0, w.foreign-1)
	}
	if local != name {
		w.replace(start+2, start+2+len(name), local)
	}
	w.at = end
}

// rawText writes what an element holds that can hold no markup in HTML, up to its end tag:
// with raw as it is (script, style), else with references for "<" and "&" (title,
// textarea). Comments, instructions and tags in it go. Text that isn't XML stays as it is: if (a < b) in a script.
func (w *rewriter) rawText(name string, raw bool) {
	start, read := w.at, len(w.text) // in vain, text before read is looked at
	var out strings.Builder
	for i := start; w.lookahead > 0; {
		next := bytes.IndexByte(w.text[i:], '<')
		if next < 0 {
			break
		}
		text, rest := w.expand(w.text[i:i+next]), w.text[i+next:]
		if raw {
			out.WriteString(html.UnescapeString(string(text)))
		} else {
			out.Write(text)
		}
		i += next
		end := -1
		switch {
		case bytes.HasPrefix(rest, []byte("<!--")):
			end = indexAfter(rest, 4, "-->")
		case bytes.HasPrefix(rest, []byte("<?")):
			end = indexAfter(rest, 2, "?>")
		case bytes.HasPrefix(rest, []byte("<![CDATA[")):
			if end = indexAfter(rest, 9, "]]>"); end >= 0 && raw {
				out.Write(rest[9 : end-3])
			} else if end >= 0 {
				out.WriteString(escape(rest[9 : end-3]))
			}
		case endsElement(rest, name):
			if s := out.String(); s != string(w.text[start:i]) {
				w.replace(start, i, guarded(s, name, raw))
			}
			w.at = i
			return
		case !raw && len(rest) > 1 && (isNameStart(rest[1]) || rest[1] == '/'):
			end = indexAfter(rest, 1, ">")
		default:
			read = i
		}
		if end < 0 {
			break
		}
		i += end
	}
	w.lookahead -= read - start
	for w.at = start; w.at < len(w.text); w.at++ {
		next := bytes.IndexByte(w.text[w.at:], '<')
		if next < 0 {
			w.at = len(w.text)
			return
		}
		if w.at += next; endsElement(w.text[w.at:], name) {
			return
		}
	}
}

// guarded keeps the text of a script from ending it, and from hiding its end.
func guarded(s, name string, raw bool) string {
	if raw && (strings.Contains(strings.ToLower(s), "</"+strings.ToLower(name)) || strings.Contains(s, "<!--")) {
		return strings.NewReplacer("</", `<\/`, "<!", `<\!`).Replace(s)
	}
	return s
}

// endsElement reports whether text begins with the end tag of an element of the name.
func endsElement(text []byte, name string) bool {
	end := 2 + len(name)
	return len(text) > end && text[1] == '/' && strings.EqualFold(string(text[2:end]), name) && (text[end] == '>' || isSpace(text[end]))
}

// tag is a start tag.
type tag struct {
	name        string // with its prefix
	prefix      int    // bytes of the prefix and its colon
	slash, end  int    // where the slash before its end is, and after it; -1 if it doesn't end
	selfClosing bool
}

// readTag reads the start tag at start, and the prefixes that it declares. A slash that
// ends a value without quotes, as in <a href=/b/>, belongs to the value.
func (w *rewriter) readTag(start int) tag {
	text := w.text
	name, _ := nameOf(text[start+1:])
	t := tag{name: name, prefix: strings.IndexByte(name, ':') + 1, end: -1}
	for i := start + 1 + len(name); i < len(text); {
		switch c := text[i]; {
		case c == '>':
			t.end = i + 1
			return t
		case c == '/' && i+1 < len(text) && text[i+1] == '>':
			t.slash, t.end, t.selfClosing = i, i+2, true
			return t
		case isSpace(c) || c == '/' || c == '=':
			i++
			continue
		}
		key := i
		for i < len(text) && text[i] != '=' && text[i] != '>' && text[i] != '/' && !isSpace(text[i]) {
			i++
		}
		keyEnd := i
		for i < len(text) && isSpace(text[i]) {
			i++
		}
		if i == len(text) || text[i] != '=' {
			continue
		}
		for i++; i < len(text) && isSpace(text[i]); i++ {
		}
		if i == len(text) {
			break
		}
		if quote := text[i]; quote == '"' || quote == '\'' {
			n := bytes.IndexByte(text[i+1:], quote)
			if n < 0 {
				break
			}
			w.namespace(text[key:keyEnd], text[i+1:i+1+n])
			i += n + 2
			continue
		}
		for i < len(text) && text[i] != '>' && !isSpace(text[i]) {
			i++
		}
	}
	return t
}

// namespace records what an attribute binds a prefix to.
func (w *rewriter) namespace(name, value []byte) {
	prefix, found := bytes.CutPrefix(name, []byte("xmlns:"))
	if !found {
		return
	}
	if w.prefixes == nil {
		w.prefixes = map[string]bool{}
	}
	switch string(value) {
	case "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML":
		w.prefixes[string(prefix)] = true
	default:
		delete(w.prefixes, string(prefix))
	}
}

const spaces = " \t\r\n\f"

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' && c != '\v' }

func isNameStart(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= 0x80 }

// nameOf returns the name that text begins with, and what follows it.
func nameOf(text []byte) (name string, rest []byte) {
	i := 0
	for i < len(text) && text[i] != '/' && text[i] != '>' && text[i] != ';' && text[i] != '<' && !isSpace(text[i]) {
		i++
	}
	return string(text[:i]), text[i:]
}

// indexAfter returns the index after the first mark in text that begins at from or behind
// it, or -1 if it is not found.
func indexAfter(text []byte, from int, mark string) int {
	i := bytes.Index(text[min(from, len(text)):], []byte(mark))
	if i < 0 {
		return -1
	}
	return from + i + len(mark)
}

// escape writes text so that a parser of HTML reads it as such, in quotes as well.
func escape(text []byte) string {
	var b strings.Builder
	for {
		i := bytes.IndexAny(text, "&<\"'")
		if i < 0 {
			b.Write(text)
			return b.String()
		}
		b.Write(text[:i])
		switch text[i] {
		case '&':
			b.WriteString("&amp;")
		case '<':
			b.WriteString("&lt;")
		case '"':
			b.WriteString("&quot;")
		default:
			b.WriteString("&#39;")
		}
		text = text[i+1:]
	}
}
