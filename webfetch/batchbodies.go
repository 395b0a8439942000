package webfetch

import (
	"bytes"
	"container/list"
	"io"
	"net/http"
	"sync"

	"github.com/klauspost/compress/flate"
)

// batchBodies holds the responses of one FetchAll, so that none of its addresses is
// downloaded twice, independent of the cache. If they exceed maxBytes together, those used
// least recently are compressed. Only when all are compressed are some dropped. It is safe
// for concurrent use.
type batchBodies struct {
	maxBytes int64

	mu    sync.Mutex
	held  map[string]*list.Element
	order *list.List // of *storedBody, last used first
	bytes int64
	loose int // bodies that are not compressed
}

// storedBody is one response of a batch. When its body is compressed, packed holds it and
// resp.body is nil.
type storedBody struct {
	key    string
	resp   *response
	packed []byte
	length int // of the body, not compressed, in bytes
}

// storedBodyOverhead is about how many bytes of memory a response takes beside its body
// and header: its structs, its list element and its map entry.
const storedBodyOverhead = 1 << 10

func newBatchBodies(maxBytes int64) *batchBodies {
	return &batchBodies{maxBytes: maxBytes, held: map[string]*list.Element{}, order: list.New()}
}

// get returns the response for key, marked as from a cache, or nil. A nil receiver is empty.
func (b *batchBodies) get(key string) *response {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.held[key]
	if e == nil {
		return nil
	}
	b.order.MoveToFront(e)
	entry := e.Value.(*storedBody)
	copied := *entry.resp
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
// receiver keeps nothing.
func (b *batchBodies) put(key string, resp *response) {
	if b == nil || resp.cut || retryable(resp.status) {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.held[key] != nil {
		return
	}
	entry := &storedBody{key: key, resp: resp, length: len(resp.body)}
	if entry.size() > b.maxBytes {
		entry.pack()
		if entry.size() > b.maxBytes {
			return // it would cost all others their place
		}
	} else {
		b.loose++
	}
	b.held[key] = b.order.PushFront(entry)
	b.bytes += entry.size()
	b.shrink()
}

// shrink brings the responses within the bound: first the bodies that are not
// compressed, then whole responses. b.mu is held.
func (b *batchBodies) shrink() {
	for e := b.order.Back(); e != nil && b.bytes > b.maxBytes && b.loose > 0; e = e.Prev() {
		entry := e.Value.(*storedBody)
		if entry.packed != nil {
			continue
		}
		b.bytes -= entry.size()
		entry.pack()
		b.bytes += entry.size()
		b.loose--
	}
	for b.bytes > b.maxBytes {
		entry := b.order.Remove(b.order.Back()).(*storedBody)
		delete(b.held, entry.key)
		b.bytes -= entry.size()
		if entry.packed == nil {
			b.loose--
		}
	}
}

func (b *storedBody) size() int64 {
	n := int64(len(b.key) + len(b.resp.body) + len(b.resp.screenshot) + cap(b.packed) + storedBodyOverhead)
	return n + headerSize(b.resp.header)
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

// pack compresses the body. The response that other goroutines have stays as it is.
func (b *storedBody) pack() {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is valid
	}
	_, _ = w.Write(b.resp.body) // a bytes.Buffer takes all
	_ = w.Close()
	without := *b.resp
	without.body = nil
	b.resp, b.packed = &without, bytes.Clone(out.Bytes())
}

func unpack(packed []byte, length int) ([]byte, error) {
	body := make([]byte, length)
	_, err := io.ReadFull(flate.NewReader(bytes.NewReader(packed)), body)
	return body, err
}
