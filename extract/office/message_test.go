package office_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

// The names of the storages and streams of a message ([MS-OXMSG], 2.1) and those of its
// properties that the tests write ([MS-OXPROPS]).
const (
	messageStream   = "__substg1.0_"
	attachmentStart = "__attach_version1.0_#"
	fixedProperties = "__properties_version1.0"

	propSubject    = "0037"
	propSubmitted  = 0x0039
	propSenderName = "0C1A"
	propSenderSMTP = "5D01"
	propCC         = "0E03"
	propTo         = "0E04"
	propBody       = "1000"
	propRTF        = "1009"
	propHTML       = "1013"
	propFileName   = "3707"
	propFileType   = "370E"
	propFile       = "3701"
	propCodePage   = 0x3FFD
)

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

// unreadBody stands for a body that is no RTF.
const unreadBody = "(The text of this message is damaged RTF.)"

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
		"RTF":         {[]storedEntry{rtfProperty(storedRTF("MELA", len(richText), richText))}, "It räins.\n\nStill."},
		"unknown RTF": {[]storedEntry{rtfProperty(storedRTF("none", 5, richText))}, unreadBody},
	} {
		body := sampleMessage(c.body...)
		for _, mediaType := range []string{"application/vnd.ms-outlook", ""} {
			doc, err := office.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: mediaType, Body: body})
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
		doc, err := office.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/vnd.ms-outlook", Body: whole[:cut]})
		if err == nil {
			assert.NoError(t, extracttest.Check(doc))
		}
	}
	var many []storedEntry
	for i := range 105 {
		many = append(many, storedEntry{name: attachmentStart + string(rune('A'+i/26)) + string(rune('A'+i%26)), entries: []storedEntry{{name: "x", data: []byte("x")}}})
	}
	doc, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: sampleMessage(many...)})
	require.NoError(t, err)
	assert.Equal(t, 100, strings.Count(doc.Markdown, "\n- "))
}

func FuzzMessage(f *testing.F) {
	f.Add(sampleMessage(wideProperty(propBody, "It rains.")))
	f.Add(sampleMessage(storedEntry{name: messageStream + propHTML + "0102", data: []byte("<p>It rains.")}))
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := office.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/vnd.ms-outlook", Body: body})
		if err != nil {
			return
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}
