// Package htmlview makes the sanitised HTML of view=html: what a reader can
// see of a page, as markup that is safe to show.
//
// Order matters: what is hidden is found while the styles are still there, and
// the allow-list comes last, over the one serialisation that is returned.
package htmlview

import (
	"bytes"
	"cmp"
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/xhtml"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// Render returns the visible part of the page in src as sanitised HTML:
// no scripts, styles, forms, frames, plugins, event handlers, comments or
// invisible characters; links to http, https, mailto and relative addresses
// only. Addresses are absolute where src.URL is known, after the page's own <base>,
// and code keeps the name of its language as the class "language-…" of the HTML
// standard, section 4.5.15. Images stay, except trackers: those of one pixel, those whose address
// is data, and those of other hosts than src.URL whose address has a query, since
// that is how pages count readers and how a reply is made to carry data away.
// They become their alternative text.
//
// A nil src.URL means unknown, and then every absolute image address counts as
// foreign. The body is decoded as package charset has it, and read as XML where its
// media type is application/xhtml+xml; src.Options don't count. Rendering what Render
// returned, in UTF-8, changes nothing. A page that x/net/html can't
// parse (more than 512 open elements) is flattened first, see [visibility.Flatten].
//
// The only error is that of ctx, which is noticed soon.
func Render(ctx context.Context, src *extract.Source) (string, error) {
	page, _ := charset.Decode(src.Body, src.MediaType)
	if xhtml.IsMediaType(src.MediaType) {
		page = xhtml.ToHTML(ctx, page)
	}
	parse := func(page []byte) (*html.Node, error) {
		return html.ParseWithOptions(ctxio.NewReader(ctx, bytes.NewReader(page)), html.ParseOptionEnableScripting(false))
	}
	root, err := parse(page)
	if err != nil && ctx.Err() == nil {
		page = visibility.Flatten(page, false, func() bool { return ctx.Err() != nil })
		root, err = parse(page)
	}
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		text, err := sanitized(ctx, bluemonday.StrictPolicy(), string(page))
		return html.EscapeString(invisible.Strip(text)), err
	}
	var sheet visibility.Checker
	sheet.SetEnded(func() bool { return ctx.Err() != nil })
	visibility.AddPageStyles(&sheet, root)
	p := pruner{ctx: ctx, sheet: &sheet, page: src.URL, base: src.URL}
	isBase := func(n *html.Node) bool { return n.DataAtom == atom.Base && htmltree.Has(n, "href") }
	if n := htmltree.Find(root, maxDepth, isBase); n != nil { // the first one counts (HTML, section 2.4.3)
		p.base = weburl.Base(src.URL, htmltree.Attr(n, "href"))
	}
	p.prune(root)
	var b bytes.Buffer
	isBody := func(n *html.Node) bool { return n.DataAtom == atom.Body || n.DataAtom == atom.Frameset }
	for n := cmp.Or(htmltree.Find(root, maxDepth, isBody), root).FirstChild; n != nil && ctx.Err() == nil; n = n.NextSibling {
		if err := html.Render(&b, n); err != nil {
			return "", nil
		}
	}
	text, err := sanitized(ctx, policy(), b.String())
	return strings.TrimSpace(text), err
}

// policy is bluemonday's policy for user-generated content, with the elements
// of articles added. It is made once and safe for concurrent use.
var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.UGCPolicy()
	p.RequireNoFollowOnLinks(false)
	p.AllowNoAttrs().OnElements("main", "header", "footer", "nav", "picture", "u", "ins", "del", "s", "mark", "kbd", "samp", "var", "time", "wbr")
	p.AllowAttrs("open").OnElements("details")
	p.AllowAttrs("class").Matching(languageClass()).OnElements("pre", "code", "div", "samp")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	return p
})

// maxDepth is how deep a tree is searched: the parser goes as deep.
const maxDepth = 512

// pruner takes out of a tree what is not for a reader.
type pruner struct {
	ctx   context.Context
	nodes int // looked at
	sheet *visibility.Checker
	page  *url.URL // the address of the page, nil if unknown
	base  *url.URL // what its relative addresses are relative to
}

