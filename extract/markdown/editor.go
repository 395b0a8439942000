package markdown

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

type edit struct {
	start, end int
	with       string
}

// editor copies a source with its edits, part by part, so that no more of them are held
// than one part has. Of edits that overlap the first one counts, and the longest of those
// that begin at one place.
type editor struct {
	src   []byte
	meter *ctxio.Meter

	at  int    // how much of src is in out
	out []byte // nil as long as nothing was changed
}

func (e *editor) apply(edits []edit, end int) error {
	slices.SortStableFunc(edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	for _, one := range edits {
		if one.start < e.at {
			continue
		}
		if e.out == nil {
			e.out = make([]byte, 0, len(e.src)+len(e.src)/8)
		}
		e.out = append(e.out, e.src[e.at:one.start]...)
		e.out = append(e.out, one.with...)
		e.at = one.end
	}
	if e.out != nil && e.at < end {
		e.out = append(e.out, e.src[e.at:end]...)
		e.at = end
	}
	return e.meter.Spend(len(edits) * ctxio.PerItem)
}

func (e *editor) finish() ([]byte, error) {
	if err := e.apply(nil, len(e.src)); err != nil || e.out == nil {
		return e.src, err
	}
	return collapseBlankLines(e.out, e.meter)
}

// collapseBlankLines makes runs of blank lines outside of code one blank line, in place.
func collapseBlankLines(src []byte, meter *ctxio.Meter) ([]byte, error) {
	out := src[:0]
	blank := true
	var open fence
	for at := 0; at < len(src); {
		end := lineEnd(src, at)
		line := src[at:end]
		if err := meter.Spend(ctxio.PerItem + len(line)); err != nil {
			return nil, err
		}
		at = end
		if isCode := open.pass(line); !isCode && len(bytes.TrimSpace(line)) == 0 {
			if !blank {
				out = append(out, '\n')
			}
			blank = true
			continue
		}
		blank = false
		out = append(out, line...)
	}
	return out, nil
}
