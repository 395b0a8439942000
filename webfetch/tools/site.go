package tools

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
)

const (
	mapEntries    = 1000 // default of limit
	crawlPages    = 20   // default of max_pages
	mostCrawled   = 5000 // addresses of a crawl, over all its calls
	crawlDuration = 50 * time.Second
	journalAge    = 24 * time.Hour // after which a crawl that was not continued is removed
	maxJournals   = 256            // files of crawls that can be continued, of all principals
)

type siteArgs struct { // of map and crawl; what a tool doesn't take stays zero
	URL      string     `json:"url" meant:"uri link href page website"`
	Search   string     `json:"search,omitempty" desc:"only addresses and titles with these words"`
	Limit    int64      `json:"limit,omitempty" desc:"addresses" min:"1" max:"10000"`
	Paths    []string   `json:"paths,omitempty" desc:"only below these, as /docs/"`
	Exclude  []string   `json:"exclude,omitempty" desc:"not below these"`
	MaxDepth int64      `json:"max_depth,omitempty" desc:"links away from url" min:"1" max:"100"`
	AISearch ingestArgs `json:"ai_search,omitzero" desc:"knowledge base; also prefix, metadata, context"`

	MaxPages   int64  `json:"max_pages,omitempty" desc:"of this call" min:"1" max:"200"`
	TimeoutMS  int64  `json:"timeout_ms,omitempty" desc:"of this call" min:"1"`
	MaxLength  *int64 `json:"max_length,omitempty" desc:"characters; 0: all" min:"0" max:"999999"`
	StartIndex int64  `json:"start_index,omitempty" desc:"next_start_index of a result" min:"0"`
}

// key is the same for all calls that ask for the same crawl or map, whichever part of it they show.
func (a siteArgs) key(verb, principal string) string {
	a.MaxPages, a.TimeoutMS, a.MaxLength, a.StartIndex = 0, 0, nil, 0
	raw, _ := json.Marshal(a) // came as JSON: it does not fail
	sum := sha256.Sum256([]byte(verb + "\x00" + principal + "\x00" + string(raw)))
	return hex.EncodeToString(sum[:])
}

func (s *Set) siteArguments(c *call) (*siteArgs, error) {
	args := &siteArgs{}
	if err := c.decode(args); err != nil {
		return nil, err
	}
	args.URL, _ = completeURL(args.URL)
	c.url = args.URL
	return args, nil
}

func (s *Set) siteMap(ctx context.Context, c *call) (*answer, error) {
	args, err := s.siteArguments(c)
	if err != nil {
		return nil, err
	}
	shown := &fetchArgs{URL: args.URL, MaxLength: args.MaxLength, StartIndex: args.StartIndex}
	key := args.key("map", "") // the store keeps principals apart
	p, err := s.snapshot(ctx, c, shown, key)
	if err != nil {
		return nil, err
	}
	note := ""
	if p == nil {
		if p, note, err = s.listSite(ctx, c, args); err != nil {
			return nil, err
		}
		s.keepSnapshot(ctx, c, key, p)
	}
	return s.show(ctx, c, shown, p, note)
}

func (s *Set) listSite(ctx context.Context, c *call, args *siteArgs) (p *webfetch.Packet, note string, err error) {
	listed, found, unread, more := 0, 0, 0, false
	words := strings.Fields(strings.ToLower(args.Search))
	var first error
	var list strings.Builder
	limit := cmp.Or(int(args.Limit), mapEntries)
	page := webfetch.Request{URL: args.URL, Principal: c.Principal}
	for e, err := range crawl.Map(steps.WithWork(ctx, c.work), s.client, page) {
		if err != nil {
			first, unread = cmp.Or(first, err), unread+1
			continue
		}
		listed++
		_, path, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(e.URL, "https://"), "http://"), "/") // the host is that of all
		shown := strings.ToLower(path + " " + e.Title)
		if slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(shown, word) }) {
			continue
		}
		if more = found == limit; more {
			break
		}
		found++
		s.opts.Seen.AddText(ctx, e.URL)
		list.WriteString("- " + markdownLink(e.Title, e.URL))
		if !e.LastModified.IsZero() {
			list.WriteString(" (" + e.LastModified.Format(time.DateOnly) + ")")
		}
		list.WriteByte('\n')
		c.Progress("site", int64(found), int64(limit))
	}
	switch {
	case ctx.Err() != nil:
		return nil, "", ended(ctx, "map", ctx.Err())
	case found == 0 && first != nil:
		return nil, "", first
	case found == 0 && len(words) > 0:
		note = "None of the " + itoa(listed) + " addresses of the site that are known has all words of search; leave it out to see them. "
	case more:
		note = "The site has more addresses than limit=" + itoa(limit) + "; search narrows them down. "
	}
	if unread > 0 {
		note += modeltext.Count(unread, "page or sitemap", "pages or sitemaps") + " could not be read, so that addresses may be missing."
	}
	note = strings.TrimSpace(modeltext.Count(found, "address. ", "addresses. ")+note) + "\n"
	if err := c.acquire(ctx); err != nil {
		return nil, "", err
	}
	p, err = s.listing(ctx, c, args, list.String())
	return p, note, err
}

