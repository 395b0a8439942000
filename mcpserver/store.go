package mcpserver

import (
	"container/list"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// store keeps packets by name for a while, for each principal apart. It is
// bounded in time and bytes; when it is full, the oldest packet of the
// principal that holds most goes first, so that one can't push out the others.
type store struct {
	ttl   time.Duration
	bytes int64

	mu      sync.Mutex
	used    int64
	serial  uint64
	tenants map[string]*shelf
}

// shelf is what one principal has stored, newest first.
type shelf struct {
	used   int64
	order  *list.List // of *stored
	byName map[string]*list.Element
}

// stored is a packet in the store.
type stored struct {
	name   string
	serial uint64
	packet *webfetch.Packet
	at     time.Time
	bytes  int64
}

// weigh estimates the memory of a packet: its texts, and the spans and strings
// around them.
func weigh(p *webfetch.Packet) int64 {
	const entry, item = 4 << 10, 200
	n := int64(entry + 2*len(p.Content) + len(p.Raw) + len(p.Screenshot))
	n += item * int64(len(p.Citations)+len(p.Outline)+len(p.Links)+len(p.Unsafe)+len(p.KeyBlocks))
	if doc := p.Document; doc != nil {
		n += item * int64(len(doc.Blocks)+len(doc.Outline)+len(doc.Links)+len(doc.Removed)+len(doc.Doubtful))
		for i := range doc.Removed {
			n += int64(len(doc.Removed[i].Text))
		}
		for i := range doc.Doubtful {
			n += int64(len(doc.Doubtful[i].Text))
		}
	}
	return n
}

func newStore(ttl time.Duration, bytes int64) *store {
	return &store{ttl: ttl, bytes: bytes, tenants: map[string]*shelf{}}
}

// put stores p under a name, in place of what has it. It reports whether the
// name is new. A packet that can't fit is not stored.
func (s *store) put(principal, name string, p *webfetch.Packet) bool {
	e := &stored{name: name, packet: p, at: time.Now(), bytes: weigh(p)}
	if s.ttl <= 0 || e.bytes > s.bytes || name == "" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	replaced := s.remove(principal, name)
	sh := s.tenants[principal]
	if sh == nil {
		sh = &shelf{order: list.New(), byName: map[string]*list.Element{}}
		s.tenants[principal] = sh
	}
	s.serial++
	e.serial = s.serial
	sh.byName[name] = sh.order.PushFront(e)
	sh.used += e.bytes
	s.used += e.bytes
	for s.used > s.bytes {
		s.dropOldest()
	}
	return !replaced
}

func (s *store) remove(principal, name string) bool {
	sh := s.tenants[principal]
	if sh == nil || sh.byName[name] == nil {
		return false
	}
	s.drop(principal, sh.byName[name])
	return true
}

func (s *store) drop(principal string, at *list.Element) {
	sh, e := s.tenants[principal], at.Value.(*stored)
	sh.order.Remove(at)
	delete(sh.byName, e.name)
	sh.used -= e.bytes
	s.used -= e.bytes
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
	s.drop(largest, s.tenants[largest].order.Back())
}

func (s *store) expire() {
	limit := time.Now().Add(-s.ttl)
	for principal, sh := range s.tenants {
		for at := sh.order.Back(); at != nil && !at.Value.(*stored).at.After(limit); at = sh.order.Back() {
			s.drop(principal, at)
		}
	}
}

// get returns the packet with a name, or nil.
func (s *store) get(principal, name string) *webfetch.Packet {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	sh := s.tenants[principal]
	if sh == nil || sh.byName[name] == nil {
		return nil
	}
	return sh.byName[name].Value.(*stored).packet
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
