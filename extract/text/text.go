package text

import (
	"context"
	_ "embed"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// MediaTypes returns the patterns for extract.Registry.Register.
func MediaTypes() []string {
	return []string{"text/plain", "text/*", "application/javascript", "application/x-javascript", "application/yaml",
		"application/x-yaml", "application/toml", "application/sql", "application/x-sh", "application/x-httpd-php", "application/typescript",
		"application/x-perl", "application/x-python", "application/x-ruby", "application/x-tcl", "application/x-csh", "application/x-tex",
		"application/x-latex", "application/x-texinfo", "application/x-troff", "application/x-troff-man"}
}

// Extractor reads plain text and code. The zero value is ready to use and safe
// for concurrent use.
type Extractor struct{}

// Extract implements extract.Extractor. Document.Format is "text" or "code". It
// never fails but for a done context; an empty or blank body is a document with
// VerdictEmpty.
func (Extractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	decoded, _ := charset.Decode(src.Body, src.MediaType)
	body := mdwriter.Printable(string(decoded))
	language, code := language(src)
	w := mdwriter.NewWriter(src)
	format := "text"
	switch {
	case strings.TrimSpace(body) == "":
	case code:
		format = "code"
		w.Code(language, body)
	case looksLikeCode(body), isLaidOut(body):
		format = "code"
		w.Code("", body)
	default:
		writeProse(ctx, &w, body)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("text: %w", err)
	}
	var found mdwriter.Collected
	found.RemoveInvisible(string(decoded))
	doc := w.Document()
	doc.Format, doc.Removed = format, found.Removed
	if format == "text" {
		doc.Links = links(body)
	}
	if at := slices.IndexFunc(doc.Blocks, func(b extract.Block) bool { return b.Kind == extract.HeadingBlock }); at == 0 || at == 1 {
		doc.Meta.Title = doc.Outline[0].Text
	}
	return doc, nil
}

func language(src *extract.Source) (name string, code bool) {
	if name, code := languages()[strings.TrimPrefix(weburl.Extension(src.Filename, src.URL), ".")]; code {
		return name, true
	}
	mediaType, _, _ := strings.Cut(src.MediaType, ";")
	mediaType = strings.ToLower(strings.TrimSpace(mediaType))
	_, sub, _ := strings.Cut(mediaType, "/")
	if slices.Contains([]string{"", "plain", "enriched", "richtext"}, sub) {
		return "", false
	}
	if name, known := subtypes[sub]; known {
		return name, true
	}
	if name = strings.TrimPrefix(sub, "x-"); strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789+-") != "" {
		name = ""
	}
	return name, true
}

// subtypes are the languages of subtypes of media that have another name than theirs.
var subtypes = map[string]string{"x-sh": "sh", "x-shellscript": "sh", "x-httpd-php": "php", "x-log": ""}

//go:embed extensions.txt
var extensions string

var languages = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for line := range strings.Lines(extensions) {
		name, list, _ := strings.Cut(line, ":")
		for extension := range strings.FieldsSeq(list) {
			names[extension] = name
		}
	}
	return names
})

var addressPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("https?://[^ \t\n<>\"`{}|\\\\^]+") })

// links returns the addresses in a text, each once, without the punctuation of the sentences that they stand in.
func links(text string) (found []extract.Link) {
	seen := map[string]bool{}
	for at := addressPattern().FindStringIndex(text); at != nil && len(found) < limit.Links; at = addressPattern().FindStringIndex(text) {
		raw := text[at[0]:at[1]]
		text = text[at[1]:]
		open := strings.Count(raw, "(")
		for closed := strings.Count(raw, ")"); ; closed-- {
			raw = strings.TrimRight(raw, ".,;:!?'*_]")
			if !strings.HasSuffix(raw, ")") || closed <= open {
				break
			}
			raw = raw[:len(raw)-1] // it closes what was opened before the address
		}
		if u, err := url.Parse(raw); err == nil && u.Host != "" && !seen[raw] {
			seen[raw] = true
			found = append(found, extract.Link{URL: raw, Text: raw, Role: "content"})
		}
	}
	return found
}
