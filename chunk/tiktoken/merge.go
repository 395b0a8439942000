package tiktoken

import (
	"container/heap"
	"math"
)

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
	next, prev := make([]int32, n), make([]int32, n)
	q := make(joins, 0, n)
	for i := range n {
		next[i], prev[i] = int32(i+1), int32(i-1)
		if i+1 < n {
			if rank := r.pair(piece[i], piece[i+1]); rank != noRank {
				q = append(q, join{rank, int32(i), int32(i + 2)})
			}
		}
	}
	heap.Init(&q)
	push := func(at int32) {
		mid := next[at]
		if int(mid) >= n {
			return
		}
		if rank := r.of(piece[at:next[mid]]); rank != noRank {
			heap.Push(&q, join{rank, at, next[mid]})
		}
	}
	parts := n
	for len(q) > 0 {
		j := heap.Pop(&q).(join)
		mid := next[j.at]
		if mid == math.MaxInt32 || int(mid) >= n || next[mid] != j.end {
			continue // one of the two parts is not there any more
		}
		next[j.at] = j.end
		if int(j.end) < n {
			prev[j.end] = j.at
		}
		next[mid] = math.MaxInt32
		parts--
		push(j.at)
		if p := prev[j.at]; p >= 0 {
			push(p)
		}
	}
	return parts
}

// join is a pair of neighbouring parts that together are a token.
type join struct {
	rank    uint32
	at, end int32
}

// joins is a heap: lowest rank first, then leftmost.
type joins []join

func (q joins) Len() int { return len(q) }
func (q joins) Less(a, b int) bool {
	return q[a].rank < q[b].rank || q[a].rank == q[b].rank && q[a].at < q[b].at
}
func (q joins) Swap(a, b int) { q[a], q[b] = q[b], q[a] }
func (q *joins) Push(x any)   { *q = append(*q, x.(join)) }
func (q *joins) Pop() any {
	old := *q
	j := old[len(old)-1]
	*q = old[:len(old)-1]
	return j
}
