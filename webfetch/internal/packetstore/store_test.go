package packetstore_test

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/packetstore"
)

// packetOf makes a packet of text that can't be made much shorter.
func packetOf(id string, length int) *webfetch.Packet {
	noise := rand.New(rand.NewPCG(uint64(length), 1))
	var b strings.Builder
	for b.Len() < length {
		b.WriteByte(byte(' ' + noise.IntN(95)))
	}
	return &webfetch.Packet{SourceID: id, Content: b.String()}
}

func newStore(ttl time.Duration, bytes int64, bodies bool) *packetstore.Store {
	return packetstore.New(packetstore.Options{TTL: ttl, MaxBytes: bytes, Bodies: bodies})
}

// weight is what a packet takes, stored for a principal and under a name of one letter each.
func weight(t *testing.T, p *webfetch.Packet) int64 {
	t.Helper()
	s := newStore(time.Hour, 1<<30, false)
	s.Put(t.Context(), "a", "1", p)
	return s.Bytes()
}

func TestStoreExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(5*time.Minute, 1<<20, false)
		s.Put(t.Context(), "a", "1", packetOf("1", 10))
		time.Sleep(5*time.Minute - time.Nanosecond)
		assert.NotNil(t, s.Get(t.Context(), "a", "1").Packet())
		time.Sleep(time.Nanosecond)
		assert.Nil(t, s.Get(t.Context(), "a", "1").Packet())
		assert.Zero(t, s.Bytes())
		assert.Zero(t, s.Principals())
	})
}

func TestStoreRenews(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore(time.Minute, 1<<20, false)
		assert.True(t, s.Put(t.Context(), "a", "1", packetOf("1", 10)))
		assert.True(t, s.Put(t.Context(), "a", "2", packetOf("2", 10)))
		time.Sleep(40 * time.Second)
		assert.False(t, s.Put(t.Context(), "a", "1", packetOf("1", 10)), "the list is the same")
		time.Sleep(40 * time.Second)
		assert.NotNil(t, s.Get(t.Context(), "a", "1").Packet())
		assert.Nil(t, s.Get(t.Context(), "a", "2").Packet())
	})
}

func TestStoreIsBoundedInBytes(t *testing.T) {
	one := weight(t, packetOf("1", 1000))
	const slack = 16 // IDs don't all compress alike
	s := newStore(time.Hour, 3*one+slack, false)
	for _, id := range []string{"1", "2", "3"} {
		s.Put(t.Context(), "a", id, packetOf(id, 1000))
	}
	assert.InDelta(t, 3*one, s.Bytes(), slack)
	s.Put(t.Context(), "a", "4", packetOf("4", 1000))
	assert.Nil(t, s.Get(t.Context(), "a", "1").Packet(), "the oldest goes")
	assert.NotNil(t, s.Get(t.Context(), "a", "2").Packet())

	assert.False(t, s.Put(t.Context(), "a", "5", packetOf("5", 100000)), "what can never fit is not stored")
	assert.NotNil(t, s.Get(t.Context(), "a", "4").Packet(), "and pushes nothing out")
}

// A page that has grown too large to be stored is not read on from what it was.
func TestStoreForgetsWhatIsOutOfDate(t *testing.T) {
	s := newStore(time.Hour, weight(t, packetOf("1", 1000)), false)
	assert.True(t, s.Put(t.Context(), "a", "1", packetOf("1", 1000)))
	assert.False(t, s.Put(t.Context(), "a", "1", packetOf("1", 2000)))
	assert.Nil(t, s.Get(t.Context(), "a", "1").Packet())
	assert.Zero(t, s.Bytes())
	assert.Zero(t, s.Principals())
}

func TestStoreIsFairAndPrivate(t *testing.T) {
	one := weight(t, packetOf("1", 1000))
	s := newStore(time.Hour, 4*one+4*int64(len("quiet")), false)
	s.Put(t.Context(), "quiet", "q", packetOf("q", 1000))
	for _, id := range []string{"1", "2", "3", "4", "5", "6"} {
		s.Put(t.Context(), "loud", id, packetOf(id, 1000))
	}
	assert.NotNil(t, s.Get(t.Context(), "quiet", "q").Packet(), "one principal can't push out another")
	assert.Nil(t, s.Get(t.Context(), "loud", "q").Packet(), "nor read what it has")
	assert.Nil(t, s.Get(t.Context(), "quiet", "6").Packet())
	page, more := s.Newest("loud", 0, 10)
	assert.Len(t, page, 3)
	assert.False(t, more)
}

func TestStoreTakesNoNamelessPacket(t *testing.T) {
	s := newStore(time.Hour, 1<<20, false)
	assert.False(t, s.Put(t.Context(), "a", "", packetOf("", 10)))
	assert.Nil(t, s.Get(t.Context(), "a", "").Packet())
}

