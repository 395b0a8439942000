package envelope

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func TestMailWithAttachments(t *testing.T) {
	doc := message(t, "From: Ada Ek <ada@lund.example>", "To: b@lund.example", "Subject: =?UTF-8?Q?Regn_i_G=C3=B6teborg?=", "Date: Tue, 05 Mar 2024 09:30:00 +0100",
		"MIME-Version: 1.0", "Content-Type: multipart/mixed; boundary=B", "",
		"--B", "Content-Type: text/plain; charset=utf-8", "", "See the file.",
		"--B", `Content-Type: application/pdf; name="tides [1].pdf"`, `Content-Disposition: attachment; filename="tides [1].pdf"`, "Content-Transfer-Encoding: base64", "", "aGVsbG8gdGhlcmU=",
		"--B--", "")
	assert.Equal(t, "# Regn i Göteborg\n\nFrom: Ada Ek \\<ada@lund.example>\\\nTo: b@lund.example\\\nDate: Tue, 05 Mar 2024 09:30:00 +0100\n\nSee the file.\n\nAttachments:\n\n- tides \\[1\\].pdf (application/pdf, about 12 bytes)", doc.Markdown)
	assert.Equal(t, "eml", doc.Format)
	assert.Equal(t, "Regn i Göteborg", doc.Meta.Title)
	assert.NotContains(t, doc.Markdown, "aGVsbG8")
}

func TestAttachmentsAreBounded(t *testing.T) {
	for files, want := range map[int]int{maxAttachments: maxAttachments, maxAttachments + 1: maxAttachments} {
		lines := []string{"From: a@lund.example", "Content-Type: multipart/mixed; boundary=B", "", "--B", "Content-Type: text/plain", "", "words"}
		for i := range files {
			lines = append(lines, "--B", fmt.Sprintf("Content-Disposition: attachment; filename=f%d.txt", i), "Content-Type: image/png", "", "x")
		}
		assert.Equal(t, want, strings.Count(message(t, append(lines, "--B--", "")...).Markdown, ".txt"))
	}
}

func TestSavedPageIsNoMail(t *testing.T) {
	doc := message(t, "From: <Saved by Blink>", "Snapshot-Content-Location: https://lund.example/", "Subject: Rain", "Content-Type: multipart/related; boundary=B", "",
		"--B", "Content-Type: text/html", "", "<p>words</p>", "--B--", "")
	assert.NotContains(t, doc.Markdown, "From:")
	assert.NotEqual(t, "eml", doc.Format)
}

func TestZlib(t *testing.T) {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte("some words in a layer"))
	require.NoError(t, w.Close())
	doc, err := Extractor{Registry: registry()}.Extract(t.Context(), &extract.Source{MediaType: "application/zlib", Body: b.Bytes()})
	require.NoError(t, err)
	assert.Contains(t, doc.Markdown, "some words in a layer")
	doc, err = Extractor{Registry: registry()}.Extract(t.Context(), &extract.Source{MediaType: "application/zlib", Body: b.Bytes()[:b.Len()-4]})
	require.NoError(t, err)
	assert.NotEmpty(t, doc.Warnings, "a damaged end is told")
	_, err = Extractor{Registry: registry(), MaxBytes: 20}.Extract(t.Context(), &extract.Source{MediaType: "application/zlib", Body: b.Bytes()})
	assert.ErrorIs(t, err, extract.ErrTooLarge)
}
