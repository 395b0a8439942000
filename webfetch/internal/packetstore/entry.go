package packetstore

import (
	"bytes"
	"encoding/json"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Entry is a packet in a store. Nothing in it may be changed.
type Entry struct {
	// Name is the name under which the packet is stored.
	Name string
	// URL is Packet.OriginalURL, empty for bytes without an address.
	URL string
	// StoredAt and Expires are when it was stored, and until when it is kept at most.
	StoredAt, Expires time.Time

	codec      *codec
	serial     uint64
	hashes     webfetch.Hashes // empty for an entry of Options.Shared
	packed     []byte
	screenshot []byte
	size       func() int64
}

// entryOverhead is about how many bytes an entry takes beside the texts that it holds.
const entryOverhead = 760

func (s *Store) newEntry(name string, at time.Time, url string, packed, screenshot []byte) *Entry {
	e := &Entry{Name: name, URL: url, StoredAt: at, Expires: at.Add(s.opts.TTL), codec: &s.codec, packed: packed, screenshot: screenshot}
	e.size = sync.OnceValue(e.measure)
	return e
}

func (e *Entry) bytes(principal string) int64 {
	return entryOverhead + int64(len(principal)+len(e.Name)+len(e.URL)+len(e.packed)+len(e.screenshot))
}

// Cursor is where [Store.Newest] goes on behind e. It is 0 for an entry of Options.Shared.
func (e *Entry) Cursor() uint64 { return e.serial }

// HasScreenshot reports whether Packet.Screenshot is set.
func (e *Entry) HasScreenshot() bool { return len(e.screenshot) > 0 }

// Packet returns the packet, a new one each time; nil if e is nil, or if what Options.Shared
// had of it is damaged. Chunk, Compact and View take it like the one that was stored, the views raw, html
// and links of a store with Bodies only.
func (e *Entry) Packet() *webfetch.Packet {
	if e == nil {
		return nil
	}
	p, err := e.codec.unpack(e.packed)
	if err != nil {
		return nil
	}
	if e.HasScreenshot() {
		p.Screenshot = e.screenshot
	}
	return p
}

// Size returns the length of the packet's JSON in bytes, and 0 where its content is longer
// than 256 KiB, as it would cost too much to write it for a list. It is safe for concurrent use.
func (e *Entry) Size() int64 { return e.size() }

func (e *Entry) measure() int64 {
	const costly = 256 << 10
	p := e.Packet()
	if p == nil || len(p.Content) > costly {
		return 0
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(p) != nil {
		return 0
	}
	return int64(b.Len()) - 1 // Encode adds a line feed
}
