package mdwriter

import (
	"cmp"
	"context"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// The bounds of what is written of an input. They hold for every format: a part
// that is referred to often may be written often, but not without end.
const (
	maxRatio = 20       // of the Markdown to the inflated input
	minRoom  = 64 << 10 // bytes that any input may make
)

// NewWriter returns a Writer for the document of src. Its Markdown is at most 20
// times as long as the input, but 64 KiB in any case, and never longer than
// Options.OutputLimit. What is beyond is left out, of which Document warns.
func NewWriter(src *extract.Source) Writer {
	return Writer{most: src.Options.OutputLimit(), input: len(src.Body), rated: true}
}

// Limit returns how many bytes a Writer for src takes as long as nothing was
// inflated.
func Limit(src *extract.Source) int {
	w := NewWriter(src)
	return w.limit()
}

// Until lets what takes long end early once ctx is done, as at the limit. It has no error of
// its own: the caller checks ctx after it.
func (w *Writer) Until(ctx context.Context) { w.meter = ctxio.NewMeter(ctx) }

// Took counts n bytes that were inflated out of the body, or made of it by
// decoding, as input.
func (w *Writer) Took(n int) { w.input += n }

func (w *Writer) limit() int {
	most := cmp.Or(w.most, extract.DefaultMaxOutput)
	if w.rated && w.input < (most-minRoom)/maxRatio {
		return min(most, minRoom+maxRatio*w.input)
	}
	return most
}

// Room returns how many bytes may still be written, 0 once something was left
// out. What is put together before it is written should stop there as well.
func (w *Writer) Room() int {
	if w.cut {
		return 0
	}
	return max(w.limit()-len(w.buf), 0)
}

// Full reports that nothing more is written.
func (w *Writer) Full() bool { return w.Room() == 0 }

// fit cuts text to the room that is left beside frame bytes around it: at the
// end of a line or of a word where there is one. Once something was cut, no more
// is taken.
func (w *Writer) fit(text string, frame int) string {
	room := max(w.Room()-frame-len("\n\n"), 0)
	if len(text) <= room {
		return text
	}
	w.cut = true
	cut := text[:room]
	if text[room] == mdinline.EndMark { // of a link that is not cut
		cut = text[:room+1]
	}
	if end := max(strings.LastIndexByte(cut, '\n'), strings.LastIndexByte(cut, ' ')); end > room/2 {
		cut = cut[:end]
	}
	return strings.TrimRight(strings.ToValidUTF8(cut, ""), "\n ")
}
