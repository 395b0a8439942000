package envelope_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
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

// TestBodiesOfMail are read in their order, each once.
func TestBodiesOfMail(t *testing.T) {
	mixed := func(parts ...string) string {
		lines := []string{"From: a@lund.example", "Content-Type: multipart/mixed; boundary=B", ""}
		for _, p := range parts {
			lines = append(lines, "--B", p)
		}
		return message(t, append(lines, "--B--", "")...).Markdown
	}
	const from = "From: a@lund.example\n\n"
	for _, c := range []struct{ name, got, want string }{
		{"one after the other", mixed("Content-Type: text/plain\n\nFirst words.", "Content-Type: image/png\n\nx", "Content-Type: text/plain\n\nMore words."), "First words.\n\nMore words."},
		{"alternatives within", mixed("Content-Type: multipart/alternative; boundary=C\n\n--C\nContent-Type: text/plain\n\nPlain.\n--C\nContent-Type: text/html\n\n<p>Page.</p>\n--C--", "\nThe footer."), "```html\n<p>Page.</p>\n```\n\nThe footer."},
		{"alternatives, the first blank", mixed("Content-Type: multipart/alternative; boundary=C\n\n--C\nContent-Type: text/plain\n\n \n--C\nContent-Type: text/calendar\n\nSUMMARY:Budget\n--C--"), "```calendar\nSUMMARY:Budget\n```"},
		{"alternatives, the first blank of three", mixed("Content-Type: multipart/alternative; boundary=C\n\n--C\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n=20\n--C\nContent-Type: text/enriched\n\nRich words.\n--C\nContent-Type: text/html\n\n<p>Page.</p>\n--C--"), "```html\n<p>Page.</p>\n```"},
		{"state of a delivery", mixed("Content-Type: text/plain\n\nIt failed.", "Content-Type: message/delivery-status\n\nStatus: 5.1.1"), "It failed.\n\n```\nStatus: 5.1.1\n```"},
		{"a mail that is sent on", mixed("Content-Type: text/plain\n\nSee below.", "Content-Type: message/rfc822\n\nFrom: b@lund.example\nSubject: Rain\n\nIt rained."), "See below.\n\n## Rain\n\nFrom: b@lund.example\n\nIt rained."},
		{"a picture alone", mixed("Content-Type: image/png; name=a.png\n\nx"), "Attachments:\n\n- a.png (image/png, about 1 bytes)"},
		{"a text that is attached alone", mixed("Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nAttached."), "Attached.\n\nAttachments:\n\n- a.txt (text/plain, about 9 bytes)"},
		{"a text that is attached to another", mixed("\nWords.", "Content-Type: text/html; name=a.html\n\n<p>No.</p>"), "Words.\n\nAttachments:\n\n- a.html (text/html, about 10 bytes)"},
	} {
		assert.Equal(t, from+c.want, c.got, c.name)
	}
}