// What is stored is as good as what was fetched, but for what nothing needs:
// the text that was kept out of the content, and, where only the content is to
// be used again, the body.
func TestStoreKeepsWhatIsNeeded(t *testing.T) {
	client, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	p, err := client.Extract(t.Context(), extract.Source{MediaType: "text/html", Body: []byte(pageOf(1, 20)), URL: &url.URL{Scheme: "https", Host: "example.com", Path: "/1"}}, webfetch.ExtractOptions{Links: true, RawExcerpt: true})
	require.NoError(t, err)
	require.NotEmpty(t, p.Document.Removed)
	p.Screenshot = []byte("a picture")
	for name, whole := range map[string]bool{"content": false, "reading": true} {
		t.Run(name, func(t *testing.T) {
			s := newStore(time.Hour, 1<<20, whole)
			require.True(t, s.Put(t.Context(), "a", "1", p))
			got := s.Get(t.Context(), "a", "1").Packet()
			require.NotNil(t, got)

			want := *p
			doc := *p.Document
			want.Document, doc.LinkSpans, doc.Removed, doc.Doubtful = &doc, nil, nil, nil
			if !whole {
				want.Raw, doc.Links = nil, nil
			}
			assert.Equal(t, want.Document, got.Document)
			assert.Equal(t, want.Raw, got.Raw)
			assert.Equal(t, want.Stats, got.Stats)
			assert.Equal(t, want.Screenshot, got.Screenshot)
			before, err := json.Marshal(p)
			require.NoError(t, err)
			after, err := json.Marshal(got)
			require.NoError(t, err)
			assert.Equal(t, string(before), string(after), "and all that is in the packet's JSON")

			for _, view := range []string{"markdown", "plain", "html", "raw", "links"} {
				want, _, err := client.View(t.Context(), p, view)
				require.NoError(t, err)
				if got, _, err := client.View(t.Context(), got, view); whole || view == "markdown" || view == "plain" {
					require.NoError(t, err)
					assert.Equal(t, want, got, view)
				}
			}
			chunks, err := client.Chunk(t.Context(), p, chunk.Options{MaxTokens: 200})
			require.NoError(t, err)
			again, err := client.Chunk(t.Context(), got, chunk.Options{MaxTokens: 200})
			require.NoError(t, err)
			assert.Equal(t, chunks, again)
		})
	}
}

// What comes out belongs to who took it out.
// Chunks and windows of a stored page begin where its headings stand.
func TestStoreKeepsPlacesOfHeadings(t *testing.T) {
	page := &webfetch.Packet{SourceID: "1", Content: "# Knots\n\n## Bowline\n\nA loop."}
	page.Document = &extract.Document{Markdown: page.Content, Outline: []extract.Heading{
		{Level: 1, Text: "Knots", Path: "Knots", Anchor: "top", Span: extract.Span{Start: 0, End: 7}}, {Level: 2, Text: "Bowline", Path: "Knots > Bowline", Span: extract.Span{Start: 9, End: 19}},
	}}
	s := newStore(time.Hour, 1<<20, false)
	require.True(t, s.Put(t.Context(), "a", "1", page))
	assert.Equal(t, page.Document.Outline, s.Get(t.Context(), "a", "1").Packet().Document.Outline)
}

func TestStoredPacketsAreNotShared(t *testing.T) {
	s := newStore(time.Hour, 1<<20, false)
	s.Put(t.Context(), "a", "1", &webfetch.Packet{SourceID: "1", Content: "text", Warnings: []extract.Warning{{Type: "one"}}})
	s.Get(t.Context(), "a", "1").Packet().Warnings[0].Type = "two"
	assert.Equal(t, "one", s.Get(t.Context(), "a", "1").Packet().Warnings[0].Type)
}

// damaged is what a Shared holds after somebody else has written there.
type damaged struct{ packed []byte }

func (d *damaged) Get(context.Context, string) ([]byte, error) { return d.packed, nil }
func (d *damaged) Put(_ context.Context, _ string, packed []byte, _ time.Duration) error {
	d.packed = packed
	return nil
}

