// Package packetstore keeps packets for a while, each principal's apart, so that what was
// read once can be shown further, split, shrunk or compared without reading it again.
// Packets are compressed; one takes about a third of its content.
package packetstore

import (
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Options configure a [Store].
type Options struct {
	// TTL is how long a packet is kept at most. Zero or less means that none is.
	TTL time.Duration
	// MaxBytes bounds the memory of what is kept, compressed. A packet that takes more is
	// not kept, so zero or less means that none is.
	MaxBytes int64
	// Bodies keeps Packet.Raw and all links too, for the views raw, html and links. Zero
	// means that what is kept serves for its content only.
	Bodies bool
	// Shared has the packets of other stores of the same Bodies, and gets those of this one,
	// under hashes of principal and name; package webfetch/redis has one. TTL holds for it,
	// MaxBytes does not. Nil means that this store is alone.
	Shared webfetch.Cache
}

// Store keeps packets by name, for each principal apart. When it is full, the oldest packet
// of the principal that holds most goes first, so that one can't push out the others. Make
// one with [New]. It is safe for concurrent use.
type Store struct {
	opts    Options
	writers sync.Pool // of *flate.Writer, with their New

	mu         sync.Mutex
	used       int64
	serial     uint64
	principals map[string]*principalEntries
}

// principalEntries holds the entries of one principal by their names, in the order in which they
// were stored: they are only peeked at. All is under Store.mu.
type principalEntries struct {
	*simplelru.LRU[string, *Entry]
	used int64
}

// New returns an empty store. It takes no memory before the first packet.
func New(opts Options) *Store {
	s := &Store{opts: opts, principals: map[string]*principalEntries{}}
	s.writers.New = func() any {
		w, _ := flate.NewWriter(nil, flate.BestSpeed) // a level that there is
		return w
	}
	return s
}

// Put stores a copy of p under a name and reports whether the name is new. It replaces the
// packet that has the name. A packet that can't fit is not stored, but the outdated one with
// its name is deleted. Nothing is stored under the name "". Document.Removed and Doubtful,
// which are for the injection scan, are not stored, nor are LinkSpans, which package
// linkstyle finds anew.
func (s *Store) Put(ctx context.Context, principal, name string, p *webfetch.Packet) (added bool) {
	if s.opts.TTL <= 0 || name == "" {
		return false
	}
	packed, err := s.pack(p)
	if err != nil {
		return false // no packet of the library's is one that can't be packed
	}
	e := s.newEntry(name, time.Now(), p.OriginalURL, packed, p.Screenshot)
	e.hashes = p.Hashes
	if added = s.add(principal, e); e.serial > 0 && s.opts.Shared != nil {
		stamp := strconv.FormatInt(e.StoredAt.UnixMilli(), 10)
		// If that fails, the packet is kept here alone.
		_ = s.opts.Shared.Put(ctx, s.sharedKey(principal, name), joinTexts(stamp, e.URL, string(packed), string(e.screenshot)), time.Until(e.Expires))
	}
	return added
}

func (s *Store) add(principal string, e *Entry) (added bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	mine := s.principals[principal]
	replaced := mine != nil && mine.Remove(e.Name)
	bytes := e.bytes(principal)
	if bytes > s.opts.MaxBytes {
		return false
	}
	if mine = s.principals[principal]; mine == nil {
		mine = s.newPrincipal(principal)
	}
	s.serial++
	e.serial = s.serial
	mine.Add(e.Name, e)
	mine.used += bytes
	s.used += bytes
	for s.used > s.opts.MaxBytes {
		largest := mine
		for _, other := range s.principals {
			if other.used > largest.used {
				largest = other
			}
		}
		largest.RemoveOldest()
	}
	return !replaced
}

// newPrincipal adds a principal, which leaves with the last of its entries.
func (s *Store) newPrincipal(name string) *principalEntries {
	p := &principalEntries{}
	p.LRU, _ = simplelru.NewLRU(math.MaxInt, func(_ string, e *Entry) { // the bytes bound it
		p.used -= e.bytes(name)
		s.used -= e.bytes(name)
		if p.Len() == 0 {
			delete(s.principals, name)
		}
	})
	s.principals[name] = p
	return p
}

func (s *Store) expire() {
	now := time.Now()
	for _, p := range s.principals {
		for _, e, some := p.GetOldest(); some && !now.Before(e.Expires); _, e, some = p.GetOldest() {
			p.RemoveOldest()
		}
	}
}

// Hashes returns the hashes of the packet with a name in this store, without asking
// Options.Shared and without unpacking the packet. They are empty if the name is unknown.
func (s *Store) Hashes(principal, name string) webfetch.Hashes {
	if e := s.find(principal, name); e != nil {
		return e.hashes
	}
	return webfetch.Hashes{}
}

// Get returns the entry with a name, of this store or of Options.Shared. It returns nil, which
// has no packet, if the name is unknown. Only the principal that stored a packet gets it.
func (s *Store) Get(ctx context.Context, principal, name string) *Entry {
	if e := s.find(principal, name); e != nil {
		return e
	}
	return s.findShared(ctx, principal, name)
}

func (s *Store) find(principal, name string) *Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	if p := s.principals[principal]; p != nil {
		e, _ := p.Peek(name)
		return e
	}
	return nil
}

