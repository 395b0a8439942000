package mcpserver

import (
	"log/slog"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/packetstore"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// Options configure a [Server]. The zero value works.
type Options struct {
	// Name and Version are what the server calls itself. Zero means
	// "webfetch-go" and webfetch.Version.
	Name, Version string
	// MaxLength is the default of max_length, in characters. Zero means 20000,
	// [NoLimit] no bound.
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
	// ForceRobots ignores options.respect_robots=false. The fetch prompt, which
	// a person starts, is not bound by it.
	ForceRobots bool
	// DefaultMaxTokens is the default of max_tokens of chunk and compact. Zero
	// means 4000.
	DefaultMaxTokens int
	// MarginRatio is the default of margin_ratio of chunk. Zero means 0.10,
	// [NoMargin] none.
	MarginRatio float64
	// Concurrency bounds the calls worked on at one time; more wait. A call that
	// waits for a host is not worked on. Principals take turns, and each of those
	// that [Auth] distinguishes gets a quarter of it at most. Zero means 32.
	Concurrency int
	// MaxCalls bounds the calls of one principal that are under way, those that
	// wait included; more get RATE_LIMITED. Zero means 1000.
	MaxCalls int
	// CallsPerMinute bounds the calls that each principal may make in a minute,
	// of tools and of the prompt fetch; more get RATE_LIMITED. Zero means no
	// bound. It comes beside the pace of requests to a host, which is the
	// client's and the same for all callers.
	CallsPerMinute int
	// StoreTTL bounds how long a packet can be read again. Zero means 5
	// minutes, [NoStore] that nothing is kept.
	StoreTTL time.Duration
	// StoreBytes bounds what is kept of packets, compressed, all callers
	// together: a third of it for their content, which a source ID names, the
	// rest for readings that start_index goes on with, with bodies. Zero means 64 MiB.
	StoreBytes int64
	// Packets keeps packets for other servers too, so that what one returns can be
	// read on by another: a source ID, and a reading that start_index goes on with.
	// StoreTTL holds for them, StoreBytes does not. Nil means that each server has
	// its own only.
	Packets packetstore.Shared
	// RefuseHeaders are names of request headers that callers may not set; one
	// that ends in "*" stands for all that begin so. Nil means none over stdio;
	// [Server.Handler] then refuses those of identity (Host, Cookie,
	// Authorization), of proxies (Forwarded, X-Forwarded-*, X-Real-IP, Via and
	// the like) and of metadata services (Metadata-Flavor, X-aws-* and the like).
	RefuseHeaders []string
	// AllowHeaders are names that callers may set although RefuseHeaders refuses
	// them. Zero means none.
	AllowHeaders []string
	// DrainTimeout bounds how long [Server.ServeStdio] goes on after the end of
	// the input, or after its context is done. Calls in flight have four fifths
	// of it before they are cancelled. Zero means 4.5 seconds.
	DrainTimeout time.Duration
	// Seen records which addresses each principal has seen: those in the arguments of
	// prompts, which a person fills in, and those in what fetch and the knowledge base
	// have answered. Its Allow is to be the URLPolicy of the client. What a person said
	// in the conversation does not reach a server. Nil means that none are recorded.
	Seen *urlpolicy.Seen
	// Search is the knowledge base. Zero means that there is none.
	Search SearchOptions
	// Logger is notified of panics, with their stacks, of internal errors, whose
	// callers learn nothing of their cause, and of failures of a [Verifier]. Nothing
	// else is logged, and nothing of a page. Nil means that nothing is logged at all.
	Logger *slog.Logger
}

// SearchOptions are the knowledge base of a [Server]: where fetch stores what
// options.ai_search asks for, and what ai_search_query answers from.
type SearchOptions struct {
	// Base is the base, which the caller closes after the server is done. Nil
	// means that there is none: ai_search_query answers AI_SEARCH_NOT_CONFIGURED.
	Base knowledge.Base
	// Scopes finds the scope of a call. Needed with Base. Principals are its
	// tenants.
	Scopes *knowledge.Resolver
	// Timeout bounds a query. Zero means 15 seconds.
	Timeout time.Duration
	// Wait is how long a fetch waits between storing a page and asking a base
	// that does not find it at once, if its wait_ms says nothing. Zero means
	// that it does not wait.
	Wait time.Duration
	// MaxWait bounds wait_ms. Zero means 15 seconds, [NoWait] that no call
	// waits.
	MaxWait time.Duration
}