// TestFieldsOfMail has fields as programs write them, whatever the standards say.
func TestFieldsOfMail(t *testing.T) {
	attached := func(lines ...string) string {
		head := []string{"From: a@lund.example", "Content-Type: multipart/mixed; boundary=B", "", "--B", "Content-Type: text/plain", "", "Words.", "--B"}
		doc := message(t, append(append(head, lines...), "", "x", "--B--", "")...)
		_, files, _ := strings.Cut(doc.Markdown, "Attachments:\n\n")
		return files
	}
	for _, c := range []struct{ name, got, want string }{
		{"name beyond ASCII without quotes", attached("Content-Type: application/msword; name=管理.doc"), "- 管理.doc (application/msword, about 1 bytes)"},
		{"name with blanks and signs", attached("Content-Type: application/pdf; name=Invoice (30).pdf", "Content-Disposition: attachment; filename=Invoice (30).pdf"), "- Invoice (30).pdf (application/pdf, about 1 bytes)"},
		{"parameter that is given twice", attached(`Content-Type: application/pdf; name="a;b.pdf"; name="c.pdf"`), "- a;b.pdf (application/pdf, about 1 bytes)"},
		{"quotes in quotes", attached(`Content-Type: application/pdf; é=1; name="a\"b.pdf"`), `- a"b.pdf (application/pdf, about 1 bytes)`},
	} {
		assert.Equal(t, c.want, c.got, c.name)
	}
	doc := message(t, "From: Ada <a@lund.example>", "To: b@lund.example", "Date: Tue, 05 Mar 2024 09:30:00 +0100", "Content-Type: multipart/related; boundary=B", "",
		"--B", "Content-Type: text/plain", "", "Words.", "--B--", "")
	assert.Equal(t, []string{"Ada"}, doc.Meta.Authors, "a page with its pictures was sent")
	assert.Equal(t, 2024, doc.Meta.Published.Year())

	assert.Equal(t, []string{"月"}, message(t, "From: =?ISO-2022-JP?B?GyRCN24bKEI=?= <b@lund.example>", "Subject: x", "", "words").Meta.Authors)
	for subject, want := range map[string]string{"=?ISO-2022-JP?B?GyRCN24bKEI=?= x": "月 x", "=?koi8-r?B?7cXM2M7Jw8E=?=": "Мельница", "=?windows-1252?Q?M=FChle_=80_4?=": "Mühle € 4", "=?x-none?Q?a?=": "=?x-none?Q?a?="} {
		assert.Equal(t, want, message(t, "From: a@lund.example", "Subject: "+subject, "", "Words.").Meta.Title)
	}
	for header, want := range map[string]string{ // bytes beyond ASCII, in the encoding that the text is in
		"Subject: M\xfchle\nContent-Type: text/plain; charset=iso-8859-1\n\nWords.":                                                                               "Mühle",
		"Subject: \xcc\xe5\xeb\xfc\xed\xe8\xf6\xe0\nContent-Type: multipart/mixed; boundary=B\n\n--B\nContent-Type: text/plain; charset=windows-1251\n\nA\n--B--": "Мельница",
		"Subject: Der Fr\xf6sche Fr\xfchst\xfcck\n\nWords.":                                                                                                       "Der Frösche Frühstück",
		"Subject: M\u00fchle\nContent-Type: text/plain; charset=iso-8859-1\n\nWords.":                                                                             "Mühle",
	} {
		assert.Equal(t, want, message(t, "From: a@lund.example", header).Meta.Title)
	}
	for from, want := range map[string]string{
		"ada at lund.example (Ada Ek)": "Ada Ek", `"Ada Ek" <ada at lund.example>`: "Ada Ek", "ada at lund.example": "ada at lund.example",
		"Ada Ek <ada@lund.example>, Bo": "Ada Ek", "R\xf6d <@>\nContent-Type: text/plain; charset=windows-1252": "Röd",
	} {
		assert.Equal(t, []string{want}, message(t, "From: "+from, "Date: Tue, 05 Mar 2024 09:30:00 +0100", "", "Words.").Meta.Authors, from)
	}
	assert.Empty(t, message(t, "From: <>", "Date: Tue, 05 Mar 2024 09:30:00 +0100", "", "Words.").Meta.Authors)
	sent := message(t, "From: Ada <a@lund.example>", "Subject: Fwd", "Date: Tue, 05 Mar 2024 09:30:00 +0100", "Content-Type: message/rfc822", "",
		"From: Bo <b@lund.example>", "Date: Sun, 03 Mar 2024 08:00:00 +0100", "", "Words.")
	assert.Equal(t, []string{"Ada"}, sent.Meta.Authors, "who sent it on")
	assert.Equal(t, 5, sent.Meta.Published.Day())

	alone := message(t, "From: a@lund.example", `Content-Type: image/jpeg; name="a.jpg"`, "Content-Disposition: attachment", "Content-Transfer-Encoding: base64", "", "aGVsbG8gdGhlcmU=")
	assert.Equal(t, "From: a@lund.example\n\nAttachments:\n\n- a.jpg (image/jpeg, about 12 bytes)", alone.Markdown)
}

func TestBodiesAreBounded(t *testing.T) {
	mail := func(n int) *extract.Source {
		return &extract.Source{MediaType: "message/rfc822", Body: []byte("From: a@lund.example\nContent-Type: multipart/mixed; boundary=B\n\n" + strings.Repeat("--B\n\nword\n", n) + "--B--\n")}
	}
	for parts, want := range map[int]int{50: 50, 50 + 1: 50} {
		doc, err := envelope.Extractor{Registry: registry()}.Extract(t.Context(), mail(parts))
		require.NoError(t, err)
		assert.Equal(t, want, strings.Count(doc.Markdown, "word"))
	}
	_, err := envelope.Extractor{Registry: registry(), MaxBytes: 8}.Extract(t.Context(), mail(2))
	require.NoError(t, err)
	_, err = envelope.Extractor{Registry: registry(), MaxBytes: 7}.Extract(t.Context(), mail(2))
	assert.ErrorIs(t, err, extract.ErrTooLarge)
	most := 8 + len(mail(2).Body) // of what is read out of bodies that are packed
	for size, want := range map[int]error{most / 2: nil, most/2 + 1: extract.ErrTooLarge} {
		r := &extract.Registry{}
		r.Register("*/*", extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) {
			return &extract.Document{Markdown: strings.Repeat("a", size)}, nil
		}))
		_, err := envelope.Extractor{Registry: r, MaxBytes: 8}.Extract(t.Context(), mail(2))
		assert.ErrorIs(t, err, want)
	}
}