// Newest returns at most n entries of a principal, newest first, beginning behind the one
// with the cursor before; 0 begins with the newest. More reports whether others follow.
// Those of Options.Shared are not among them.
func (s *Store) Newest(principal string, before uint64, n int) (page []*Entry, more bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	p := s.principals[principal]
	if p == nil {
		return nil, false
	}
	for _, e := range slices.Backward(p.Values()) {
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

// findShared returns an entry of other stores, or nil.
func (s *Store) findShared(ctx context.Context, principal, name string) *Entry {
	if s.opts.Shared == nil || name == "" || s.opts.TTL <= 0 {
		return nil
	}
	packed, err := s.opts.Shared.Get(ctx, s.sharedKey(principal, name))
	var parts [4][]byte
	if err != nil || splitTexts(packed, parts[:]) != nil {
		return nil
	}
	stamp, err := strconv.ParseInt(string(parts[0]), 10, 64)
	e := s.newEntry(name, time.UnixMilli(stamp), string(parts[1]), parts[2], parts[3])
	if err != nil || !time.Now().Before(e.Expires) {
		return nil
	}
	return e
}

func (s *Store) sharedKey(principal, name string) string {
	kind := "content"
	if s.opts.Bodies {
		kind = "bodies"
	}
	sum := sha256.Sum256(joinTexts(kind, principal, name))
	return hex.EncodeToString(sum[:])
}

// Entry is a packet in a store. Nothing in it may be changed.
type Entry struct {
	// Name is the name under which the packet is stored.
	Name string
	// URL is Packet.OriginalURL, empty for bytes without an address.
	URL string
	// StoredAt and Expires are when it was stored, and until when it is kept at most.
	StoredAt, Expires time.Time

	serial     uint64
	hashes     webfetch.Hashes // empty for an entry of Options.Shared
	packed     []byte
	screenshot []byte
	size       func() int64
}

// entryOverhead is about how many bytes an entry takes beside the texts that it holds.
const entryOverhead = 760

func (s *Store) newEntry(name string, at time.Time, url string, packed, screenshot []byte) *Entry {
	e := &Entry{Name: name, URL: url, StoredAt: at, Expires: at.Add(s.opts.TTL), packed: packed, screenshot: screenshot}
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
	p, err := unpack(e.packed)
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

// A packet is stored as what can be shown and worked on again: its content and
// the spans into it, packed and compressed. The texts that were for the
// injection scan alone are not stored. Pictures, which are compressed already,
// are kept apart.

type packedHeader struct {
	Packet   webfetch.Packet
	Receipt  webfetch.FetchStats
	Document *extract.Document
	Places   []place // of the headings of the document, whose JSON has none
	Same     bool    // the document's text is the content of the packet
}

type place struct {
	Anchor     string `json:",omitempty"`
	Start, End int
}

// maxUnpackedBytes bounds what a stored packet may unpack to.
const maxUnpackedBytes = 1 << 30

// pack returns the stored form of p, with the body as it came and all links if Bodies are kept. It is packed by DEFLATE (RFC
// 1951), which the formats of documents have linked already.
func (s *Store) pack(p *webfetch.Packet) ([]byte, error) {
	head := packedHeader{Packet: *p, Receipt: p.Stats}
	texts := [3]string{p.Content}
	head.Packet.Content = ""
	if p.Document != nil {
		doc := *p.Document
		if head.Same = doc.Markdown == p.Content; !head.Same {
			texts[1] = doc.Markdown
		}
		doc.Markdown, doc.LinkSpans, doc.Removed, doc.Doubtful = "", nil, nil, nil
		if !s.opts.Bodies {
			doc.Links = nil
		}
		head.Document = &doc
		for _, h := range doc.Outline {
			head.Places = append(head.Places, place{h.Anchor, h.Start, h.End})
		}
	}
	if s.opts.Bodies {
		texts[2] = string(p.Raw)
	}
	raw, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := s.writers.Get().(*flate.Writer)
	defer s.writers.Put(w)
	w.Reset(&out)
	_, _ = w.Write(joinTexts(string(raw), texts[0], texts[1], texts[2])) // a buffer takes everything
	_ = w.Close()
	return bytes.Clone(out.Bytes()), nil
}

// unpack returns the packet that pack was given, without the picture.
func unpack(stored []byte) (*webfetch.Packet, error) {
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(stored)), maxUnpackedBytes+1))
	if err == nil && len(all) > maxUnpackedBytes {
		err = errDamaged
	}
	if err != nil {
		return nil, err
	}
	var parts [4][]byte
	if err := splitTexts(all, parts[:]); err != nil {
		return nil, err
	}
	var head packedHeader
	if err := json.Unmarshal(parts[0], &head); err != nil {
		return nil, err
	}
	p := &head.Packet
	p.Content, p.Stats, p.Document = string(parts[1]), head.Receipt, head.Document
	if head.Document != nil {
		if p.Document.Markdown = p.Content; !head.Same {
			p.Document.Markdown = string(parts[2])
		}
		if len(head.Places) != len(p.Document.Outline) {
			return nil, errDamaged
		}
		for i, at := range head.Places {
			h := &p.Document.Outline[i]
			h.Anchor, h.Start, h.End = at.Anchor, at.Start, at.End
		}
	}
	if len(parts[3]) > 0 {
		p.Raw = slices.Clone(parts[3])
	}
	return p, nil
}

// joinTexts puts the lengths of the parts before them.
func joinTexts(parts ...string) []byte {
	var all []byte
	for _, part := range parts {
		all = binary.AppendUvarint(all, uint64(len(part)))
	}
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}

var errDamaged = errors.New("damaged packet")

func splitTexts(all []byte, parts [][]byte) error {
	sizes := make([]uint64, len(parts))
	for i := range parts {
		size, n := binary.Uvarint(all)
		if n <= 0 {
			return errDamaged
		}
		sizes[i], all = size, all[n:]
	}
	for i, size := range sizes {
		if size > uint64(len(all)) {
			return errDamaged
		}
		parts[i], all = all[:size], all[size:]
	}
	return nil
}
