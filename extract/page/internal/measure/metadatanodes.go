package measure

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// recordMetadataNode keeps n, the last node that has an index, in Page.Head if it is a title, base, meta, link, time or
// script element, in head or body, and collects its text if no reader sees it.
func (w *walker) recordMetadataNode(n *html.Node) {
	w.hidden.AddElementText(n)
	switch n.DataAtom {
	case atom.Title:
		if w.Head.Title == nil && (n.Parent == nil || n.Parent.DataAtom != atom.Svg) {
			w.Head.Title = n
		}
	case atom.Base:
		inert := n.Parent
		for inert != nil && inert.DataAtom != atom.Template {
			inert = inert.Parent
		}
		if w.Head.Base == nil && n.Namespace == "" && htmltree.Has(n, "href") && inert == nil {
			w.Head.Base = n
		}
	case atom.Meta:
		w.Head.Meta = append(w.Head.Meta, n)
	case atom.Link:
		w.Head.Link = append(w.Head.Link, n)
	case atom.Time, atom.Abbr, 0:
		isCustom := n.Data == "relative-time" || n.Data == "time-ago" || n.Data == "local-time" || n.Data == "amp-timeago"
		isTime := n.DataAtom == atom.Time || isCustom && htmltree.Has(n, "datetime")
		if (isTime || n.DataAtom == atom.Abbr && htmltree.HasClass(n, "published", "date", "timestamp", "updated")) && len(w.Head.Time) < maxMetadataNodes {
			w.Head.Time, w.Head.TimeAt = append(w.Head.Time, n), append(w.Head.TimeAt, int32(len(w.Next)-1))
		}
	case atom.Script:
		const statePrefixBytes = 200
		if n.FirstChild == nil {
			break
		}
		src, kind := n.FirstChild.Data, htmltree.Attr(n, "type")
		switch {
		case strings.HasPrefix(kind, "application/ld+json"):
			w.Head.JSONLD = append(w.Head.JSONLD, n)
		case strings.HasPrefix(kind, "application/json"):
			w.StateScripts = append(w.StateScripts, n)
		default:
			w.ScriptBytes += len(src)
			if setsApplicationState(src[:min(len(src), statePrefixBytes)]) {
				w.StateScripts = append(w.StateScripts, n)
			}
		}
	}
}

// setsApplicationState reports whether a program begins with the state that a framework starts from, or with a variable whose
// name says that it holds the first state of the page or its content, and JSON for its value: var initialData = {"…
func setsApplicationState(start string) bool {
	const maxStateName = 64
	has := func(text string, parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
	}
	if strings.Contains(start, "__") && has(start, "STATE", "__NUXT", "_DATA", "__remixContext", "HydrationData") {
		return true
	}
	name, value, found := strings.Cut(start, "=")
	value = strings.TrimLeft(value, " \n")
	isJSON := strings.HasPrefix(value, `{"`) || strings.HasPrefix(value, `[{"`) || strings.HasPrefix(value, "JSON.parse(")
	return found && isJSON && len(name) <= maxStateName && has(strings.ToLower(name), "initial", "preload", "state", "content", "article", "story")
}

func (w *walker) nonTextElement(n *html.Node, i int32) {
	w.recordMetadataNode(n)
	if n.DataAtom == atom.Select || n.DataAtom == atom.Textarea {
		w.Inputs++
	}
	w.Skip[i] = !w.hasMarkdownForm(n)
	w.hidden.AddAttributes(n)
	if n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Select || n.DataAtom == atom.Map || n.DataAtom == atom.Textarea && !w.Skip[i] {
		w.passSubtree(n, false, nil)
		return
	}
	w.hideSubtree(n, "not rendered")
}

// hasMarkdownForm reports whether package htmlmd writes something for an element without
// text: a video, a recording, an object, an option that is chosen, areas of a picture, a text to copy, the source of a formula of
// MathJax, a script that shows code.
func (w *walker) hasMarkdownForm(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Object, atom.Select, atom.Map:
		return w.sheet.HiddenReason(n) == ""
	case atom.Textarea:
		return htmltree.Has(n, "readonly") && w.sheet.HiddenReason(n) == ""
	case atom.Video, atom.Audio:
		return true
	case atom.Iframe:
		return w.showsFrame(n)
	case atom.Script:
		return strings.HasPrefix(htmltree.Attr(n, "type"), "math/") || htmltree.Has(n, "data-telegram-post") || weburl.Gist(htmltree.Attr(n, "src")) != ""
	case atom.Svg:
		name := htmltree.Attr(n, "aria-label")
		if title := htmltree.Find(n, 1, func(c *html.Node) bool { return c.Data == "title" && holdsText(c) }); title != nil && name == "" {
			name = title.FirstChild.Data
		}
		isFormula := strings.IndexByte(name, '\\') >= 0
		return name != "" && htmltree.Attr(n, "aria-hidden") != "true" && (isFormula || isAllOfHeadingOrCell(n))
	}
	return false
}

