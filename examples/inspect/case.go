package main

import (
	"archive/zip"
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/modeltext"
)

// A case is a zip file of a golden test: NAME.html (or another ending), the bytes that were
// read; NAME.md, the expected result after a head of lines "key: value"; and NAME.got.md,
// the actual result when it was saved.

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

func caseName(p *webfetch.Packet) string {
	name := strings.TrimPrefix(strings.TrimPrefix(cmp.Or(p.Provenance.FinalURL, p.CanonicalURL, p.Metadata.Title), "https://"), "http://")
	name = strings.Trim(notInNames.ReplaceAllString(strings.ToLower(name), "-"), "-")
	return cmp.Or(strings.Trim(name[:min(len(name), 60)], "-"), "case") + "-" + p.Hashes.RawHash[:6]
}

func writeCase(w io.Writer, p *webfetch.Packet, wanted, note string) error {
	ending := map[string]string{"html": ".html", "pdf": ".pdf", "markdown": ".txt", "text": ".txt"}[p.Provenance.Format]
	name, z := caseName(p), zip.NewWriter(w)
	head := fmt.Sprintf("---\naddress: %s\ntype: %s\nversion: %s\nverdict: %s\nnote: %s\n---\n",
		modeltext.OneLine(cmp.Or(p.Provenance.FinalURL, p.CanonicalURL), 0), modeltext.OneLine(p.ContentType, 0), webfetch.Version, p.Verdict.Kind, modeltext.OneLine(note, 0))
	for _, file := range []struct{ name, text string }{
		{name + cmp.Or(ending, "."+p.Provenance.Format), string(p.Raw)},
		{name + ".md", head + strings.TrimSpace(wanted) + "\n"},
		{name + ".got.md", p.Content + "\n"},
	} {
		f, err := z.Create(file.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(f, file.text); err != nil {
			return err
		}
	}
	return z.Close()
}

// checkCases extracts the inputs of saved cases anew and prints where they differ first.
func checkCases(ctx context.Context, files []string, out io.Writer) error {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		return err
	}
	defer client.Close()
	failed := 0
	for _, name := range files {
		source, wanted, err := readCase(name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		packet, err := client.Extract(ctx, *source, extractOptions())
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		want, got := strings.Split(wanted, "\n"), strings.Split(strings.TrimSpace(packet.Content), "\n")
		if slices.Equal(want, got) {
			continue
		}
		failed++
		same := 0
		for same < min(len(want), len(got)) && want[same] == got[same] {
			same++
		}
		want, got = append(want, "(the end)"), append(got, "(the end)")
		fmt.Fprintf(out, "%s: line %d\n  wanted %s\n  got    %s\n", name, same+1, want[same], got[same])
	}
	if failed > 0 || len(files) == 0 {
		return fmt.Errorf("%d of %d cases are not as wanted", failed, len(files))
	}
	fmt.Fprintf(out, "%d cases are as wanted\n", len(files))
	return nil
}

func readCase(name string) (source *extract.Source, wanted string, err error) {
	z, err := zip.OpenReader(name)
	if err != nil {
		return nil, "", err
	}
	defer z.Close()
	source = &extract.Source{}
	for _, f := range z.File {
		data, err := fs.ReadFile(z, f.Name)
		switch {
		case err != nil:
			return nil, "", err
		case strings.HasSuffix(f.Name, ".got.md"):
		case strings.HasSuffix(f.Name, ".md"):
			head, text, _ := strings.Cut(strings.TrimPrefix(string(data), "---\n"), "\n---\n")
			wanted = strings.TrimSpace(text)
			for line := range strings.SplitSeq(head, "\n") {
				switch key, value, _ := strings.Cut(line, ": "); key {
				case "address":
					source.URL, err = url.Parse(value)
				case "type":
					source.MediaType = value
				}
			}
			if err != nil {
				return nil, "", err
			}
		default:
			source.Body = data
		}
	}
	return source, wanted, nil
}