func TestAttachmentsAreBounded(t *testing.T) {
	for files, want := range map[int]int{100: 100, 100 + 1: 100} {
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
	doc, err := envelope.Extractor{Registry: registry()}.Extract(t.Context(), &extract.Source{MediaType: "application/zlib", Body: b.Bytes()})
	require.NoError(t, err)
	assert.Contains(t, doc.Markdown, "some words in a layer")
	doc, err = envelope.Extractor{Registry: registry()}.Extract(t.Context(), &extract.Source{MediaType: "application/zlib", Body: b.Bytes()[:b.Len()-4]})
	require.NoError(t, err)
	assert.NotEmpty(t, doc.Warnings, "a damaged end is told")
	_, err = envelope.Extractor{Registry: registry(), MaxBytes: 20}.Extract(t.Context(), &extract.Source{MediaType: "application/zlib", Body: b.Bytes()})
	assert.ErrorIs(t, err, extract.ErrTooLarge)
}

// TestMailboxes have each of their mails, decoded, under a heading.
func TestMailboxes(t *testing.T) {
	const line = "From ada at lund.example  Tue Mar  5 09:30:00 2024\n"
	mail := func(subject string, more ...string) string {
		return line + "From: ada at lund.example (Ada Ek)\nSubject: " + subject + "\n" + strings.Join(more, "\n") + "\n\n"
	}
	const from = "\n\nFrom: ada at lund.example (Ada Ek)\n\n"
	for _, c := range []struct{ name, in, want string }{
		{"text", mail("Ebb", "", "It ebbs.") + mail("Flow", "", "It flows."), "## Ebb" + from + "It ebbs.\n\n## Flow" + from + "It flows."},
		{"encoded", mail("Ebb", "", "It ebbs.") + mail("Flow", "Content-Transfer-Encoding: base64", "", "SXQgZmxvd3Mu"), "## Ebb" + from + "It ebbs.\n\n## Flow" + from + "It flows."},
		{"alternatives", mail("Ebb", "Content-Type: multipart/alternative; boundary=B", "", "--B", "Content-Type: text/plain", "", "It ebbs.", "--B--") + mail("Flow", "", "It flows."), "## Ebb" + from + "It ebbs.\n\n## Flow" + from + "It flows."},
		{"quoted line", mail("Ebb", "", "It ebbs.", "", ">From 9:30 on it rains.", "To: all") + mail("Flow", "", "It flows."), "## Ebb" + from + "It ebbs.\n\nFrom 9:30 on it rains.\nTo: all\n\n## Flow" + from + "It flows."},
		{"sentence", mail("Ebb", "", "It ebbs.", "", "From noon - 12:30 - on it rains.", "Note: not for long.") + mail("Flow", "", "It flows."), "## Ebb" + from + "It ebbs.\n\nFrom noon - 12:30 - on it rains.\nNote: not for long.\n\n## Flow" + from + "It flows."},
		{"no body", mail("Ebb", "", "It ebbs.") + mail("Flow"), "## Ebb" + from + "It ebbs.\n\n## Flow" + strings.TrimRight(from, "\n")},
		{"gzip", mail("Ebb", "", "It ebbs.") + mail("Flow", "Content-Transfer-Encoding: base64", "", "H4sIAAAAAAAAA/NUSMvJL0/VAwAJyh5pCQAAAA=="), "## Ebb" + from + "It ebbs.\n\n## Flow" + strings.TrimRight(from, "\n")},
		{"patch", mail("Ebb", "", "It ebbs.", "", "From 5d3c1b0a99 Mon Sep 17 00:00:00 2001", "From: Ada Ek") + mail("Flow", "", "It flows."), "## Ebb" + from + "It ebbs.\n\nFrom 5d3c1b0a99 Mon Sep 17 00:00:00 2001\nFrom: Ada Ek\n\n## Flow" + from + "It flows."},
		{"line ends of Windows", strings.ReplaceAll(mail("Ebb", "", "It ebbs.")+mail("Flow", "", "It flows."), "\n", "\r\n"), "## Ebb" + from + "It ebbs.\n\n## Flow" + from + "It flows."},
		{"one mail", mail("Ebb", "", "It ebbs."), "# Ebb" + from + "It ebbs."},
	} {
		doc := message(t, strings.TrimRight(c.in, "\n"))
		assert.Equal(t, c.want, doc.Markdown, c.name)
		assert.Equal(t, "Ebb", doc.Meta.Title, c.name)
	}
	for _, n := range []int{1000, 1000 + 1} {
		doc, err := envelope.Extractor{Registry: registry()}.Extract(t.Context(), &extract.Source{MediaType: "message/rfc822", Body: []byte(strings.Repeat(mail("Ebb", "", "It ebbs."), n))})
		require.NoError(t, err)
		assert.Equal(t, 1000, strings.Count(doc.Markdown, "## Ebb"))
		assert.Equal(t, n, strings.Count(doc.Markdown, "It ebbs."))
	}
}