// isAllOfHeadingOrCell reports whether no text is beside a drawing in its heading or in its cell of a table, such as a tick.
func isAllOfHeadingOrCell(n *html.Node) bool {
	for up, steps := n.Parent, 0; up != nil && steps < maxHeadingSteps; up, steps = up.Parent, steps+1 {
		switch up.DataAtom {
		case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Td, atom.Th:
			return htmltree.Find(up, maxHeadingSteps, func(c *html.Node) bool {
				return c.Type == html.TextNode && c.Parent.Namespace == "" && !IsBlank(c.Data)
			}) == nil
		}
	}
	return false
}

const maxHeadingSteps = 4

// showsFrame reports whether a frame shows something of the page: a film, a map, a form or a table, and
// nothing that counts readers, advertises or is a button of a network.
func (w *walker) showsFrame(n *html.Node) bool {
	const maxFrameAddress = 500
	if htmltree.Has(n, "data-tweet-id") { // a post, whose address is long
		return true
	}
	src := strings.TrimSpace(cmp.Or(htmltree.Attr(n, "data-src"), htmltree.Attr(n, "data-lazy-src"), htmltree.Attr(n, "src")))
	if src == "" || len(src) > maxFrameAddress || strings.HasPrefix(src, "about:") || strings.HasPrefix(src, "javascript:") || htmltree.Has(n, "hidden") {
		return false
	}
	style := strings.ReplaceAll(htmltree.Attr(n, "style"), " ", "")
	if strings.Contains(style, "display:none") || strings.Contains(style, "visibility:hidden") {
		return false
	}
	low, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(src), "loads", ""), "?") // uploads.example has no ads
	return !slices.ContainsFunc(sideFrames[:], func(part string) bool { return strings.Contains(low, part) })
}

// sideFrames are parts of the addresses of frames that show nothing of the page.
var sideFrames = [...]string{
	"googletagmanager.", "doubleclick.", "googlesyndication.", "adservice", "adsystem", "/ads/", "/ad/", "ads.", "/ads", "aswift", "banner", "recaptcha", "captcha", "turnstile",
	"plugins/page.php", "plugins/follow.php", "likebox.php", "like_box.php", "plugins/group.php", "activity.php", "share_button", "platform.twitter.com", "widgets.", "/widget", "addthis", "sharethis", "/share", "plusone", "like.php", "disqus", "/comments", "livefyre",
	"/embed/#", "pixel", "tracking", "/beacon", "consent", "login", "oauth", "signin", "newsletter", "subscribe", "taboola", "outbrain", "/chat", "messenger",
}

func (w *walker) voidElement(n *html.Node) {
	if n.DataAtom == atom.Input {
		w.Inputs++
		if htmltree.Attr(n, "type") == "password" {
			w.Passwords++
		}
	}
	w.recordMetadataNode(n)
	w.hidden.AddAttributes(n)
	w.passSubtree(n, false, nil)
}

func (w *walker) hideSubtree(n *html.Node, reason string) {
	var text strings.Builder
	w.passSubtree(n, true, &text)
	w.hidden.Add(text.String(), "hidden", reason)
}

// passSubtree numbers the nodes below n, records those with metadata, and collects what no reader sees: with attributes what
// attributes say, and in text, unless it is nil, the text.
func (w *walker) passSubtree(n *html.Node, attributes bool, text *strings.Builder) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		i := w.indexNode()
		switch {
		case c.Type == html.ElementNode:
			w.recordMetadataNode(c)
			if attributes {
				w.hidden.AddAttributes(c)
			}
		case c.Type != html.TextNode, text == nil, n.DataAtom == atom.Script, n.DataAtom == atom.Style, text.Len() >= w.hidden.Room(), IsBlank(c.Data):
		default:
			w.hidden.AddInvisible(c.Data)
			if text.Len() > 0 {
				text.WriteByte(' ')
			}
			text.WriteString(strings.TrimSpace(c.Data))
		}
		w.passSubtree(c, attributes, text)
		w.Next[i] = int32(len(w.Next))
	}
}
