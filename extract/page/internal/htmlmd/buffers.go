package htmlmd

import (
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// buffers are what a writer works on. They are pooled.
type buffers struct {
	mdinline.Encoder        // of the block at hand
	out              []byte // the Markdown
	scratch          []byte
	taken            []int
}

var bufferPool = sync.Pool{New: func() any {
	b := &buffers{out: make([]byte, 0, 16<<10)}
	b.Text, b.Items = make([]byte, 0, 1<<10), make([]mdinline.Item, 0, 64)
	return b
}}

// maxPooled bounds what is kept of each kind of memory, in bytes.
const maxPooled = 1 << 20

// release gives the memory to the next writer, unless it has grown to that of a
// very large page.
func (p *buffers) release() {
	if max(cap(p.out), p.Size(), cap(p.scratch), 8*cap(p.taken)) > maxPooled {
		return
	}
	p.Clear()
	p.out, p.scratch, p.taken = p.out[:0], p.scratch[:0], p.taken[:0]
	bufferPool.Put(p)
}
