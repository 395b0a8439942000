package meta

import (
	"bytes"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// bylineLeads are the words before a name that say by whom the page is.
var bylineLeads = [...]string{"By: ", "By ", "by ", "BY ", "BY: ", "Von ", "von ", "VON ", "Par ", "Por ", "Di ", "Door ", "Written by ", "Written By ", "Written by: ", "Posted by ", "Posted By ",
	"Author: ", "AUTHOR: ", "Autor: ", "Autorin: ", "Auteur : ", "Auteur: ", "Text: "}

// bylineParts are what stands between the parts of a line that tells of an article.
var bylineParts = [...]string{"|", " · ", " • "}

// afterByline returns what follows the words that begin a byline, at the start of a text
// or behind a separator: "News | By Ada Finch".
func afterByline(text []byte) (name string, found bool) {
	if name, found = afterBylineLead(text); found || bytes.IndexByte(text, 'y') < 0 && bytes.IndexByte(text, 'o') < 0 {
		return name, found
	}
	for _, separator := range bylineParts {
		_, rest, more := bytes.Cut(text, []byte(separator))
		for more {
			var part []byte
			part, rest, more = bytes.Cut(rest, []byte(separator))
			if name, found = afterBylineLead(bytes.TrimSpace(part)); found {
				return name, true
			}
		}
	}
	return "", false
}

func afterBylineLead(text []byte) (name string, found bool) {
	if len(text) == 0 || strings.IndexByte("BbVvPDWAT", text[0]) < 0 {
		return "", false
	}
	for _, lead := range bylineLeads {
		if len(text) >= len(lead) && string(text[:len(lead)]) == lead {
			return string(text[len(lead):]), true
		}
	}
	return "", false
}

// bylineFromText finds a line near the first heading that says by whom the page is.
func bylineFromText(p *measure.Page) []string {
	var buf [256]byte
	for b := range nearHeading(p, 8, 14) {
		name, found := afterByline(AppendText(buf[:0], blockNode(p, b), 120))
		if !found {
			name, found = belowLabel(p, b)
		}
		if !found || blockInOtherPart(p, b) {
			continue
		}
		name, _, _ = strings.Cut(name, "|")
		name, _, _ = strings.Cut(name, "·")
		name, _, _ = strings.Cut(name, " - ")
		if i := strings.IndexAny(name, "0123456789"); i >= 0 {
			name = strings.TrimSpace(name[:i])
		}
		if names := linkedNames(p, b); len(names) > 1 && strings.Join(names, " ") == strings.TrimSpace(name) {
			return names
		}
		if words := strings.Fields(name); len(words) >= 2 && len(words) <= 6 && name[0] >= 'A' && (name[0] <= 'Z' || name[0] >= 0x80) {
			return []string{name}
		}
	}
	return nil
}

// belowLabel returns the text of the block after one that is nothing but a label of
// authors ("Written by", "Author"), if that is a full name. The heading of the page is no label.
func belowLabel(p *measure.Page, b int) (name string, found bool) {
	if p.Blocks[b].Words > 3 || b+1 == len(p.Blocks) || p.Elements[p.Blocks[b].Element].AnyKinds&measure.H1 != 0 || p.Blocks[b+1].Words > 6 || !isAuthorLabel(blockText(p, b, 40)) {
		return "", false
	}
	name = blockText(p, b+1, 80)
	return name, isFullName(name)
}

// linkedNames returns the names in a block that are links.
func linkedNames(p *measure.Page, b int) []string {
	var names []string
	for n := range blockLinks(p, b) {
		if name := Text(n, 80); isFullName(name) {
			names = append(names, name)
		}
	}
	return names
}

// bylineAlone finds a line anywhere that says no more than by whom the page is. Two
// that name different people are those of other pages.
func bylineAlone(p *measure.Page) []string {
	var buf [256]byte
	only := ""
	for b := range p.Blocks {
		if p.Blocks[b].Words > 7 || p.Elements[p.Blocks[b].Element].AnyKinds&(measure.Nav|measure.Aside) != 0 {
			continue
		}
		name, found := afterByline(AppendText(buf[:0], blockNode(p, b), 80))
		if !found {
			continue
		}
		if name = strings.TrimRight(name, " ."); !isFullName(name) || blockInOtherPart(p, b) {
			continue
		}
		if only != "" && only != name {
			return nil
		}
		only = name
	}
	if only == "" {
		return nil
	}
	return []string{only}
}
