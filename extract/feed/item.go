package feed

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/mmcdole/gofeed"
	ext "github.com/mmcdole/gofeed/extensions"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func (r *reader) item(item *gofeed.Item) {
	title, target := plainText(item.Title), mdwriter.Target(item.Link, r.base)
	if target == "" && r.addressed { // external_url of JSON Feed, or the identifier
		for _, other := range append(item.Links, item.GUID) {
			if target == "" && (strings.HasPrefix(other, "https://") || strings.HasPrefix(other, "http://")) {
				target = mdwriter.Target(other, nil)
			}
		}
	}
	body := bodyOf(item)
	whole := false // the title says all of the body
	if title == "" {
		title = excerpt(body)
		whole = title != "" && !strings.HasSuffix(title, "…") && !strings.Contains(body, "<")
	}
	title = cmp.Or(title, target)
	r.link(target, title, nil)
	r.w.Heading(2, mdwriter.Link(mdwriter.Inline(title), target, nil), title)
	r.w.Paragraph(r.facts(item))
	base := r.base
	if u, err := url.Parse(target); err == nil && target != "" {
		base = u
	}
	if !whole {
		r.body(body, base, 2)
	}
	for _, file := range item.Enclosures[:min(len(item.Enclosures), maxMedia)] {
		r.enclosure(item, file)
	}
	if len(item.Enclosures) == 0 {
		r.media(item)
	}
	r.spoken(item)
}

// maxMedia bounds the enclosures of an item that are shown, or its files of Media RSS.
const maxMedia = 20

func (r *reader) media(item *gofeed.Item) {
	contents := mediaOf(item, "content")
	for _, e := range contents[:min(len(contents), maxMedia)] {
		kind := cmp.Or(e.Attrs["type"], e.Attrs["medium"])
		if strings.HasPrefix(kind, "video") || strings.HasPrefix(kind, "audio") {
			r.enclosure(item, &gofeed.Enclosure{URL: e.Attrs["url"], Type: kind, Length: e.Attrs["fileSize"]})
		}
	}
}

// spoken shows where the words of a podcast are: transcripts, and files of chapters (https://podcastindex.org/namespace/1.0).
func (r *reader) spoken(item *gofeed.Item) {
	for _, name := range [...]string{"transcript", "chapters"} {
		files := item.Extensions["podcast"][name]
		for _, e := range files[:min(len(files), maxMedia)] {
			r.file(e.Attrs["url"], joined(", ", name, mdwriter.Fold(e.Attrs["type"])))
		}
	}
}

// bodyOf returns the first text of an item that is not blank, in the order of how much of the item they have as a rule.
func bodyOf(item *gofeed.Item) string {
	bodies := []string{item.Content, item.Custom["body"], item.Custom["fullitem"], item.Description}
	for _, e := range mediaOf(item, "description") {
		bodies = append(bodies, e.Value)
	}
	if item.ITunesExt != nil {
		bodies = append(bodies, item.ITunesExt.Summary)
	}
	return cmp.Or(slices.DeleteFunc(bodies, func(body string) bool { return strings.TrimSpace(body) == "" })...)
}

// mediaOf returns the elements of Media RSS with a name: those of an item, then those of its groups and files.
func mediaOf(item *gofeed.Item, name string) []ext.Extension {
	media := item.Extensions["media"]
	found := slices.Clone(media[name])
	for _, holder := range slices.Concat(media["group"], media["content"]) {
		found = append(found, holder.Children[name]...)
	}
	return found
}

func (r *reader) facts(item *gofeed.Item) string {
	written, parsed := item.Published, item.PublishedParsed
	if parsed == nil && item.UpdatedParsed != nil {
		written, parsed = item.Updated, item.UpdatedParsed
	}
	for _, name := range [...]string{"issued", "created", "modified"} { // of Dublin Core
		if found := item.Extensions["dcterms"][name]; written == "" && len(found) > 0 {
			written = found[0].Value
		}
	}
	authors, tags := joined(", ", people(item.Authors)...), joined(", ", plainAll(item.Categories)...)
	return mdwriter.Inline(joined(" · ", r.date(written, parsed), authors, tags))
}

// joined joins the texts that are not empty.
func joined(separator string, texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), separator)
}

func people(persons []*gofeed.Person) []string {
	var names []string
	for _, p := range persons {
		if p != nil {
			names = append(names, cmp.Or(strings.TrimSpace(p.Name), p.Email))
		}
	}
	return plainAll(names)
}

func plainAll(list []string) []string {
	var out []string
	for _, s := range list {
		if s = plainText(s); s != "" && len(out) < 50 {
			out = append(out, s)
		}
	}
	return out
}

func excerpt(body string) string {
	if len(body) > 2000 {
		body = strings.ToValidUTF8(body[:2000], "")
	}
	words := strings.Fields(htmlfrag.Text(body))
	if len(words) > 12 {
		return strings.Join(words[:12], " ") + "…"
	}
	return strings.Join(words, " ")
}

func (r *reader) enclosure(item *gofeed.Item, file *gofeed.Enclosure) {
	length, long := "", ""
	if n, err := strconv.ParseInt(strings.TrimSpace(file.Length), 10, 64); err == nil && n > 0 {
		length = size(n)
	}
	if item.ITunesExt != nil {
		long = duration(item.ITunesExt.Duration)
	}
	r.file(file.URL, cmp.Or(joined(", ", mdwriter.Fold(file.Type), length, long), "enclosure"))
}

func (r *reader) file(address, label string) {
	if target := r.link(address, label, r.base); target != "" {
		r.w.Paragraph(mdwriter.Link(mdwriter.Inline(label), target, nil))
	}
}

func size(n int64) string {
	switch {
	case n >= 1<<20:
		return fmt.Sprintf("%d MB", (n+1<<19)>>20)
	case n >= 1<<10:
		return fmt.Sprintf("%d KB", (n+1<<9)>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

func duration(s string) string {
	s = mdwriter.Fold(s)
	if n, err := strconv.Atoi(s); err == nil && n >= 0 {
		if n >= 3600 {
			return fmt.Sprintf("%d:%02d:%02d", n/3600, n/60%60, n%60)
		}
		return fmt.Sprintf("%d:%02d", n/60, n%60)
	}
	if strings.Trim(s, "0123456789:") != "" {
		return ""
	}
	for strings.HasPrefix(s, "00:") && strings.Count(s, ":") > 1 {
		s = s[len("00:"):]
	}
	return s
}
