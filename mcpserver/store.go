package mcpserver

import (
	"container/list"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// store keeps packets by name for a while, for each principal apart, packed. It
// is bounded in time and bytes; when it is full, the oldest packet of the
// principal that holds most goes first, so that one can't push out the others.
type store struct {
	ttl   time.Duration
	bytes int64
	// whole keeps the bodies of packets too, for the views that show them.
	whole    bool
	archiver *archiver

	mu      sync.Mutex
	used    int64
	serial  uint64
	tenants map[string]*tenantStore
}

// tenantStore is what one principal has stored, newest first.
type tenantStore struct {
	used   int64
	order  *list.List // of *stored
	byName map[string]*list.Element
}

// stored is a packet in the store.
type stored struct {
	name   string
	serial uint64
	at     time.Time
	bytes  int64
	// packed is the packet; what is shown of it in a list stands beside it.
	packed     []byte
	screenshot []byte
	title      string
	// size is that of the packet's JSON, known when it was first asked for.
	size func() int64
}

// entryOverhead is what an entry takes beside the texts that it holds.
const entryOverhead = 600

func newStore(ttl time.Duration, bytes int64, whole bool) *store {
	return &store{ttl: ttl, bytes: bytes, whole: whole, archiver: &archiver{}, tenants: map[string]*tenantStore{}}
}

// put stores p under a name, in place of what has it. It reports whether the
// name is new. A packet that can't fit is not stored; what had its name goes all
// the same, as it is out of date.
func (s *store) put(principal, name string, p *webfetch.Packet) bool {
	if s.ttl <= 0 || name == "" {
		return false
	}
	packed, err := s.archiver.pack(p, s.whole)
	if err != nil {
		return false // no packet of the library's is one that can't be packed
	}
	e := &stored{
		name:       name,
		at:         time.Now(),
		packed:     packed,
		screenshot: p.Screenshot,
		title:      pageName(p),
	}
	e.size = sync.OnceValue(func() int64 { return packetSize(s.unpack(e)) })
	e.bytes = entryOverhead + int64(len(principal)+len(name)+len(e.packed)+len(e.screenshot)+len(e.title))
	if e.bytes > s.bytes {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.remove(principal, name)
		return false
	}
	return s.add(principal, e)
}

func (s *store) add(principal string, e *stored) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	replaced := s.remove(principal, e.name)
	sh := s.tenants[principal]
	if sh == nil {
		sh = &tenantStore{order: list.New(), byName: map[string]*list.Element{}}
		s.tenants[principal] = sh
	}
	s.serial++
	e.serial = s.serial
	sh.byName[e.name] = sh.order.PushFront(e)
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

// find returns the entry with a name, or nil.
func (s *store) find(principal, name string) *stored {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	sh := s.tenants[principal]
	if sh == nil || sh.byName[name] == nil {
		return nil
	}
	return sh.byName[name].Value.(*stored)
}

// unpack returns nil for an entry that is damaged, which none is.
func (s *store) unpack(e *stored) *webfetch.Packet {
	p, err := s.archiver.unpack(e.packed)
	if err != nil {
		return nil
	}
	p.Screenshot = e.screenshot
	return p
}

// left is how long e is kept at most.
func (s *store) left(e *stored) time.Duration { return max(s.ttl-time.Since(e.at), 0) }

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