// Damage is no panic, whatever it is.
func TestDamagedPackets(t *testing.T) {
	shared := &damaged{}
	opts := packetstore.Options{TTL: time.Hour, MaxBytes: 1 << 20, Bodies: true, Shared: shared}
	packetstore.New(opts).Put(t.Context(), "a", "1", packetOf("1", 100))
	whole := shared.packed
	other := packetstore.New(opts)
	require.NotNil(t, other.Get(t.Context(), "a", "1").Packet())

	// entry is one of now, without an address and a picture, whose packed packet is given.
	entry := func(packed []byte) []byte {
		stamp := strconv.FormatInt(time.Now().UnixMilli(), 10)
		all := []byte{byte(len(stamp)), 0}
		all = append(binary.AppendUvarint(all, uint64(len(packed))), 0)
		return slices.Concat(all, []byte(stamp), packed)
	}
	deflated := func(b ...byte) []byte {
		var out bytes.Buffer
		w, err := flate.NewWriter(&out, flate.BestSpeed)
		require.NoError(t, err)
		_, err = w.Write(b)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return out.Bytes()
	}
	good := deflated(slices.Concat([]byte{2, 0, 0, 0}, []byte("{}"))...)
	for _, bad := range [][]byte{
		{}, whole[:len(whole)-1], whole[:1], []byte("x"), entry(nil), entry([]byte("x")), entry(good[:len(good)-1]),
		entry(deflated(200)), entry(deflated(1, 1, 1, 200, '{')), entry(deflated(1, 0, 0, 0, '{')),
	} {
		shared.packed = bad
		assert.Nil(t, other.Get(t.Context(), "a", "1").Packet(), "%q", bad)
	}
	shared.packed = entry(good)
	assert.NotNil(t, other.Get(t.Context(), "a", "1").Packet(), "the form of the test is that of the store")
}

// pageOf is a page of about as many kilobytes as a page of news has, with text
// of its own.
func pageOf(n, paragraphs int) string {
	noise := rand.New(rand.NewPCG(uint64(n), 2))
	words := strings.Fields("the harbour of a town by sea where boats come home in autumn with nets full and crews that sing old songs while gulls cry over roofs market stalls smoke lanterns quay tide salt rope anchor captain letter winter garden stone bridge river mill bread")
	var b strings.Builder
	fmt.Fprintf(&b, `<html><head><title>Page %d</title><style>.h{display:none}%s</style></head><body><nav>%s</nav><main><h1>Page %d</h1>`, n,
		strings.Repeat(".card{margin:0 auto;padding:1rem}", 200), strings.Repeat(`<a href="/section">Section</a> `, 40), n)
	for i := range paragraphs {
		if i%5 == 0 {
			fmt.Fprintf(&b, "<h2>Part %d</h2>", i)
		}
		b.WriteString("<p class=\"text text--large text--serif\" data-track=\"paragraph\">")
		for range 90 {
			word := words[noise.IntN(len(words))]
			if noise.IntN(3) == 0 { // names and numbers, which are less alike
				word = strconv.FormatUint(noise.Uint64()>>(4*noise.IntN(12)), 36)
			}
			b.WriteString(word + " ")
		}
		b.WriteString("</p><div class=h>hidden words that nobody sees on this page</div>")
	}
	b.WriteString("</main></body></html>")
	return b.String()
}

// In 64 MiB, divided as mcpserver does, there is room for more pages than a busy server reads
// in the time that it keeps them: 1,500 of a typical size.
func TestStoreHoldsManyPages(t *testing.T) {
	client, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	const room = 64 << 20
	packets, snapshots := newStore(time.Hour, room/3, false), newStore(time.Hour, room/3*2, true)
	const pages, different = 1500, 30
	ids := make([]string, pages)
	for i := range different {
		p, err := client.Extract(t.Context(), extract.Source{MediaType: "text/html", Body: []byte(pageOf(i, 25))}, webfetch.ExtractOptions{})
		require.NoError(t, err)
		for n := i; n < pages; n += different { // packets share nothing in the store
			ids[n] = strconv.Itoa(n)
			packets.Put(t.Context(), "ada", ids[n], p)
			snapshots.Put(t.Context(), "ada", ids[n], p)
		}
	}
	usable, readable := 0, 0
	for _, id := range ids {
		if p := packets.Get(t.Context(), "ada", id).Packet(); p != nil && len(p.Document.Blocks) > 25 {
			usable++
		}
		if snapshots.Hashes("ada", id) != (webfetch.Hashes{}) {
			readable++
		}
	}
	t.Logf("of %d pages, %d can be used by their source_id (%d KB each) and %d be read on (%d KB each)",
		pages, usable, packets.Bytes()/int64(usable)>>10, readable, snapshots.Bytes()/int64(readable)>>10)
	assert.Equal(t, pages, usable)
	assert.Equal(t, pages, readable)
	assert.LessOrEqual(t, packets.Bytes()+snapshots.Bytes(), int64(room))
}

func TestHashesNeedNoUnpacking(t *testing.T) {
	s := newStore(time.Hour, 1<<20, false)
	p := packetOf("1", 10)
	p.Hashes = webfetch.Hashes{ContentHash: "c", RawHash: "r"}
	s.Put(t.Context(), "a", "1", p)
	assert.Equal(t, p.Hashes, s.Hashes("a", "1"))
	assert.Empty(t, s.Hashes("a", "2"))
	assert.Empty(t, s.Hashes("b", "1"), "of another principal")
	p.Hashes.RawHash = "other"
	s.Put(t.Context(), "a", "1", p)
	assert.Equal(t, "other", s.Hashes("a", "1").RawHash)
}
