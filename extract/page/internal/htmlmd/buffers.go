package htmlmd

import "sync"

// buffers is the memory that a writer works on, kept for the next one.
type buffers struct {
	out     []byte // the Markdown
	text    []byte // of the block at hand
	items   []item // over text
	fixed   []item
	scratch []byte
	runs    []delimRun
	taken   []int
}

var bufferPool = sync.Pool{New: func() any {
	return &buffers{out: make([]byte, 0, 16<<10), text: make([]byte, 0, 1<<10), items: make([]item, 0, 64)}
}}

// maxPaper bounds what is kept of each kind of memory.
const maxPaper = 1 << 20

// release gives the memory to the next writer, unless it has grown to that of a
// very large page.
func (p *buffers) release() {
	if max(cap(p.out), cap(p.text), cap(p.scratch), 32*cap(p.items), 32*cap(p.fixed), 8*cap(p.taken)) > maxPaper {
		return
	}
	*p = buffers{
		out: p.out[:0], text: p.text[:0], items: p.items[:0], fixed: p.fixed[:0],
		scratch: p.scratch[:0], runs: p.runs[:0], taken: p.taken[:0],
	}
	bufferPool.Put(p)
}
