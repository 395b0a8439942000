package office_test

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

// utf16Name returns the name of a stream as directory entries hold it.
func utf16Name(name string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(name)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return append(b, 0, 0)
}

// Old binary formats are told by name, with what to ask for.
func TestLegacyFormats(t *testing.T) {
	for stream, want := range map[string]string{
		"WordDocument": "binary Word document (.doc", "Workbook": "binary Excel workbook (.xls", "Book": ".xls", "PowerPoint Document": ".ppt",
		"__properties_version1.0": "message of Outlook (.msg)",
		"Other":                   "no known kind",
	} {
		body := append([]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 sectors "), utf16Name(stream)...)
		for _, mediaType := range []string{"application/msword", ""} {
			_, err := office.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: mediaType, Body: body})
			assert.ErrorIs(t, err, extract.ErrUnsupported)
			assert.ErrorContains(t, err, want)
			assert.ErrorContains(t, err, "ask for it as")
		}
	}
	_, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: append([]byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), utf16Name("EncryptedPackage")...)})
	assert.ErrorIs(t, err, extract.ErrEncrypted)
	_, err = office.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/msword", Body: []byte("no such file")})
	assert.ErrorIs(t, err, extract.ErrMalformed)
}
