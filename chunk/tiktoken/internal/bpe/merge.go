package bpe

// Pieces up to shortPiece bytes are merged in place on the stack, which is
// quadratic in so small a number; longer ones through a heap. Beyond longPiece
// they are cut, which keeps memory bounded and may count a token or two more
// for each cut than an encoding without bounds.
const (
	shortPiece = 128
	longPiece  = 1 << 16
)

// Count returns the number of tokens of a piece.
func (r *Ranks) Count(piece string) int {
	if len(piece) == 1 || r.Rank(piece) != NoRank {
		return 1
	}
	if len(piece) <= shortPiece {
		return r.mergeShort(piece)
	}
	n := 0
	for len(piece) > longPiece {
		n += r.mergeLong(piece[:longPiece])
		piece = piece[longPiece:]
	}
	return n + r.mergeLong(piece)
}

// mergeShort counts what byte pair encoding leaves of a piece: the pair of
// neighbours with the lowest rank becomes one part until none has a rank.
func (r *Ranks) mergeShort(piece string) int {
	var start [shortPiece + 1]uint8 // of each part, then the end
	var rank [shortPiece]uint32     // of each part joined with the next one
	n := len(piece)
	for i := range n {
		start[i] = uint8(i)
		if i+1 < n {
			rank[i] = r.pair(piece[i], piece[i+1])
		}
	}
	start[n] = uint8(n)
	for n > 1 {
		best, at := NoRank, 0
		for i := range n - 1 {
			if rank[i] < best {
				best, at = rank[i], i
			}
		}
		if best == NoRank {
			break
		}
		copy(start[at+1:n], start[at+2:n+1])
		copy(rank[at+1:n-1], rank[at+2:n])
		n--
		if at+1 < n {
			rank[at] = r.Rank(piece[start[at]:start[at+2]])
		}
		if at > 0 {
			rank[at-1] = r.Rank(piece[start[at-1]:start[at+1]])
		}
	}
	return n
}

// mergeLong does the same for a long piece in O(n log n): parts are a linked
// list, joins wait in a heap, and those overtaken by another are skipped.
func (r *Ranks) mergeLong(piece string) int {
	n := len(piece)
	l := heapMerge{ranks: r, piece: piece, next: make([]int32, n), prev: make([]int32, n), heap: make([]mergeCandidate, 0, n)}
	for i := range n {
		l.next[i], l.prev[i] = int32(i+1), int32(i-1)
		if i+1 < n {
			l.push(r.pair(piece[i], piece[i+1]), int32(i), 2)
		}
	}
	for len(l.heap) > 0 {
		if l.merge(l.pop()) {
			n--
		}
	}
	return n
}

// mergeCandidate is a pair of neighbouring parts that together are a token, in one
// number that sorts by rank, then from left to right: the rank, where the pair
// begins (less than longPiece) and its length (a token has up to 255 bytes).
type mergeCandidate uint64

const (
	joinLengthBits = 8
	joinStartBits  = 24
)

func (j mergeCandidate) start() int32 { return int32(j >> joinLengthBits & (1<<joinStartBits - 1)) }
func (j mergeCandidate) end() int32   { return j.start() + int32(j&(1<<joinLengthBits-1)) }

type heapMerge struct {
	ranks      *Ranks
	piece      string
	next, prev []int32          // by start of a part; next is merged for a part that was joined
	heap       []mergeCandidate // a heap of four children a node, the least join first
}

const merged = -1

func (l *heapMerge) merge(j mergeCandidate) bool {
	at, end := j.start(), j.end()
	mid := l.next[at]
	if mid == merged || int(mid) == len(l.piece) || l.next[mid] != end {
		return false
	}
	l.next[at], l.next[mid] = end, merged
	if int(end) < len(l.piece) {
		l.prev[end] = at
		l.pushPairAt(at)
	}
	if p := l.prev[at]; p >= 0 {
		l.pushPairAt(p)
	}
	return true
}

func (l *heapMerge) pushPairAt(i int32) {
	end := l.next[l.next[i]]
	l.push(l.ranks.Rank(l.piece[i:end]), i, end-i)
}

const heapWidth = 4 // children of a node: they lie in one cache line

func (l *heapMerge) push(rank uint32, at, length int32) {
	if rank == NoRank {
		return
	}
	j := mergeCandidate(rank)<<(joinStartBits+joinLengthBits) | mergeCandidate(at)<<joinLengthBits | mergeCandidate(length)
	h := append(l.heap, j)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / heapWidth
		if h[up] <= j {
			break
		}
		h[i], i = h[up], up
	}
	h[i] = j
	l.heap = h
}

func (l *heapMerge) pop() mergeCandidate {
	top, last := l.heap[0], len(l.heap)-1
	j := l.heap[last]
	h := l.heap[:last]
	l.heap = h
	for i := 0; i < last; {
		least, child := j, i
		for k := heapWidth*i + 1; k <= heapWidth*(i+1) && k < last; k++ {
			if h[k] < least {
				least, child = h[k], k
			}
		}
		h[i] = least
		if child == i {
			break
		}
		i = child
	}
	return top
}
