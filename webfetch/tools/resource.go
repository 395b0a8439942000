package tools

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/modeltext"
)

// Resource is a form of a page that is kept, which a host can read with [Set.Open].
type Resource struct {
	// URI is the address of the form, webfetch://content/{source_id} for example.
	URI string
	// Name and Description are for people and models, in words of this module.
	Name, Description string
	MediaType         string
	// Size is the length in bytes, 0 where it is not known.
	Size int64
	// StoredAt is when the page was stored, Expires when it is removed at the latest.
	StoredAt, Expires time.Time
	// Data is the content in a Resource of [Set.Open], else nil.
	Data []byte
}

const scheme = "webfetch://"

// longestName bounds the name of a resource, in code points.
const longestName = 200

type resourceForm struct {
	Resource // its URI has {source_id} for the ID
	// open returns the form of p, nil if p has none.
	open func(p *webfetch.Packet) ([]byte, error)
}

func resourceForms() []resourceForm {
	return []resourceForm{
		{Resource{URI: scheme + "packet/{source_id}", Name: "packet", Description: "Everything known of a fetched page, as JSON.", MediaType: "application/json"},
			func(p *webfetch.Packet) ([]byte, error) { return marshal(p) }},
		{Resource{URI: scheme + "content/{source_id}", Name: "content", Description: "The whole content of a fetched page.", MediaType: "text/markdown"},
			func(p *webfetch.Packet) ([]byte, error) {
				return []byte(modeltext.Page{Packet: p, Text: p.Content}.String()), nil
			}},
		{Resource{URI: scheme + "normalized/{source_id}", Name: "normalized", Description: "The bare document of a fetched page, as JSON.", MediaType: "application/json"},
			func(p *webfetch.Packet) ([]byte, error) { return marshal(normalize(p)) }},
		{Resource{URI: scheme + "screenshot/{source_id}", Name: "screenshot", Description: "A picture of a rendered page, if one was taken.", MediaType: "image/png"},
			func(p *webfetch.Packet) ([]byte, error) { return p.Screenshot, nil }},
	}
}

// Templates returns the forms in which stored pages can be read. Their URIs have {source_id} for
// the source ID.
func (s *Set) Templates() []Resource {
	var all []Resource
	for _, f := range resourceForms() {
		all = append(all, f.Resource)
	}
	return all
}

// Packet returns a stored packet of a principal by its source ID, or by the URI of one of its forms;
// nil if it is not stored any more.
func (s *Set) Packet(ctx context.Context, principal, sourceID string) *webfetch.Packet {
	if uri, is := strings.CutPrefix(sourceID, scheme); is {
		_, sourceID, _ = strings.Cut(uri, "/")
	}
	return s.packets.Get(ctx, principal, sourceID).Packet()
}

// Open returns a page of a principal that is kept, in the form that uri names; nil if it is kept
// no more, or has no such form.
func (s *Set) Open(ctx context.Context, principal, uri string) (*Resource, error) {
	name, id, _ := strings.Cut(strings.TrimPrefix(uri, scheme), "/")
	forms := resourceForms()
	at := slices.IndexFunc(forms, func(f resourceForm) bool { return f.Name == name })
	if at < 0 {
		return nil, nil
	}
	entry := s.packets.Get(ctx, principal, id)
	p := entry.Packet()
	if p == nil {
		return nil, nil
	}
	data, err := forms[at].open(p)
	if err != nil || len(data) == 0 {
		return nil, err
	}
	r := forms[at].Resource
	r.URI, r.Data, r.Size, r.StoredAt, r.Expires = uri, data, int64(len(data)), entry.StoredAt, entry.Expires
	return &r, nil
}

// Resources returns the pages of a principal that are kept and have a form, which is named by its
// template: n at most, newest first, behind the place where an earlier call ended; before 0
// begins with the newest. next is where another call goes on, 0 if no more follow. Size is that of
// the packet, and set where n is 100 at most, since it costs time. What [Options].Packets has of
// other sets is not among them.
func (s *Set) Resources(principal, template string, before uint64, n int) (page []Resource, next uint64) {
	forms := resourceForms()
	at := slices.IndexFunc(forms, func(f resourceForm) bool { return f.URI == template })
	if at < 0 {
		return nil, 0
	}
	entries, more := s.packets.Newest(principal, before, n)
	for _, e := range entries {
		if forms[at].Name == "screenshot" && !e.HasScreenshot() {
			continue
		}
		r := Resource{
			URI: strings.Replace(template, "{source_id}", e.Name, 1), Name: line.Clip(modeltext.Source(e.URL), longestName), MediaType: forms[at].MediaType,
			Description: "A page that was fetched: all that is known of it, as JSON.", StoredAt: e.StoredAt, Expires: e.Expires,
		}
		if n <= 100 {
			r.Size = e.Size()
		}
		page = append(page, r)
	}
	if more {
		next = entries[len(entries)-1].Cursor()
	}
	return page, next
}

func links(p *webfetch.Packet) []Resource {
	all := []Resource{{URI: scheme + "content/" + p.SourceID, Name: "content", MediaType: "text/markdown", Size: int64(len(p.Content))}}
	if n := len(p.Screenshot); n > 0 {
		all = append(all, Resource{URI: scheme + "screenshot/" + p.SourceID, Name: "screenshot", MediaType: "image/png", Size: int64(n)})
	}
	return all
}
