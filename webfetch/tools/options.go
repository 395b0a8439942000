package tools

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// Options configure a [Set]. The zero value works.
type Options struct {
	// MaxLength is the default of max_length, in characters. Zero means 20000,
	// [webfetch.None] no bound.
	MaxLength int
	// Style is the default of options.format.images and links. Nil means images
	// by their alternative text, unless the text near them says the same, and
	// clean addresses: an agent can't see images, and a sixth of a page's tokens
	// are addresses of links.
	Style *linkstyle.Style
	// MaxBytes bounds what options.max_bytes may ask for, and raw_bytes. Zero
	// means 64 MiB.
	MaxBytes int64
	// MaxTimeout bounds what options.timeout_ms may ask for, and every call.
	// Zero means 5 minutes.
	MaxTimeout time.Duration
	// LoadThirdParty loads resources of other sites while a page is rendered,
	// where a call doesn't say. Zero means that they are blocked.
	LoadThirdParty bool
	// ForceRobots ignores options.respect_robots=false. [Set.Read], which a person
	// starts, is not bound by it.
	ForceRobots bool
	// DefaultMaxTokens is the default of max_tokens of chunk and compact, and of fetch with a question. Zero
	// means 4000.
	DefaultMaxTokens int
	// MarginRatio is the default of margin_ratio of chunk. Zero means 0.10,
	// [webfetch.None] none.
	MarginRatio float64
	// StoreTTL bounds how long a packet can be read again. Zero means 5
	// minutes, [webfetch.None] that nothing is kept. In memory there are at most 64 MiB,
	// compressed, of all callers together: a third of it for content, which a source ID
	// names, the rest for readings that start_index goes on with, with bodies.
	StoreTTL time.Duration
	// Packets keeps packets for other sets too, so that what one returns can be
	// read on by another: a source ID, and a reading that start_index goes on with.
	// StoreTTL holds for them. Nil means that each set has its own only.
	Packets webfetch.Cache
	// Seen records which addresses each principal has seen, a session each: those in what fetch
	// and the knowledge base have answered. Its Allow is to be the URLPolicy of the client. What
	// a person said in the conversation does not reach a tool; a host that knows of it adds it
	// to Seen. Nil means that none are recorded.
	Seen *urlpolicy.Seen
	// Search is the knowledge base. Zero means none: ai_search_query is not
	// among the tools, and options.ai_search of fetch answers AI_SEARCH_NOT_CONFIGURED.
	Search SearchOptions
	// Structured is how much of a result is repeated as JSON beside its text: full (content is
	// the text shown, without the fences), brief (only the fields that the text does not show) or
	// off (no JSON, and tools have no OutputSchema). Some hosts show a model both, so that it
	// reads every page twice. Zero means full.
	Structured string
	// Sites adds the tools map and crawl, which read many pages in one call. Zero leaves them out.
	Sites bool
	// Journals is a folder in which crawl writes down the addresses still to be read, so that the
	// same call continues the crawl, also after a restart of the program. The folder is made if
	// needed. A crawl that was not continued for a day is removed, and so are the oldest beyond 256.
	// Empty means that each call begins anew.
	Journals string
	// Names are the tools of the set, of fetch, extract, chunk, compact, ai_search_query, map and
	// crawl, with what a model calls each, "" for that name; texts for a model that mention a
	// tool have the new names. Nil means all tools by these names.
	Names map[string]string
	// PrivateHint says in a sentence how the operator of this program lets private
	// addresses be fetched, for the message of SSRF_BLOCKED. Zero means that it says
	// nothing of that.
	PrivateHint string
	// Logger is notified of panics, with their stacks, and of internal errors, whose
	// callers learn nothing of their cause. Nothing else is logged, and nothing of a
	// page. Nil means that nothing is logged at all.
	Logger *slog.Logger
}

const (
	structuredFull  = "full"
	structuredBrief = "brief"
	structuredOff   = "off"
)

// SearchOptions are the knowledge base of a [Set]: where fetch stores what
// options.ai_search asks for, and what ai_search_query answers from.
type SearchOptions struct {
	// Base is the base, which the caller closes after the last call. Nil means none.
	Base knowledge.Base
	// Remote claims that Base is a service of others: a fetch that stores a page then
	// changes something outside of this program, and is not [Tool].ReadOnly.
	Remote bool
	// Scopes finds the scope of a call. Needed with Base. Principals are its
	// principals.
	Scopes *knowledge.Resolver
	// Timeout bounds a query. Zero means 15 seconds.
	Timeout time.Duration
	// Wait is how long a fetch waits between storing a page and asking a base
	// that does not find it at once, if the call has no wait_ms. Zero means
	// that it does not wait.
	Wait time.Duration
	// MaxWait bounds wait_ms. Zero means 15 seconds, [webfetch.None] that no call
	// waits.
	MaxWait time.Duration
}

const (
	maxMargin  = 0.5
	storeBytes = 64 << 20
)

// validate reports the first field that [New] refuses: a negative limit that [webfetch.None]
// does not turn off, a margin beyond 0.5, or a knowledge base without scopes.
func (o Options) validate() error {
	for _, n := range []struct {
		option string
		value  int64
	}{
		{"Options.MaxBytes", o.MaxBytes}, {"Options.MaxTimeout", int64(o.MaxTimeout)}, {"Options.DefaultMaxTokens", int64(o.DefaultMaxTokens)},
		{"Options.Search.Timeout", int64(o.Search.Timeout)}, {"Options.Search.Wait", int64(o.Search.Wait)},
	} {
		if n.value < 0 {
			return errors.New(n.option + " is negative")
		}
	}
	switch {
	case math.IsNaN(o.MarginRatio) || o.MarginRatio > maxMargin:
		return fmt.Errorf("Options.MarginRatio is %v, more than %v", o.MarginRatio, maxMargin)
	case o.Structured != "" && o.Structured != structuredFull && o.Structured != structuredBrief && o.Structured != structuredOff:
		return errors.New("Options.Structured is not full, brief or off")
	case slices.ContainsFunc(slices.Collect(maps.Keys(o.Names)), func(name string) bool { return !isVerb(name) }):
		return errors.New("Options.Names names no tool")
	case o.Search.Base != nil && o.Search.Scopes == nil:
		return errors.New("Options.Search.Scopes is nil, but a Base needs scopes")
	}
	return nil
}

func (o Options) maxBytes() int64           { return cmp.Or(o.MaxBytes, 64<<20) }
func (o Options) maxTimeout() time.Duration { return cmp.Or(o.MaxTimeout, 5*time.Minute) }
func (o Options) defaultMaxTokens() int     { return cmp.Or(o.DefaultMaxTokens, 4000) }
func (o Options) storeTTL() time.Duration   { return max(cmp.Or(o.StoreTTL, 5*time.Minute), 0) }
func (o Options) marginRatio() float64      { return max(cmp.Or(o.MarginRatio, 0.10), 0) }
func (o Options) maxLength() int            { return min(max(cmp.Or(o.MaxLength, 20000), 0), maxResultRunes) }

func (o Options) style() linkstyle.Style {
	if o.Style == nil {
		return linkstyle.Style{Images: "alt", CleanAddresses: true}
	}
	return *o.Style
}
