package office

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
)

// storedEntry is a stream, or a storage with streams, of a compound file.
type storedEntry struct {
	name    string
	data    []byte
	entries []storedEntry
}

// compoundFile writes a compound file ([MS-CFB]) of version 3. Its streams are
// filled up with zeros to 4,096 bytes, so that it needs no short sectors.
func compoundFile(entries []storedEntry) []byte {
	const sector, none, end, fatSector = 512, 0xffffffff, 0xfffffffe, 0xfffffffd
	var directory, content []byte
	var chains [][2]int // first sector and number of each stream
	var add func(e storedEntry, kind byte, child, right uint32) int
	count := 0
	add = func(e storedEntry, kind byte, child, right uint32) int {
		d := make([]byte, 128)
		units := utf16.Encode([]rune(e.name))
		for i, u := range units {
			binary.LittleEndian.PutUint16(d[2*i:], u)
		}
		binary.LittleEndian.PutUint16(d[64:], uint16(2*len(units)+2))
		d[66], d[67] = kind, 1
		binary.LittleEndian.PutUint32(d[68:], none)
		binary.LittleEndian.PutUint32(d[72:], right)
		binary.LittleEndian.PutUint32(d[76:], child)
		if kind == 2 {
			data := append([]byte(nil), e.data...)
			for len(data) < 4096 || len(data)%sector != 0 {
				data = append(data, 0)
			}
			chains = append(chains, [2]int{len(content) / sector, len(data) / sector})
			binary.LittleEndian.PutUint32(d[116:], uint32(len(content)/sector))
			binary.LittleEndian.PutUint32(d[120:], uint32(len(data)))
			content = append(content, data...)
		}
		directory = append(directory, d...)
		count++
		return count - 1
	}
	var list func(entries []storedEntry) uint32 // the siblings, each the right one of the one before
	list = func(entries []storedEntry) uint32 {
		next := uint32(none)
		for _, e := range entries {
			if e.entries != nil {
				next = uint32(add(e, 1, list(e.entries), next))
			} else {
				next = uint32(add(e, 2, none, next))
			}
		}
		return next
	}
	directory = make([]byte, 0, 128)
	add(storedEntry{name: "Root Entry"}, 5, none, none)
	first := list(entries)
	binary.LittleEndian.PutUint32(directory[76:], first)
	for len(directory)%sector != 0 {
		directory = append(directory, make([]byte, 128)...)
	}
	data, folders := len(content)/sector, len(directory)/sector
	fats := (data + folders + 8 + 127) / 128
	table := make([]byte, 4*128*fats)
	for i := range len(table) / 4 {
		binary.LittleEndian.PutUint32(table[4*i:], none)
	}
	chain := func(first, n int) {
		for i := first; i < first+n; i++ {
			binary.LittleEndian.PutUint32(table[4*i:], uint32(i+1))
		}
		binary.LittleEndian.PutUint32(table[4*(first+n-1):], end)
	}
	for _, c := range chains {
		chain(c[0], c[1])
	}
	chain(data, folders)
	header := make([]byte, sector)
	copy(header, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	for at, v := range map[int]uint16{24: 0x3e, 26: 3, 28: 0xfffe, 30: 9, 32: 6} {
		binary.LittleEndian.PutUint16(header[at:], v)
	}
	for at, v := range map[int]uint32{44: uint32(fats), 48: uint32(data), 56: 4096, 60: end, 68: end} {
		binary.LittleEndian.PutUint32(header[at:], v)
	}
	for i := range 109 {
		v := uint32(none)
		if i < fats {
			v = uint32(data + folders + i)
			binary.LittleEndian.PutUint32(table[4*v:], fatSector)
		}
		binary.LittleEndian.PutUint32(header[76+4*i:], v)
	}
	return append(append(append(header, content...), directory...), table...)
}

// wideProperty is a property in UTF-16.
func wideProperty(property, text string) storedEntry {
	name := utf16Name(text)
	return storedEntry{name: messageStream + property + "001F", data: name[:len(name)-2]}
}

func property(id uint16, value uint64) []byte {
	b := make([]byte, 16)
	binary.LittleEndian.PutUint16(b[2:], id)
	binary.LittleEndian.PutUint64(b[8:], value)
	return b
}

func sampleMessage(body ...storedEntry) []byte {
	sent := uint64(time.Date(2024, 3, 5, 10, 15, 0, 0, time.UTC).Unix())*10_000_000 + 116444736000000000
	fixed := append(make([]byte, 32), append(property(propSubmitted, sent), property(propCodePage, 1252)...)...)
	return compoundFile(append([]storedEntry{
		{name: fixedProperties, data: fixed},
		wideProperty(propSubject, "Boats *for* Lund"), wideProperty(propSenderName, "Ada Ek"), wideProperty(propSenderSMTP, "ada@lund.example"),
		wideProperty(propTo, "Bo; Cia"), {name: messageStream + propCC + "001E", data: []byte("J\xf6rgen")},
		{name: attachmentStart + "00000000", entries: []storedEntry{wideProperty(propFileName, "plan.pdf"), wideProperty(propFileType, "application/pdf"), {name: messageStream + propFile + "0102", data: []byte("secret bytes")}}},
		{name: "__recip_version1.0_#00000000", entries: []storedEntry{wideProperty("3001", "secret name")}},
	}, body...))
}

const messageHead = "# Boats \\*for\\* Lund\n\nFrom: Ada Ek \\<ada@lund.example>\\\nTo: Bo; Cia\\\nCc: Jörgen\\\nDate: 2024-03-05 10:15 UTC\n\n"

// TestMessages of Outlook, with the body as text, as HTML alone or as RTF alone.
func TestMessages(t *testing.T) {
	// RTF that holds the HTML it was made of
	const richText = `{\rtf1\ansi\ansicpg1252\fromhtml1 {\fonttbl{\f0 Arial;}}{\*\htmltag64 <p>}It r\'e4ins.\htmlrtf\par\htmlrtf0 {\*\htmltag72 </p>}Still.}`
	const files = "\n\nAttachments:\n\n- plan.pdf (application/pdf, about 4096 bytes)"
	for name, c := range map[string]struct {
		body []storedEntry
		want string
	}{
		"text":        {[]storedEntry{wideProperty(propBody, "It rains.\r\nStill.\r\n\r\nAda *"), wideProperty(propHTML, "<p>not this")}, "It rains.\\\nStill.\n\nAda \\*"},
		"HTML":        {[]storedEntry{{name: messageStream + propHTML + "0102", data: []byte("<p>It r\xe4ins.<script>x()</script><p>Still.")}}, "It räins.\n\nStill."},
		"RTF":         {[]storedEntry{{name: messageStream + propRTF + "0102", data: storedRTF(rtfUncompressed, len(richText), richText)}}, "It räins.\n\nStill."},
		"unknown RTF": {[]storedEntry{{name: messageStream + propRTF + "0102", data: storedRTF(1, 5, richText)}}, unreadBody},
	} {
		body := sampleMessage(c.body...)
		for _, mediaType := range []string{"application/vnd.ms-outlook", ""} {
			doc, err := Extractor{}.Extract(t.Context(), &extract.Source{MediaType: mediaType, Body: body})
			require.NoError(t, err, name)
			require.NoError(t, extracttest.Check(doc), name)
			assert.Equal(t, messageHead+c.want+files, doc.Markdown, name)
			assert.Equal(t, "msg", doc.Format)
			assert.Equal(t, "Boats *for* Lund", doc.Meta.Title)
			assert.Equal(t, []string{"Ada Ek"}, doc.Meta.Authors)
			assert.Equal(t, "2024-03-05T10:15:00Z", doc.Meta.Published.Format(time.RFC3339))
		}
	}
}

// TestDamagedMessages are errors or what can be read, and attachments are bounded.
func TestDamagedMessages(t *testing.T) {
	whole := sampleMessage(wideProperty(propBody, "It rains."))
	for cut := 0; cut < len(whole); cut += 500 {
		doc, err := Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/vnd.ms-outlook", Body: whole[:cut]})
		if err == nil {
			assert.NoError(t, extracttest.Check(doc))
		}
	}
	var many []storedEntry
	for i := range maxAttached + 5 {
		many = append(many, storedEntry{name: attachmentStart + string(rune('A'+i/26)) + string(rune('A'+i%26)), entries: []storedEntry{{name: "x", data: []byte("x")}}})
	}
	doc, err := Extractor{}.Extract(t.Context(), &extract.Source{Body: sampleMessage(many...)})
	require.NoError(t, err)
	assert.Equal(t, maxAttached, strings.Count(doc.Markdown, "\n- "))
}

func FuzzMessage(f *testing.F) {
	f.Add(sampleMessage(wideProperty(propBody, "It rains.")))
	f.Add(sampleMessage(storedEntry{name: messageStream + propHTML + "0102", data: []byte("<p>It rains.")}))
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/vnd.ms-outlook", Body: body})
		if err != nil {
			return
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}
