package webfetch

import (
	"bytes"
	"container/list"
	"io"
	"net/http"
	"sync"

	"github.com/klauspost/compress/flate"
)

// shelf holds the responses of one FetchAll, so that none of its addresses is
// downloaded twice, whatever the cache may store, keep or evict. When they are
// more than maxBytes together, those used least recently are compressed, and
// only when all are, given up. It is safe for concurrent use.
type shelf struct {
	maxBytes int64

	mu    sync.Mutex
	held  map[string]*list.Element
	order *list.List // of *shelved, last used first
	bytes int64
	loose int // responses that are not compressed
}

// shelved is a response on a shelf; packed is its body where load has none.
type shelved struct {
	key    string
	load   *load
	packed []byte
	length int // of the body
}

// shelvedOverhead is what a response costs beside its body and header.
const shelvedOverhead = 1 << 10

func newShelf(maxBytes int64) *shelf {
	return &shelf{maxBytes: maxBytes, held: map[string]*list.Element{}, order: list.New()}
}

// get returns the response for key as one that came from a cache, nil if there
// is none. A nil shelf has none.
func (s *shelf) get(key string) *load {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.held[key]
	if e == nil {
		return nil
	}
	s.order.MoveToFront(e)
	entry := e.Value.(*shelved)
	copied := *entry.load
	copied.cached, copied.via, copied.retries = true, "cache", 0
	if entry.packed != nil {
		body, err := unpack(entry.packed, entry.length)
		if err != nil {
			return nil
		}
		copied.body = body
	}
	return &copied
}

// put keeps a response, unless asking for it again may end otherwise. A nil
// shelf keeps nothing.
func (s *shelf) put(key string, got *load) {
	if s == nil || retryable(got.status) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[key] != nil {
		return
	}
	entry := &shelved{key: key, load: got, length: len(got.body)}
	if entry.size() > s.maxBytes {
		entry.pack()
		if entry.size() > s.maxBytes {
			return // it would cost all others their place
		}
	} else {
		s.loose++
	}
	s.held[key] = s.order.PushFront(entry)
	s.bytes += entry.size()
	s.shrink()
}

// shrink brings the responses within the bound: first the bodies that are not
// compressed, then whole responses. s.mu is held.
func (s *shelf) shrink() {
	for e := s.order.Back(); e != nil && s.bytes > s.maxBytes && s.loose > 0; e = e.Prev() {
		entry := e.Value.(*shelved)
		if entry.packed != nil {
			continue
		}
		s.bytes -= entry.size()
		entry.pack()
		s.bytes += entry.size()
		s.loose--
	}
	for s.bytes > s.maxBytes {
		entry := s.order.Remove(s.order.Back()).(*shelved)
		delete(s.held, entry.key)
		s.bytes -= entry.size()
		if entry.packed == nil {
			s.loose--
		}
	}
}

func (e *shelved) size() int64 {
	n := int64(len(e.key) + len(e.load.body) + len(e.load.screenshot) + cap(e.packed) + shelvedOverhead)
	return n + headerSize(e.load.header)
}

func headerSize(h http.Header) int64 {
	var n int64
	for name, values := range h {
		for _, v := range values {
			n += int64(len(name) + len(v))
		}
	}
	return n
}

// pack compresses the body. The load that others hold stays as it is.
func (e *shelved) pack() {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is valid
	}
	_, _ = w.Write(e.load.body) // a bytes.Buffer takes all
	_ = w.Close()
	without := *e.load
	without.body = nil
	e.load, e.packed = &without, bytes.Clone(out.Bytes())
}

func unpack(packed []byte, length int) ([]byte, error) {
	body := make([]byte, length)
	_, err := io.ReadFull(flate.NewReader(bytes.NewReader(packed)), body)
	return body, err
}