// prune works through a tree, bottom last, without recursion into what goes.
// Judgement needs the whole tree, so it comes before removal.
func (p *pruner) prune(root *html.Node) {
	var out []*html.Node
	var walk func(n *html.Node)
	walk = func(n *html.Node) {
		if p.ended() {
			return
		}
		switch {
		case n.Type == html.CommentNode, n.Type == html.DoctypeNode, n.DataAtom != atom.Head && p.sheet.HiddenReason(n) != "", n.Type == html.ElementNode && removed(n):
			out = append(out, n)
			return
		case n.Type == html.TextNode:
			n.Data = invisible.Strip(n.Data)
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			walk(c)
		}
	}
	walk(root)
	for _, n := range out {
		if n.Parent != nil {
			n.Parent.RemoveChild(n)
		}
	}
	for n := range root.Descendants() {
		if p.ended() {
			return
		}
		if n.Type == html.ElementNode {
			p.element(n)
		}
	}
}

func removed(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Form:
		isContent := func(d *html.Node) bool { // pages of some frameworks put everything into a form
			switch d.DataAtom {
			case atom.P, atom.Article, atom.Main, atom.H1, atom.H2, atom.Table:
				return true
			}
			return false
		}
		return htmltree.Find(n, maxDepth, isContent) == nil
	case atom.Input, atom.Button, atom.Select, atom.Textarea, atom.Option, atom.Optgroup, atom.Svg, atom.Math, atom.Dialog, atom.Frame, atom.Frameset:
		return true
	}
	return false
}

// element cleans the attributes of an element and turns trackers into text.
func (p *pruner) element(n *html.Node) {
	for i := range n.Attr {
		a := &n.Attr[i]
		a.Val = invisible.Strip(a.Val)
		switch a.Key {
		case "href", "src", "cite":
			if u, err := weburl.Resolve(p.base, a.Val); err == nil && p.base != nil {
				a.Val = u.String()
			}
		}
	}
	keepLanguage(n)
	if n.DataAtom == atom.Img && p.tracker(n) {
		text := strings.TrimSpace(htmltree.Attr(n, "alt"))
		n.Type, n.DataAtom, n.Data, n.Attr = html.TextNode, 0, text, nil
	}
}

// tracker reports whether showing an image may notify a server.
func (p *pruner) tracker(n *html.Node) bool {
	for _, key := range [...]string{"width", "height"} {
		if v := strings.TrimSuffix(strings.TrimSpace(htmltree.Attr(n, key)), "px"); v == "0" || v == "1" {
			return true
		}
	}
	src, err := url.Parse(strings.TrimSpace(htmltree.Attr(n, "src")))
	if err != nil || src.Scheme != "" && src.Scheme != "http" && src.Scheme != "https" {
		return true
	}
	foreign := src.Host != "" && (p.page == nil || !strings.EqualFold(src.Host, p.page.Host))
	return foreign && (src.RawQuery != "" || src.ForceQuery)
}

func sanitized(ctx context.Context, list *bluemonday.Policy, text string) (string, error) {
	var out bytes.Buffer
	out.Grow(len(text))
	err := list.SanitizeReaderToWriter(ctxio.NewReader(ctx, strings.NewReader(text)), &out)
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", nil // what can't be read shows nothing
	}
	return out.String(), nil
}

// ended reports whether the context is done, which it asks for every 256 nodes.
func (p *pruner) ended() bool {
	p.nodes++
	return p.nodes%256 == 0 && p.ctx.Err() != nil
}

// languageClass matches the class that names the language of code. It is compiled
// once, at its first use.
var languageClass = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^language-[A-Za-z0-9_+#.-]{1,32}$`)
})

// keepLanguage leaves an element no class but the one that names the language of
// code, if it holds any and says which.
func keepLanguage(n *html.Node) {
	language := ""
	switch n.DataAtom {
	case atom.Pre, atom.Code, atom.Samp, atom.Div:
		language = htmlmd.Language(n)
	}
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == "class" })
	if languageClass().MatchString("language-" + language) {
		n.Attr = append(n.Attr, html.Attribute{Key: "class", Val: "language-" + language})
	}
}
