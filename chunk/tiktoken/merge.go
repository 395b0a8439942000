package tiktoken

// Pieces up to shortPiece bytes are merged in place on the stack, which is
// quadratic in so small a number; longer ones through a heap. Beyond longPiece
// they are cut, which keeps memory bounded and may count a token or two more
// for each cut than an encoding without bounds.
const (
	shortPiece = 128
	longPiece  = 1 << 16
)

// count returns the number of tokens of a piece.
func (r *ranks) count(piece string) int {
	if len(piece) == 1 || r.of(piece) != noRank {
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
func (r *ranks) mergeShort(piece string) int {
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
		best, at := noRank, 0
		for i := range n - 1 {
			if rank[i] < best {
				best, at = rank[i], i
			}
		}
		if best == noRank {
			break
		}
		copy(start[at+1:n], start[at+2:n+1])
		copy(rank[at+1:n-1], rank[at+2:n])
		n--
		if at+1 < n {
			rank[at] = r.of(piece[start[at]:start[at+2]])
		}
		if at > 0 {
			rank[at-1] = r.of(piece[start[at-1]:start[at+1]])
		}
	}
	return n
}

// mergeLong does the same for a long piece in O(n log n): parts are a linked
// list, joins wait in a heap, and those overtaken by another are skipped.
func (r *ranks) mergeLong(piece string) int {
	n := len(piece)
	l := long{ranks: r, piece: piece, next: make([]int32, n), prev: make([]int32, n), heap: make([]join, 0, n)}
	for i := range n {
		l.next[i], l.prev[i] = int32(i+1), int32(i-1)
		if i+1 < n {
			l.push(r.pair(piece[i], piece[i+1]), int32(i), int32(i+2))
		}
	}
	for len(l.heap) > 0 {
		if l.merge(l.pop()) {
			n--
		}
	}
	return n
}

// join is a pair of neighbouring parts that together are a token.
type join struct {
	rank    uint32
	at, end int32
}

func (a join) before(b join) bool { return a.rank < b.rank || a.rank == b.rank && a.at < b.at }

// long is the state of merging a long piece.
type long struct {
	ranks      *ranks
	piece      string
	next, prev []int32 // by where a part begins; next is gone for one that is no more
	heap       []join  // lowest rank first, then leftmost
}

// gone marks the beginning of a part that was joined with the one before it.
const gone = -1

// merge carries out a join, unless one of its parts has changed since.
func (l *long) merge(j join) bool {
	mid := l.next[j.at]
	if mid == gone || int(mid) == len(l.piece) || l.next[mid] != j.end {
		return false
	}
	l.next[j.at], l.next[mid] = j.end, gone
	if int(j.end) < len(l.piece) {
		l.prev[j.end] = j.at
		l.offer(j.at)
	}
	if p := l.prev[j.at]; p >= 0 {
		l.offer(p)
	}
	return true
}

// offer adds the join of the part at i with its neighbour, if it is a token.
func (l *long) offer(i int32) {
	end := l.next[l.next[i]]
	l.push(l.ranks.of(l.piece[i:end]), i, end)
}

func (l *long) push(rank uint32, at, end int32) {
	if rank == noRank {
		return
	}
	l.heap = append(l.heap, join{rank, at, end})
	for i := len(l.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !l.heap[i].before(l.heap[up]) {
			return
		}
		l.heap[i], l.heap[up] = l.heap[up], l.heap[i]
		i = up
	}
}

func (l *long) pop() join {
	h := l.heap
	top, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	l.heap = h
	for i := 0; ; {
		least := i
		for _, k := range [2]int{2*i + 1, 2*i + 2} {
			if k < last && h[k].before(h[least]) {
				least = k
			}
		}
		if least == i {
			return top
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
