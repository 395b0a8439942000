package mcpserver

import (
	"container/list"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// store keeps packets for a while, for each principal apart. It is bounded in
// time and bytes; when it is full, the oldest packet of the principal that
// holds most goes first, so that one can't push out the others.
type store struct {
	ttl   time.Duration
	bytes int64
	now   func() time.Time

	mu      sync.Mutex
	used    int64
	serial  uint64
	tenants map[string]*shelf
}

// shelf is what one principal has stored, newest first.
type shelf struct {
	used  int64
	order *list.List // of *stored
	byID  map[string]*list.Element
	byKey map[string]string // snapshot key -> ID
}

// stored is a packet in the store.
type stored struct {
	id     string
	serial uint64
	packet *webfetch.Packet
	at     time.Time
	bytes  int64
	// size is that of the packet's JSON.
	size int64
	keys []string
}

const (
	mostKeys    = 16 // snapshot keys that may lead to one packet
	entryBytes  = 4 << 10
	blockFactor = 3 // blocks, links and outline weigh about twice their text
)

func newStore(ttl time.Duration, bytes int64) *store {
	return &store{ttl: ttl, bytes: bytes, now: time.Now, tenants: map[string]*shelf{}}
}

// put stores p under its ID and, for later parts of the same reading, under
// key. It reports whether the list of packets has changed.
func (s *store) put(principal, key string, p *webfetch.Packet) bool {
	e := &stored{id: p.SourceID, packet: p, size: int64(jsonLen(p))}
	e.bytes = entryBytes + e.size + int64(blockFactor*len(p.Content)+len(p.Raw)+len(p.Screenshot))
	if s.ttl <= 0 || e.bytes > s.bytes || p.SourceID == "" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	sh := s.tenants[principal]
	if sh == nil {
		sh = &shelf{order: list.New(), byID: map[string]*list.Element{}, byKey: map[string]string{}}
		s.tenants[principal] = sh
	}
	old, had := sh.byID[e.id]
	if had {
		e.keys = old.Value.(*stored).keys
		s.drop(principal, old, false)
	}
	s.serial++
	e.serial, e.at = s.serial, s.now()
	e.remember(sh, key)
	s.tenants[principal] = sh
	sh.byID[e.id] = sh.order.PushFront(e)
	sh.used += e.bytes
	s.used += e.bytes
	for s.used > s.bytes {
		s.dropOldest()
	}
	return !had
}

// remember makes key lead to e.
func (e *stored) remember(sh *shelf, key string) {
	if sh.byKey[key] == e.id {
		return
	}
	if len(e.keys) == mostKeys {
		delete(sh.byKey, e.keys[0])
		e.keys = e.keys[1:]
	}
	sh.byKey[key] = e.id
	e.keys = append(e.keys, key)
}

func (s *store) drop(principal string, at *list.Element, forget bool) {
	sh, e := s.tenants[principal], at.Value.(*stored)
	sh.order.Remove(at)
	delete(sh.byID, e.id)
	sh.used -= e.bytes
	s.used -= e.bytes
	if forget {
		for _, key := range e.keys {
			if sh.byKey[key] == e.id {
				delete(sh.byKey, key)
			}
		}
	}
	if sh.order.Len() == 0 {
		delete(s.tenants, principal)
	}
}

func (s *store) dropOldest() {
	largest, most := "", int64(-1)
	for principal, sh := range s.tenants {
		if sh.used > most {
			largest, most = principal, sh.used
		}
	}
	s.drop(largest, s.tenants[largest].order.Back(), true)
}

func (s *store) expire() {
	limit := s.now().Add(-s.ttl)
	for principal, sh := range s.tenants {
		for at := sh.order.Back(); at != nil && !at.Value.(*stored).at.After(limit); at = sh.order.Back() {
			s.drop(principal, at, true)
		}
	}
}

// packet returns the packet with an ID, or nil.
func (s *store) packet(principal, id string) *webfetch.Packet {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	sh := s.tenants[principal]
	if sh == nil || sh.byID[id] == nil {
		return nil
	}
	return sh.byID[id].Value.(*stored).packet
}

func (s *store) has(principal, id string) bool { return s.packet(principal, id) != nil }

// snapshot returns the packet that the last reading with key stored, or nil.
func (s *store) snapshot(principal, key string) *webfetch.Packet {
	s.mu.Lock()
	id := ""
	if sh := s.tenants[principal]; sh != nil {
		id = sh.byKey[key]
	}
	s.mu.Unlock()
	return s.packet(principal, id)
}

// newest returns at most n packets stored before the one with serial before, 0
// for the newest, and whether there are more.
func (s *store) newest(principal string, before uint64, n int) (page []*stored, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	sh := s.tenants[principal]
	if sh == nil {
		return nil, false
	}
	for at := sh.order.Front(); at != nil; at = at.Next() {
		e := at.Value.(*stored)
		if before != 0 && e.serial >= before {
			continue
		}
		if len(page) == n {
			return page, true
		}
		page = append(page, e)
	}
	return page, false
}
