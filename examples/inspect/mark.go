package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

type piece struct {
	State     string  `json:"state"` // kept, left, hidden or flagged
	Stage     string  `json:"stage"`
	Rule      string  `json:"rule"`
	Score     float32 `json:"score"`
	Threshold float32 `json:"threshold"`
	Text      string  `json:"text"`
	Anchor    string  `json:"anchor,omitempty"` // the fragment of the marked page that leads to it

	letters int // of the whole text, where Text is its beginning
	place   int // in the letters of the page
}

// markedPage is the page of a stranger with a mark on each piece, without anything that runs
// or leads away.
type markedPage struct {
	pieces []piece
	html   []byte
}

// mark finds the pieces of the trace in the page and marks them there. The trace has texts, not
// elements, so each is looked for by its letters from the place of the one before on.
func mark(p *webfetch.Packet) *markedPage {
	m := &markedPage{pieces: pieces(p)}
	text, encoding := p.RawText()
	if encoding != "utf-8" {
		text = fmt.Sprintf("%d bytes of %s", len(p.Raw), p.ContentType)
	}
	root, err := html.Parse(strings.NewReader(text))
	if p.Provenance.Format != "html" || err != nil {
		m.html = []byte("<body><pre style='white-space:pre-wrap'>" + html.EscapeString(text) + "</pre>")
		return m
	}
	ix := &index{searches: 1 << 30}
	ix.clean(root)
	last := map[string]int{} // by stage
	for i := range m.pieces {
		pc := &m.pieces[i]
		from := last[pc.Stage]
		pc.place = ix.find(letters(pc.Text), from, pc.State != "flagged")
		if pc.place < 0 {
			pc.place = from
			continue
		}
		if pc.State != "flagged" {
			last[pc.Stage] = pc.place
		}
		pc.Anchor = ix.mark(pc, i)
	}
	slices.SortStableFunc(m.pieces, func(a, b piece) int { return cmp.Compare(a.place, b.place) })
	var b bytes.Buffer
	html.Render(&b, root) // fails for a tree that no parser makes
	m.html = b.Bytes()
	return m
}

func pieces(p *webfetch.Packet) []piece {
	all := []piece{}
	if p.Document != nil {
		for _, r := range p.Document.Removed {
			if r.Where == "hidden" {
				all = append(all, piece{State: "hidden", Stage: "visibility", Rule: r.Reason, Text: modeltext.OneLine(r.Text, 160), letters: len(letters(r.Text))})
			}
		}
		for _, d := range p.Document.Trace {
			if state := map[bool]string{true: "kept", false: "left"}[d.Kept]; d.Stage != "visibility" {
				all = append(all, piece{State: state, Stage: string(d.Stage), Rule: d.Rule, Score: d.Score, Threshold: d.Threshold, Text: d.Text})
			}
		}
	}
	for _, f := range p.Injections {
		all = append(all, piece{State: "flagged", Stage: "scan", Rule: fmt.Sprintf("%s %s, %s", f.Level, f.Category, f.Reason), Text: f.Text, letters: len(letters(f.Text))})
	}
	return all
}

// letters are those of a text and its digits in lower case: what is the same however white
// space and marks are written.
func letters(text string) []byte {
	out := make([]byte, 0, len(text))
	for _, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			out = utf8.AppendRune(out, unicode.ToLower(r))
		}
	}
	return out
}

type index struct {
	letters  []byte
	starts   []int
	nodes    []*html.Node
	searches int // bytes that may still be searched
}