// listing makes a page of a list in Markdown, so that it is scanned and shown like any other.
func (s *Set) listing(ctx context.Context, c *call, args *siteArgs, list string) (*webfetch.Packet, error) {
	base, err := url.Parse(args.URL)
	if err != nil {
		return nil, &webfetch.Error{Op: "map", Code: webfetch.InvalidURL, URL: args.URL, Err: err}
	}
	style := s.opts.style()
	style.CleanAddresses, style.Links = false, "inline" // the addresses are the answer
	p, err := s.client.Extract(hostlimit.WithPrincipal(ctx, c.Principal), extract.Source{Body: []byte(list), MediaType: "text/markdown", URL: base}, webfetch.ExtractOptions{Style: style})
	if err != nil {
		return nil, err
	}
	p.Verdict = extract.Verdict{Kind: extract.VerdictContent}
	return p, nil
}

func markdownLink(title, address string) string {
	title = line.Short(title, longestName)
	address = strings.NewReplacer("(", "%28", ")", "%29").Replace(address)
	if title == "" {
		return "<" + address + ">"
	}
	escaped := strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "<", `\<`, "`", "\\`", "*", `\*`, "_", `\_`).Replace(title)
	return "[" + escaped + "](" + address + ")"
}

// ended returns the error of a call that ctx has ended, with its cause.
func ended(ctx context.Context, op string, cause error) *webfetch.Error {
	code := webfetch.Cancelled
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		code = webfetch.Timeout
	}
	return &webfetch.Error{Op: op, Code: code, Retryable: code == webfetch.Timeout, Err: cause}
}

// crawl reads pages of a site and keeps them, up to a number or a time. The same call goes on
// where it ended, if [Options.Journals] is set.
func (s *Set) crawl(ctx context.Context, c *call) (*answer, error) {
	args, err := s.siteArguments(c)
	if err != nil {
		return nil, err
	}
	if args.AISearch.Enabled && s.opts.Search.Base == nil {
		return nil, notConfigured()
	}
	key := args.key("crawl", c.Principal)
	if _, under := s.crawls.LoadOrStore(key, true); under {
		return nil, &webfetch.Error{Op: "crawl", Code: webfetch.RateLimited, Retryable: true, Err: errors.New("this crawl is under way in another call")}
	}
	defer s.crawls.Delete(key)
	opts := args.crawl(webfetch.Request{Principal: c.Principal})
	if s.opts.Journals != "" {
		if err := os.MkdirAll(s.opts.Journals, 0o700); err != nil {
			return nil, &webfetch.Error{Op: "crawl", Code: webfetch.Internal, Err: err}
		}
		forgetJournals(s.opts.Journals)
		opts.Journal = filepath.Join(s.opts.Journals, key+journalSuffix)
	}
	site, err := crawl.New(s.client, opts)
	if err != nil {
		return nil, invalid(err)
	}
	before := site.Stats().Done
	r := siteReader{set: s, call: c, args: args, limit: cmp.Or(int(args.MaxPages), crawlPages)}
	if err := r.readAll(ctx, site); err != nil {
		return nil, err
	}
	left := max(site.Stats().Found-site.Stats().Done, 0)
	if opts.Journal != "" && left == 0 && !r.broken {
		_ = os.Remove(opts.Journal) // what is left of it is forgotten later
	}
	if err := c.acquire(ctx); err != nil {
		return nil, err
	}
	p, err := s.listing(ctx, c, args, r.list.String())
	if err != nil {
		return nil, err
	}
	return s.show(ctx, c, &fetchArgs{URL: args.URL, MaxLength: new(int64)}, p, r.note(before, left, opts.Journal != ""))
}

func (a *siteArgs) crawl(page webfetch.Request) crawl.Options {
	o := crawl.Options{Seeds: []string{a.URL}, Prefixes: a.Paths, MaxPages: mostCrawled, MaxDepth: int(a.MaxDepth), Request: page}
	for _, path := range a.Exclude {
		o.Exclude = append(o.Exclude, regexp.MustCompile(`^[a-z]+://[^/]+`+regexp.QuoteMeta(path)))
	}
	return o
}

