package meta

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// bylineLeads are the words before a name that say by whom the page is.
var bylineLeads = [...]string{"By: ", "By ", "by ", "BY ", "BY: ", "Von ", "von ", "VON ", "Par ", "Por ", "Di ", "Door ", "Written by ", "Written By ", "Posted by ", "Posted By ",
	"Author: ", "AUTHOR: ", "Autor: ", "Autorin: ", "Auteur : ", "Auteur: ", "Text: "}

// afterByline returns what follows the words that begin a byline.
func afterByline(text []byte) (name string, found bool) {
	if len(text) == 0 || strings.IndexByte("BbVvPDWAT", text[0]) < 0 {
		return "", false
	}
	for _, lead := range bylineLeads {
		if name, found := strings.CutPrefix(string(text), lead); found {
			return name, true
		}
	}
	return "", false
}

// bylineFromText finds a line near the first heading that says by whom the page is.
func bylineFromText(p *measure.Page) []string {
	var buf [256]byte
	for b := range nearHeading(p, 8, 14) {
		name, found := afterByline(AppendText(buf[:0], blockNode(p, b), 120))
		if !found || blockInOtherPart(p, b) {
			continue
		}
		name, _, _ = strings.Cut(name, "|")
		name, _, _ = strings.Cut(name, "·")
		name, _, _ = strings.Cut(name, " - ")
		if i := strings.IndexAny(name, "0123456789"); i >= 0 {
			name = strings.TrimSpace(name[:i])
		}
		if words := strings.Fields(name); len(words) >= 2 && len(words) <= 6 && name[0] >= 'A' && (name[0] <= 'Z' || name[0] >= 0x80) {
			return []string{name}
		}
	}
	return nil
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
