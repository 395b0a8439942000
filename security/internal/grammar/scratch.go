package grammar

import "sync"

// scratch is memory that one scan leaves to the next.
type scratch struct {
	reader   reader
	list     []scored
	matches  []match
	weighed  []match
	features features
	warmth   byte // what warming up has read
}

// maxScratch bounds the items whose memory is kept.
const maxScratch = 1 << 15

var pool = sync.Pool{New: func() any { return new(scratch) }}

// minWarm is how long a text is that tables are warmed up for, in bytes.
const minWarm = 2 << 10

// reset makes it read b.
func (s *scratch) reset(b []byte) {
	s.reader.reset(b)
	if len(b) >= minWarm {
		s.reader.words.Warm()
		s.warmth = loadModel().warm()
	}
	s.list, s.matches = s.list[:0], s.matches[:0]
}

// release leaves the memory to the next scan, unless it is a lot.
func (s *scratch) release() {
	if cap(s.reader.all) > maxScratch || cap(s.list) > maxScratch || cap(s.matches) > maxScratch {
		return
	}
	s.reader.b = nil
	pool.Put(s)
}