// clean takes out what runs, loads or leads away, and notes the text.
func (ix *index) clean(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		switch {
		case c.Type == html.TextNode:
			if found := letters(c.Data); len(found) > 0 {
				ix.starts, ix.nodes = append(ix.starts, len(ix.letters)), append(ix.nodes, c)
				ix.letters = append(ix.letters, found...)
			}
		case c.Type == html.CommentNode, c.Type == html.ElementNode && slices.Contains(runs, c.DataAtom):
			n.RemoveChild(c)
		case c.Type == html.ElementNode:
			c.Attr = slices.DeleteFunc(c.Attr, func(a html.Attribute) bool {
				return strings.HasPrefix(a.Key, "on") || strings.HasPrefix(a.Key, "data-wf") || a.Key == "data-show" ||
					slices.Contains(leading, a.Key) && !strings.HasPrefix(a.Val, "data:image/")
			})
			for i, a := range c.Attr {
				if a.Key == "href" {
					c.Attr[i].Val = "#"
				}
			}
			if c.DataAtom == atom.Details {
				set(c, "open", "")
			}
			if c.DataAtom != atom.Style && c.DataAtom != atom.Title {
				ix.clean(c)
			}
		}
		c = next
	}
}

var leading = []string{"src", "srcset", "poster", "background", "data", "action", "formaction", "ping", "target", "autofocus"}

var runs = []atom.Atom{atom.Script, atom.Noscript, atom.Template, atom.Base, atom.Meta, atom.Link, atom.Iframe, atom.Frame, atom.Object, atom.Embed, atom.Applet}

// find returns where a text begins that is looked for from a place on, atStart of a text node
// only: nearby, or in all that follows if it is long enough to be no accident. It returns -1 if
// it is not found.
func (ix *index) find(text []byte, from int, atStart bool) int {
	const nearby, telling = 32 << 10, 24
	text = text[:min(len(text), 60)]
	end := len(ix.letters)
	if len(text) < telling {
		end = min(from+nearby, end)
	}
	for len(text) > 0 && ix.searches > 0 {
		at := bytes.Index(ix.letters[from:end], text)
		if at < 0 {
			ix.searches -= end - from
			return -1
		}
		if _, isStart := slices.BinarySearch(ix.starts, from+at); isStart || !atStart {
			return from + at
		}
		ix.searches -= at + 1
		from += at + 1
	}
	return -1
}

// mark marks the element of a piece, or all elements of one whose extent is known, and returns
// the ID of the first.
func (ix *index) mark(pc *piece, number int) (anchor string) {
	say := fmt.Sprintf("%s, %s: %s", strings.Replace(pc.State, "left", "left out", 1), pc.Stage, pc.Rule)
	if pc.Threshold > 0 {
		say += fmt.Sprintf(", score %.3f, kept from %.3f on", pc.Score, pc.Threshold)
	}
	i, exact := slices.BinarySearch(ix.starts, pc.place)
	if !exact {
		i--
	}
	for first := i; i < len(ix.nodes) && (i == first || ix.starts[i] < pc.place+pc.letters); i++ {
		e := ix.nodes[i].Parent
		// Hidden text is often a part of a line, other pieces are whole blocks.
		for pc.State != "hidden" && e.Parent != nil && slices.Contains(inline, e.DataAtom) {
			e = e.Parent
		}
		if get(e, "data-wf") == pc.State && i == first {
			// The second piece of an element gets an element of its own.
			e = &html.Node{Type: html.ElementNode, Data: "span", DataAtom: atom.Span}
			text := ix.nodes[i]
			text.Parent.InsertBefore(e, text)
			text.Parent.RemoveChild(text)
			e.AppendChild(text)
		}
		if get(e, "data-wf") == "hidden" {
			set(e, "data-wf-up", "")
		}
		set(e, "data-wf", pc.State)
		set(e, "data-wf-say", say)
		if get(e, "id") == "" {
			set(e, "id", fmt.Sprintf("wf-%d", number))
		}
		if i == first {
			anchor = get(e, "id")
		}
	}
	return anchor
}

var inline = []atom.Atom{atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Cite, atom.Code, atom.Em, atom.Font, atom.I, atom.Kbd, atom.Label, atom.Mark,
	atom.Q, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strong, atom.Sub, atom.Sup, atom.Time, atom.U, atom.Var}

func get(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func set(n *html.Node, key, value string) {
	for i, a := range n.Attr {
		if a.Key == key {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}
