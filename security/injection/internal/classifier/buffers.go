package classifier

import "sync"

// scanBuffers is memory that one scan leaves to the next.
type scanBuffers struct {
	reader   sentenceTagger
	list     []scoredSentence
	matches  []match
	weighed  []match
	features features
}

// maxScratch bounds the items whose memory is kept.
const maxScratch = 1 << 15

var pool = sync.Pool{New: func() any { return new(scanBuffers) }}

// minPrefetch is how long a text is that the table of words is read for, in bytes.
const minPrefetch = 2 << 10

// reset makes it read b.
func (s *scanBuffers) reset(b []byte) {
	s.reader.reset(b)
	if len(b) >= minPrefetch {
		s.reader.words.Prefetch()
	}
	s.list, s.matches = s.list[:0], s.matches[:0]
}

// release leaves the memory to the next scan, unless it is a lot.
func (s *scanBuffers) release() {
	if cap(s.reader.all) > maxScratch || cap(s.list) > maxScratch || cap(s.matches) > maxScratch {
		return
	}
	s.reader.b = nil
	pool.Put(s)
}
