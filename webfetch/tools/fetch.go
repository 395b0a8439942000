package tools

import (
	"cmp"
	"context"
	"errors"
	"net/netip"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
)

// fetch reads a page, or goes on reading one from its snapshot. It is extract too, which has no
// arguments for cache, budget and knowledge base.
func (s *Set) fetch(ctx context.Context, c *call) (*answer, error) {
	args := &fetchArgs{}
	if err := c.decode(args); err != nil {
		return nil, err
	}
	args.URL, args.completed = completeURL(args.URL)
	if err := s.checkSource(c, args); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithDeadline(ctx, c.Arrived.Add(cmp.Or(millis(args.Options.TimeoutMS), s.client.Options().Limits.Timeout)))
	defer cancel()
	key := c.tool + " " + args.snapshotKey()
	shown, err := s.snapshot(ctx, c, args, key)
	if err != nil {
		return nil, err
	}
	page := shown
	if shown == nil {
		if page, err = s.read(ctx, c, args); err != nil {
			return nil, err
		}
		earlier := s.earlier(ctx, c.Principal, args.Options.Since)
		if !args.wantsRaw() {
			c.stored = s.packets.Put(ctx, c.Principal, page.SourceID, page)
		}
		shown = page.Since(earlier)
		if args.reducesContent() {
			if shown, err = s.client.Fit(ctx, page, cmp.Or(int(min(args.MaxTokens, 1<<31-1)), s.opts.defaultMaxTokens()), args.Question); err != nil {
				return nil, err
			}
		}
		s.keepSnapshot(ctx, c, key, shown)
	}
	a, err := s.show(ctx, c, args, shown, "")
	if err != nil {
		return nil, err
	}
	return a, s.ingest(ctx, c, args, page, a)
}

// Read fetches a page that a person asked for in so many words, as the prompt fetch of an
// MCP server does: robots.txt is not asked, the User-Agent says who asks, and nothing is cut
// off. Policy and rate limit hold. The result is that of [Tool.CallFor].
func (s *Set) Read(ctx context.Context, caller Caller, url string) (*Result, error) {
	t := &Tool{set: s, verb: verb{name: "read", run: func(ctx context.Context, c *call) (*answer, error) {
		s.opts.Seen.AddText(ctx, url)
		c.url, _ = completeURL(url)
		p, err := s.client.Fetch(steps.WithWork(ctx, c.work), webfetch.Request{
			URL: c.url, UserInitiated: true, Principal: c.Principal, Progress: c.Progress,
		})
		if err != nil {
			return nil, err
		}
		s.saw(ctx, p)
		if err := c.acquire(ctx); err != nil {
			return nil, err
		}
		c.stored = s.packets.Put(ctx, c.Principal, p.SourceID, p)
		text, _, err := s.client.View(ctx, p, "markdown")
		a := &answer{env: fetched(&p.Stats), page: modeltext.Page{Packet: p, Text: text}}
		a.env.TotalLength = utf8.RuneCountInString(text)
		return a, err
	}}}
	return t.CallFor(ctx, caller, nil)
}

