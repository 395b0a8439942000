package urlpolicy

import (
	"context"
	"hash/maphash"
	"net/url"
	"strings"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
)

// Bounds of a [Seen]; what was seen first is forgotten first.
const (
	maxSessions  = 1000
	maxAddresses = 20_000 // of a session
	maxText      = 1 << 20
)

// Seen allows addresses that were added to it before, [Start] addresses and what is
// below them, and what an allowed address redirects to. It is safe for concurrent
// use. It keeps the 20,000 last addresses of each of the 1,000 sessions used last, 16
// bytes each. Make one with [NewSeen].
//
// Scheme, host and port are compared as they are meant, http being taken for https; the
// path as it is sent, without dot segments; the query except for its percent-encoding.
// Fragments are not compared.
type Seen struct {
	start []*url.URL
	seed  maphash.Seed

	mu       sync.Mutex
	sessions *simplelru.LRU[string, *memory]
}

type memory struct {
	known map[uint64]bool
	order []uint64 // a ring of those known
	next  int
}

// NewSeen returns a Seen that allows, from the beginning, the addresses in start
// and those below them: "https://docs.example/guide/" allows every address of that
// host whose path begins with /guide/, but none with what looks like a secret. One
// that is not absolute is passed over.
func NewSeen(start ...string) *Seen {
	s := &Seen{seed: maphash.MakeSeed()}
	s.sessions, _ = simplelru.NewLRU[string, *memory](maxSessions, nil)
	for _, raw := range start {
		if u, err := url.Parse(strings.TrimSpace(raw)); err == nil && u.Host != "" {
			s.start = append(s.start, u)
		}
	}
	return s
}

// Add reports addresses that the session of ctx has seen. Those that are not
// absolute http or https are passed over. A nil Seen notes nothing.
func (s *Seen) Add(ctx context.Context, addresses ...string) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m, known := s.sessions.Get(session(ctx))
	if !known {
		m = &memory{known: map[uint64]bool{}}
		s.sessions.Add(session(ctx), m)
	}
	for _, raw := range addresses {
		if u, err := url.Parse(strings.TrimSpace(raw)); err == nil && u.Host != "" && (strings.EqualFold(u.Scheme, "http") || strings.EqualFold(u.Scheme, "https")) {
			m.add(s.hash(u))
		}
	}
}

// AddText reports the addresses in a text: the words of a user, or the content of a
// result. It finds http and https addresses, and bare hosts with a path or a common
// ending ("docs.example/guide", "example.org"), in the first MiB of the text.
func (s *Seen) AddText(ctx context.Context, text string) {
	if s != nil {
		s.Add(ctx, addressesIn(text[:min(len(text), maxText)])...)
	}
}

// Allow is the policy. Its error is an *[Error].
func (s *Seen) Allow(ctx context.Context, u *url.URL) error {
	s.mu.Lock()
	m, known := s.sessions.Get(session(ctx))
	known = known && m.known[s.hash(u)]
	s.mu.Unlock()
	switch {
	case known, RedirectFrom(ctx) != nil: // the site says it, whose address was allowed
		return nil
	case s.begins(u):
		return Secrets(ctx, u)
	}
	return &Error{notSeen}
}

func (s *Seen) begins(u *url.URL) bool {
	for _, start := range s.start {
		if origin(start) != origin(u) {
			continue
		}
		below, at := address.Path(start), address.Path(u)
		if at == below || strings.HasPrefix(at, strings.TrimSuffix(below, "/")+"/") {
			return true
		}
	}
	return false
}

func (m *memory) add(h uint64) {
	switch {
	case m.known[h]:
		return
	case len(m.order) < maxAddresses:
		m.order = append(m.order, h)
	default:
		delete(m.known, m.order[m.next])
		m.order[m.next] = h
		m.next = (m.next + 1) % maxAddresses
	}
	m.known[h] = true
}

func (s *Seen) hash(u *url.URL) uint64 {
	query, err := url.QueryUnescape(u.RawQuery)
	if err != nil {
		query = u.RawQuery
	}
	return maphash.String(s.seed, origin(u)+address.Path(u)+"?"+query)
}

// origin is host and port, without the port of the scheme.
func origin(u *url.URL) string {
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		host += ":" + port
	}
	return host
}