const journalSuffix = ".crawl"

// forgetJournals removes the journals of crawls that were not continued, and the oldest beyond maxJournals.
func forgetJournals(dir string) {
	files, _ := os.ReadDir(dir) // the crawl reports an error
	used := map[string]time.Time{}
	for _, f := range files {
		if info, err := f.Info(); err == nil && strings.HasSuffix(f.Name(), journalSuffix) {
			used[filepath.Join(dir, f.Name())] = info.ModTime()
		}
	}
	newest := slices.SortedFunc(maps.Keys(used), func(a, b string) int { return used[b].Compare(used[a]) })
	for i, path := range newest {
		if i >= maxJournals || time.Since(used[path]) > journalAge {
			_ = os.Remove(path) // the next call tries again
		}
	}
}

type siteReader struct {
	set    *Set
	call   *call
	args   *siteArgs
	limit  int
	read   int
	failed int
	broken bool // by the limit
	list   strings.Builder
}

// readAll reads until the limit or the time of the call is reached. Its error is that of the call,
// or of the page to begin with where no page could be read.
func (r *siteReader) readAll(ctx context.Context, site *crawl.Crawl) error {
	duration := min(cmp.Or(millis(r.args.TimeoutMS), crawlDuration), r.set.opts.maxTimeout())
	reading, cancel := context.WithDeadline(steps.WithWork(ctx, r.call.work), r.call.Arrived.Add(duration))
	defer cancel()
	var seed error
	for page, err := range site.Pages(reading) {
		var e *webfetch.Error
		switch {
		case err == nil:
			r.read++
			if err := r.keep(ctx, page); err != nil {
				return err
			}
		case errors.As(err, &e) && page.URL != "":
			if r.failed++; page.Found == "seed" {
				seed = err
			}
			r.list.WriteString("- <" + page.URL + ">: not read, " + string(e.Code) + "\n")
		default: // of the journal
			return &webfetch.Error{Op: "crawl", Code: webfetch.Internal, Err: err}
		}
		r.call.Progress("site", int64(r.read+r.failed), int64(r.limit))
		if r.broken = r.read+r.failed >= r.limit; r.broken {
			break
		}
	}
	switch {
	case ctx.Err() != nil:
		return ended(ctx, "crawl", ctx.Err())
	case r.read == 0 && seed != nil:
		return seed
	}
	return nil
}

func (r *siteReader) keep(ctx context.Context, page *crawl.Page) error {
	s, c, p := r.set, r.call, page.Packet
	done, err := c.work(ctx)
	if err != nil {
		return err
	}
	defer done()
	s.saw(ctx, p)
	r.list.WriteString("- " + markdownLink(p.Metadata.Title, page.URL) + ": ")
	if page.DuplicateOf != "" {
		r.list.WriteString("like <" + page.DuplicateOf + ">\n")
		return nil
	}
	if s.packets.Put(ctx, c.Principal, p.SourceID, p) {
		c.stored = true
		r.list.WriteString("source_id " + p.SourceID + ", ")
	}
	r.list.WriteString(itoa(utf8.RuneCountInString(p.Content)) + " characters")
	if kind := p.Verdict.Kind; kind != "" && kind != extract.VerdictContent {
		r.list.WriteString(", " + string(kind))
	}
	if r.args.AISearch.Enabled {
		stored := &fetchArgs{}
		stored.Options.AISearch = r.args.AISearch
		if _, err := s.storeAndAsk(ctx, c, stored, p); err != nil {
			r.list.WriteString(", not in the knowledge base: " + string(s.failure(&call{}, err).Error().Code))
		}
	}
	r.list.WriteByte('\n')
	return nil
}

func (r *siteReader) note(before, left int, resumable bool) string {
	n := modeltext.Count(r.read, "page was read", "pages were read")
	if r.failed > 0 {
		n += ", " + itoa(r.failed) + " could not be read"
	}
	if before > 0 {
		n += "; this goes on with a crawl of which " + modeltext.Count(before, "page was", "pages were") + " read before"
	}
	switch {
	case left == 0:
		n += ". The crawl is complete."
	case resumable:
		n += ". " + modeltext.Count(left, "more address is", "more addresses are") + " known; call " + r.set.name("crawl") + " with the same arguments to go on."
	default:
		n += ". " + modeltext.Count(left, "more address is", "more addresses are") + " known and not read; paths narrows the crawl down."
	}
	if r.set.opts.storeTTL() > 0 && r.read > 0 {
		n += " " + r.set.name("chunk") + " and " + r.set.name("compact") + " take a source_id; the text of a page is " + scheme + "content/{source_id}."
	}
	return n + "\n"
}
