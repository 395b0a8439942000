package tools

import (
	"slices"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/packetstore"
)

// Set is the tools over one client, with what they keep between calls. Make it with
// [New]. It is safe for concurrent use.
type Set struct {
	client *webfetch.Client
	opts   Options
	tools  func() []*Tool // makes them once
	// packets are the packets that can be read and worked on again, by source
	// ID; snapshots, with their bodies, are the readings that start_index goes on with, by
	// fetchArgs.snapshotKey.
	packets, snapshots *packetstore.Store
	crawls             sync.Map // the keys of those that are under way
}

// New returns the tools over client, which the caller closes after the last call. The
// error is a [*webfetch.Error] with INVALID_INPUT that names the first field which is refused.
func New(client *webfetch.Client, opts Options) (*Set, error) {
	if err := opts.validate(); err != nil {
		return nil, &webfetch.Error{Op: "new", Code: webfetch.InvalidInput, Err: err}
	}
	s := &Set{
		client:    client,
		opts:      opts,
		packets:   packetstore.New(packetstore.Options{TTL: opts.storeTTL(), MaxBytes: opts.storeBytes() / 3, Shared: opts.Packets}),
		snapshots: packetstore.New(packetstore.Options{TTL: opts.storeTTL(), MaxBytes: opts.storeBytes() / 3 * 2, Bodies: true, Shared: opts.Packets}),
	}
	// Schemas are made on the first use, to start faster.
	s.tools = sync.OnceValue(s.makeTools)
	return s, nil
}

// Tools returns the tools in the order in which a model should see them. The slice may
// not be changed.
func (s *Set) Tools() []*Tool { return s.tools() }

// Find returns the tool with a name, nil if the set has none of it.
func (s *Set) Find(name string) *Tool {
	all := s.tools()
	if i := slices.IndexFunc(all, func(t *Tool) bool { return t.Name == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// Name returns what a model calls one of the tools that [Options].Names lists in this set, "" for a tool that it does not have.
func (s *Set) Name(verb string) string {
	if isNoVerb(verb) || !s.offers(verb) {
		return ""
	}
	return s.name(verb)
}
