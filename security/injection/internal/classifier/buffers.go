package classifier

import "sync"

type scanBuffers struct {
	reader   sentenceTagger
	list     []scoredSentence
	matches  []match
	weighed  []match
	features features
}

const maxScratch = 1 << 15

var pool = sync.Pool{New: func() any { return new(scanBuffers) }}

func (s *scanBuffers) reset(b []byte) {
	s.reader.reset(b)
	s.list, s.matches = s.list[:0], s.matches[:0]
}

func (s *scanBuffers) release() {
	if cap(s.reader.all) > maxScratch || cap(s.list) > maxScratch || cap(s.matches) > maxScratch {
		return
	}
	s.reader.b = nil
	pool.Put(s)
}
