package page

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// Bounds of redirects within a page: seconds that a refresh may wait, bytes of the
// target that is named.
const (
	maxWait   = 30
	maxTarget = 500
)

// redirect tells pages that do nothing but send their readers to another address, by
// a refresh of the header or the head or by a script that names it.
func redirect(s *pageSignals) extract.Verdict {
	if s.words > tinyPage || s.visible > 2*tinyPage || s.fromEmbeddedState {
		return extract.Verdict{}
	}
	if target := s.elsewhere(refreshTarget(s.refresh)); target != "" {
		return verdict(extract.VerdictEmpty, extract.NextTarget, withQuote("refresh to", target))
	}
	for _, n := range s.p.Head.Meta {
		if !strings.EqualFold(strings.TrimSpace(htmltree.Attr(n, "http-equiv")), "refresh") {
			continue
		}
		if n.Parent.DataAtom == atom.Noscript && s.words > fewWords {
			continue // most readers run scripts
		}
		if target := s.elsewhere(refreshTarget(htmltree.Attr(n, "content"))); target != "" {
			return verdict(extract.VerdictEmpty, extract.NextTarget, withQuote("refresh to", target))
		}
	}
	if s.words > fewWords && s.visible > fewWords {
		return extract.Verdict{}
	}
	for _, source := range s.scripts {
		if target := s.elsewhere(scriptTarget(source)); target != "" {
			return verdict(extract.VerdictJSShell, extract.NextTarget, withQuote("script leads to", target))
		}
	}
	return extract.Verdict{}
}

// warnRedirect adds the warning that names the targets of a page that only leads there.
func warnRedirect(doc *extract.Document) {
	w := extract.Warning{Type: extract.WarnFallback, Message: "the page only leads to another address"}
	if doc.Verdict.Kind == extract.VerdictJSShell {
		w.Type = extract.WarnJSRequired
	}
	var targets []string
	for _, evidence := range doc.Verdict.Evidence {
		_, target, _ := strings.Cut(evidence, ": ")
		targets = append(targets, target)
	}
	if w.Detail = strings.Join(targets, " "); len(targets) > 1 {
		w.Message = "the page consists of frames, which are other pages"
	}
	doc.Warnings = append(doc.Warnings, w)
}

// refreshTarget reads the content of a refresh (HTML, 4.2.5.3). It is empty where
// the page is only to be loaded again, or much later.
func refreshTarget(content string) string {
	s := strings.TrimLeft(content, " \t\n\f\r")
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits > 2 || digits > 0 && atoi(s[:digits]) > maxWait || digits == 0 && !strings.HasPrefix(s, ".") {
		return ""
	}
	s = strings.TrimLeft(s[digits:], "0123456789.")
	if s = strings.TrimLeft(s, " \t\n\f\r;,"); len(s) >= 3 && strings.EqualFold(s[:3], "url") {
		if after, found := strings.CutPrefix(strings.TrimLeft(s[3:], " \t\n\f\r"), "="); found {
			s = strings.TrimLeft(after, " \t\n\f\r")
		}
	}
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s, _, _ = strings.Cut(s[1:], s[:1])
	}
	return strings.TrimSpace(s)
}

func atoi(s string) (n int) {
	for i := range len(s) {
		n = 10*n + int(s[i]-'0')
	}
	return n
}

// scriptTarget returns the address that a short program sets as that of the page:
// location = "…", location.href = "…", location.replace("…") and the like, with a
// literal.
func scriptTarget(source string) string {
	for rest := source; ; {
		_, after, found := strings.Cut(rest, "location")
		if !found {
			return ""
		}
		rest = after
		s := strings.TrimLeft(after, " \t\n\r")
		for _, member := range [...]string{".href", ".replace", ".assign"} {
			s = strings.TrimLeft(strings.TrimPrefix(s, member), " \t\n\r")
		}
		if s == "" || s[0] != '=' && s[0] != '(' {
			continue
		}
		s = strings.TrimLeft(s[1:], " \t\n\r")
		if len(s) < 2 || s[0] != '"' && s[0] != '\'' && s[0] != '`' {
			continue
		}
		target, tail, ended := strings.Cut(s[1:], s[:1])
		tail = strings.TrimLeft(tail, " \t\n\r")
		if !ended || strings.ContainsAny(target, "\n${") || strings.HasPrefix(tail, "+") || strings.HasPrefix(tail, "?") {
			continue
		}
		return strings.ReplaceAll(target, `\/`, "/")
	}
}

// elsewhere returns the absolute address of a target on the web that is not the
// page itself, else nothing.
func (s *pageSignals) elsewhere(target string) string {
	if target == "" {
		return ""
	}
	ref, err := weburl.Resolve(s.base, target)
	if err != nil {
		return ""
	}
	if ref.Scheme != "http" && ref.Scheme != "https" && (ref.Scheme != "" || s.base != nil) {
		return ""
	}
	if s.url != nil && strings.TrimSuffix(withoutFragment(ref), "/") == strings.TrimSuffix(withoutFragment(s.url), "/") {
		return ""
	}
	ref.User = nil
	if target = ref.String(); len(target) > maxTarget {
		return ""
	}
	return target
}

// withoutFragment is an address without its fragment.
func withoutFragment(u *url.URL) string {
	c := *u
	c.Fragment, c.RawFragment = "", ""
	return c.String()
}

// maxProgram bounds the size of a program that is read for a redirect: one that
// does more is no redirect.
const maxProgram = 1000

// shortPrograms returns the short inline programs of a page with so few words that
// it may be a redirect.
func shortPrograms(root *html.Node, list []string, depth int) []string {
	for c := root.FirstChild; c != nil && depth < 512 && len(list) < 8; c = c.NextSibling {
		if c.Type != html.ElementNode && c.Type != html.DocumentNode {
			continue
		}
		if c.Data == "script" && c.FirstChild != nil && htmltree.Attr(c, "src") == "" && len(c.FirstChild.Data) <= maxProgram {
			list = append(list, c.FirstChild.Data)
		}
		list = shortPrograms(c, list, depth+1)
	}
	return list
}
