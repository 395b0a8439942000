package webfetch

import (
	"bytes"
	"context"
	"mime"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// maxHead is how many bytes of a page are searched for link elements.
const maxHead = 256 << 10

// The values of Provenance.Markdown.
const (
	MarkdownLink  = "rel=alternate" // the page or its header names its Markdown version
	MarkdownGuess = ".md"           // it is at the address of the page with .md after it
	MarkdownIndex = "llms.txt"      // it is the /llms.txt of the site whose front page was asked for
)

// markdownVersion returns the Markdown version of a page where the options ask for
// it and there is one, and how it was found. It must be of the same origin, answer
// with 200 and be text. Whatever fails on the way means that there is none.
func (c *Client) markdownVersion(ctx context.Context, call *fetchCall, resp *response) (version *response, how string) {
	if !c.opts.FollowMarkdown && !c.opts.GuessMarkdown && !c.opts.SiteIndex || call.Method != http.MethodGet || call.Mode == ModeRender || call.Extract.RawOnly ||
		resp.status != http.StatusOK || mediaType(resp) != "text/html" {
		return nil, ""
	}
	var u *url.URL
	if c.opts.FollowMarkdown {
		u, how = linkedMarkdown(resp), MarkdownLink
	}
	if u == nil && c.opts.SiteIndex && strings.Trim(resp.url.Path, "/") == "" && resp.url.RawQuery == "" {
		u, how = resp.url.JoinPath("/llms.txt"), MarkdownIndex
		u.Fragment, u.RawFragment = "", ""
	}
	if u == nil && c.opts.GuessMarkdown {
		u, how = guessedMarkdown(resp.url), MarkdownGuess
	}
	if u == nil || u.Scheme != resp.url.Scheme || u.Host != resp.url.Host || c.opts.admit(ctx, resp.url, u) != nil {
		return nil, ""
	}
	forVersion := *call
	forVersion.url = u
	version, err := c.findResponse(ctx, &forVersion)
	if err != nil || !isMarkdown(version) || c.admitLoad(ctx, &forVersion, version) != nil {
		return nil, ""
	}
	return version, how
}

func mediaType(resp *response) string {
	kind, _, _ := mime.ParseMediaType(resp.header.Get("Content-Type"))
	return kind
}

// isMarkdown reports whether a response can be the Markdown version of a page. Sites
// answer many addresses with a page that says "not found", whatever type they name.
func isMarkdown(resp *response) bool {
	text := bytes.ToLower(bytes.TrimSpace(resp.body[:min(len(resp.body), 512)]))
	return resp.status == http.StatusOK && slices.Contains([]string{"text/markdown", "text/x-markdown", "text/plain"}, mediaType(resp)) &&
		len(text) > 0 && !bytes.HasPrefix(text, []byte("<!doctype")) && !bytes.HasPrefix(text, []byte("<html"))
}

// linkedMarkdown returns what the header of a page (RFC 8288), or a link element in
// its head, names as its version of the type text/markdown; nil if nothing does.
func linkedMarkdown(resp *response) *url.URL {
	for _, field := range resp.header.Values("Link") {
		for link := range strings.SplitSeq(field, ",") {
			target, params, found := strings.Cut(strings.TrimSpace(link), ">")
			params = strings.ReplaceAll(strings.ToLower(params), `"`, "")
			if found && strings.HasPrefix(target, "<") && strings.Contains(params, "rel=alternate") && strings.Contains(params, "type=text/markdown") {
				return resolved(resp.url, target[1:])
			}
		}
	}
	for z := html.NewTokenizer(bytes.NewReader(resp.body[:min(len(resp.body), maxHead)])); ; {
		switch z.Next() {
		case html.ErrorToken:
			return nil
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			switch atom.Lookup(name) {
			case atom.Body:
				return nil
			case atom.Link:
				if u := alternate(z, more); u != "" {
					return resolved(resp.url, u)
				}
			}
		}
	}
}

// alternate reads the attributes of a link element from z. It returns its address if it is
// rel=alternate of the type text/markdown, else "".
func alternate(z *html.Tokenizer, more bool) string {
	var rel, kind, href string
	for more {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "rel":
			rel = strings.ToLower(string(value))
		case "type":
			kind = strings.ToLower(strings.TrimSpace(string(value)))
		case "href":
			href = string(value)
		}
	}
	if kind != "text/markdown" || !slices.Contains(strings.Fields(rel), "alternate") {
		return ""
	}
	return href
}

func resolved(base *url.URL, ref string) *url.URL {
	u, err := address.Resolve(base, strings.TrimSpace(ref))
	if err != nil || transport.RedactURL(u) == transport.RedactURL(base) {
		return nil
	}
	u.Fragment, u.RawFragment = "", ""
	return u
}

// guessedMarkdown is where the Markdown version of a page is by the proposal
// https://llmstxt.org/: with .md after its address, and with index.html.md after one
// that names no file. Nil for files of other kinds.
func guessedMarkdown(page *url.URL) *url.URL {
	guess := *page
	guess.RawQuery, guess.ForceQuery, guess.Fragment, guess.RawFragment = "", false, "", ""
	add := ".md"
	switch ending := path.Ext(guess.Path); {
	case strings.HasSuffix(guess.Path, "/"):
		add = "index.html.md"
	case ending == "" || ending == ".html" || ending == ".htm" || strings.ContainsAny(ending[1:], "0123456789-_"):
	default:
		return nil
	}
	guess.Path += add
	if guess.RawPath != "" { // with %2F in it
		guess.RawPath += add
	}
	return &guess
}