// completeURL returns an address as a model or a person meant it: without the quotes or brackets
// around it or the Markdown link that it is of, with two slashes after http: and https: and slashes
// for backslashes as browsers have them, and where it has a host and no scheme with the scheme that
// completed names: http:// for this machine and for IP addresses, which have no certificates, and
// https:// for all others.
//
//	go.dev/doc → https://go.dev/doc   <https:/go.dev> → https://go.dev   mailto:a@b → mailto:a@b
//	localhost:3000 → http://localhost:3000
func completeURL(raw string) (url, completed string) {
	url = trimInvisible(raw)
	for _, pair := range []string{"[]", "()", "<>", "``", `""`, "''", "“”", "„“", "‘’", "«»", "「」"} {
		_, size := utf8.DecodeRuneInString(pair)
		inner, opened := strings.CutPrefix(url, pair[:size])
		inner, closed := strings.CutSuffix(inner, pair[size:])
		if opened && closed && inner != "" && (pair != "[]" || strings.Contains(inner, "://")) { // [::1] is a host
			url = trimInvisible(inner)
		}
	}
	if text, target, isLink := strings.Cut(url, "]("); isLink && strings.HasPrefix(text, "[") && strings.HasSuffix(target, ")") {
		url = target[:len(target)-1]
	}
	for _, scheme := range []string{"http:", "https:"} {
		if n := len(scheme); len(url) > n && strings.EqualFold(url[:n], scheme) && strings.Trim(url[n:], `/\`) != "" {
			end := strings.IndexAny(url+"?", "?#")
			return scheme + "//" + strings.TrimLeft(strings.ReplaceAll(url[n:end], `\`, "/"), "/") + url[end:], ""
		}
	}
	if strings.HasPrefix(url, "//") {
		return "https:" + url, "https://"
	}
	end := strings.IndexAny(url+"/", "/?#")
	host := url[:end]
	if strings.ContainsAny(host, " @") || strings.HasPrefix(url[end:], "//") || end == len(url) && isFileName(host) {
		return url, ""
	}
	name, port := host, ""
	if i := strings.LastIndexByte(host, ':'); i >= 0 && !strings.HasSuffix(host, "]") {
		name, port = host[:i], host[i+1:]
		if port == "" || strings.Trim(port, "0123456789") != "" {
			return url, ""
		}
	}
	_, notIP := netip.ParseAddr(strings.Trim(name, "[]"))
	isLocal := strings.EqualFold(name[strings.LastIndexByte(name, '.')+1:], "localhost")
	switch {
	case name == "" || !strings.ContainsAny(strings.Trim(name, "."), ".[") && port == "" && !isLocal:
		return url, ""
	case isLocal || notIP == nil:
		return "http://" + url, "http://"
	}
	return "https://" + url, "https://"
}

// trimInvisible drops spaces and marks without a width around a copied address, as a byte order mark.
func trimInvisible(s string) string {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
}

// isFileName reports that a name is that of a file rather than of a host: page.html.
func isFileName(name string) bool {
	switch strings.ToLower(name[strings.LastIndexByte(name, '.')+1:]) {
	case "html", "htm", "xhtml", "php", "asp", "aspx", "jsp", "txt", "pdf", "json", "xml", "csv", "js", "css", "png", "jpg", "docx", "xlsx", "pptx":
		return true
	}
	return false
}

func (s *Set) checkSource(c *call, args *fetchArgs) error {
	if (args.URL == "") == (args.RawBytes == "") {
		return invalid(errors.New("give exactly one of url and raw_bytes"))
	}
	words := strings.Fields(args.URL[:strings.IndexByte(args.URL+"?", '?')])
	isAddress := func(word string) bool { return strings.Contains(word, "://") }
	if len(words) > 1 && slices.ContainsFunc(words[1:], isAddress) {
		if !isAddress(words[0]) {
			return invalid(errors.New("url holds other words before the address; give the address alone"))
		}
		return invalid(errors.New("url holds more than one address; make a call for each"))
	}
	if err := cmp.Or(args.checkContradictions(), args.checkSince()); err != nil {
		return err
	}
	limits := s.client.Options().Limits
	most := s.opts.maxBytes()
	if args.RawBytes != "" {
		most = min(most, limits.MaxBytes) // which the library holds against documents that are handed in
	}
	c.url = args.URL
	c.mostBytes = cmp.Or(int64(args.Options.MaxBytes), limits.MaxBytes) >= most
	c.mostTime = cmp.Or(millis(args.Options.TimeoutMS), limits.Timeout) >= s.opts.maxTimeout()
	for name := range args.Options.Headers {
		if c.RefuseHeader != nil && c.RefuseHeader(name) {
			return invalid(errors.New("options.headers." + line.OneLine(name) + " may not be set"))
		}
	}
	return nil
}

// read is the one library call of fetch and extract. The call has its slot afterwards: storing and showing a page is work.
func (s *Set) read(ctx context.Context, c *call, args *fetchArgs) (*webfetch.Packet, error) {
	if args.RawBytes == "" {
		req := args.request(s.opts)
		req.Principal, req.Progress = c.Principal, c.Progress
		if c.tool == "extract" {
			req.CacheTTL = webfetch.None
		}
		p, err := s.client.Fetch(steps.WithWork(ctx, c.work), req)
		if err != nil {
			return nil, err
		}
		s.saw(ctx, p)
		return p, c.acquire(ctx)
	}
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	maxBytes := min(s.opts.maxBytes(), s.client.Options().Limits.MaxBytes)
	if asked := int64(args.Options.MaxBytes); asked > 0 {
		maxBytes = min(asked, maxBytes)
	}
	src, err := args.source(maxBytes)
	if err != nil {
		return nil, err
	}
	opts := args.extractOptions(s.opts)
	opts.Progress = func(done, total int) { c.Progress("extract", int64(done), int64(total)) }
	return s.client.Extract(hostlimit.WithPrincipal(ctx, c.Principal), src, opts)
}

const (
	warnReread  = "read_anew"
	warnChanged = "page_changed"
)

// snapshot returns the reading that a call with start_index goes on with, nil where the page
// has to be read. Then, and where the page has changed since a part of it was shown, the
// answer warns in its first line that the part may be of another version.
func (s *Set) snapshot(ctx context.Context, c *call, args *fetchArgs, key string) (*webfetch.Packet, error) {
	if args.StartIndex <= 0 || args.isHead() {
		return nil, nil
	}
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	p := s.snapshots.Get(ctx, c.Principal, key).Packet()
	switch {
	case p == nil:
		c.release() // what comes may have to wait for a host
		c.doubt = &extract.Warning{Type: warnReread, Message: "No earlier reading of this page is kept, so it was read anew, and this part may not follow what was shown before. If it does not fit, begin again with start_index=0."}
	case s.snapshots.Get(ctx, c.Principal, key+changedMark) != nil:
		c.doubt = &extract.Warning{Type: warnChanged, Message: "The page was read again and has changed since a part of it was shown; this part is of the newest version. If it does not fit, begin again with start_index=0."}
	}
	return p, nil
}

// changedMark ends the name of a packet without content in the store of snapshots, which
// says that the snapshot of that name took the place of another version.
const changedMark = " changed"

func (s *Set) keepSnapshot(ctx context.Context, c *call, key string, p *webfetch.Packet) {
	if old := s.snapshots.Hashes(c.Principal, key); old != (webfetch.Hashes{}) && old != p.Hashes {
		s.snapshots.Put(ctx, c.Principal, key+changedMark, &webfetch.Packet{})
	}
	s.snapshots.Put(ctx, c.Principal, key, p)
}

// saw notes the addresses of a page that was fetched for the session of the call.
func (s *Set) saw(ctx context.Context, p *webfetch.Packet) {
	s.opts.Seen.Add(ctx, p.CanonicalURL, p.Provenance.FinalURL, p.Metadata.NextPage)
	if p.Document != nil {
		for _, link := range p.Document.Links {
			s.opts.Seen.Add(ctx, link.URL)
		}
	}
	s.opts.Seen.AddText(ctx, p.Content)
}
