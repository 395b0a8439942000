package extract

import (
	"context"
	"fmt"
	"strings"
)

// Extractor reads one family of formats. Extract is safe for concurrent use, returns soon after ctx is done with an error that wraps
// ctx.Err, never panics, and never returns both a nil Document and a nil error. An empty Body is a Document with [VerdictEmpty], not an
// error.
type Extractor interface {
	Extract(ctx context.Context, src *Source) (*Document, error)
}

// ExtractorFunc lets a function be an Extractor.
type ExtractorFunc func(ctx context.Context, src *Source) (*Document, error)

// Extract calls f.
func (f ExtractorFunc) Extract(ctx context.Context, src *Source) (*Document, error) {
	return f(ctx, src)
}

// Registry finds the extractor for a source by its media type. The zero value knows none. Register everything before the first Extract;
// after that the registry is safe for concurrent use.
type Registry struct {
	// Sniff, when set, decides the media type from the declared one and the bytes. Nil means that the declared one is believed.
	Sniff func(src *Source) (mediaType string)

	exact map[string]Extractor // by pattern
}

// Register makes e the extractor of a media type, replacing the one before. A pattern is "type/subtype", "type/*", "*/*", or "+suffix"
// for a structured syntax suffix (RFC 6838 section 4.2.8). It panics if pattern has none of these forms or e is nil.
func (r *Registry) Register(pattern string, e Extractor) {
	pattern = strings.ToLower(pattern)
	if e == nil || !strings.Contains(pattern, "/") && !strings.HasPrefix(pattern, "+") {
		panic("extract: Register(" + pattern + "): bad pattern or nil extractor")
	}
	if r.exact == nil {
		r.exact = map[string]Extractor{}
	}
	r.exact[pattern] = e
}

// Find sniffs a source and returns its extractor, and the source as that extractor is to see it: with the sniffed media type. The
// extractor is the one of the exact name, else of the suffix, else of "type/*", else of "*/*"; parameters are ignored. A declared
// application/subtype without any is passed over: what is sent as application/x-log may be text. It leaves out what is beyond
// Options.MaxOutput, with a warning. A source without an extractor is an error that wraps [ErrUnsupported], beside which
// the source is returned all the same.
func (r *Registry) Find(src *Source) (Extractor, *Source, error) {
	sniffed := *src
	if r.Sniff != nil {
		sniffed.MediaType = r.Sniff(src)
	}
	name, _, _ := strings.Cut(strings.ToLower(sniffed.MediaType), ";")
	name = strings.TrimSpace(name)
	patterns := []string{name}
	if i := strings.LastIndexByte(name, '+'); i >= 0 {
		patterns = append(patterns, name[i:])
	}
	if major, _, found := strings.Cut(name, "/"); found {
		patterns = append(patterns, major+"/*")
	}
	for _, pattern := range append(patterns, "*/*") {
		if e := r.exact[pattern]; e != nil {
			return bounded(e), &sniffed, nil
		}
	}
	if r.Sniff != nil && strings.HasPrefix(name, "application/") && src.MediaType != "" {
		undeclared := *src
		undeclared.MediaType = ""
		if e, found, err := r.Find(&undeclared); err == nil {
			return e, found, nil
		}
	}
	if len(name) > 100 || !strings.Contains(name, "/") {
		name = "unknown"
	}
	return nil, &sniffed, fmt.Errorf("%w: %s", ErrUnsupported, name)
}

// Extract finds the extractor of a source, as [Registry.Find] does, and runs it.
func (r *Registry) Extract(ctx context.Context, src *Source) (*Document, error) {
	e, sniffed, err := r.Find(src)
	if err != nil {
		return nil, err
	}
	return e.Extract(ctx, sniffed)
}
