// Package bpe is byte pair encoding over a table of tokens, as OpenAI's tokenizers do it.
package bpe

import (
	"errors"
	"hash/maphash"
	"math/bits"
)

// NoRank is the rank of bytes that are no token.
const NoRank = ^uint32(0)

// A slot of the hash table is a rank and, above it, a part of the hash of its
// token, so that most misses end without a look at the token.
const (
	rankBits  = 18
	rankMask  = 1<<rankBits - 1
	emptySlot = ^uint32(0)
)

// ErrTable is returned by [New] if the bytes are not a table of the given size.
var ErrTable = errors.New("tiktoken: embedded table is damaged")

// Ranks maps tokens to ranks: an open-addressing table over one string,
// since a Go map of as many strings takes ten times as long to build. They are safe for
// concurrent use.
type Ranks struct {
	blob    string   // one byte of length and the bytes of each token, by rank
	at      []uint32 // by rank: where its bytes begin in blob
	slots   []uint32
	pairs   []uint32 // rank of every two bytes
	longest int      // bytes of the longest token
	seed    maphash.Seed
}

const (
	// TableBytes is the length of a table for each of its tokens.
	TableBytes = 6
	// OneByte stands in a table for the second part of a token of one byte.
	OneByte = 1<<24 - 1
)

// New reads a table of size tokens. A token is the two of lower rank whose bytes it joins: a table
// holds the ranks of all first parts, then those of all second ones, each as the low bytes of all,
// the middle ones and the high ones. A token of one byte has that byte and [OneByte].
func New(table string, size int) (*Ranks, error) {
	if size >= rankMask || len(table) != TableBytes*size {
		return nil, ErrTable
	}
	r := &Ranks{
		at:    make([]uint32, 0, size),
		slots: make([]uint32, 1<<bits.Len(uint(2*size))),
		pairs: make([]uint32, 1<<16),
		seed:  maphash.MakeSeed(),
	}
	for i := range r.slots {
		r.slots[i] = emptySlot
	}
	for i := range r.pairs {
		r.pairs[i] = NoRank
	}
	blob := make([]byte, 0, 9*size)
	for rank := range size {
		first := int(table[rank]) | int(table[size+rank])<<8 | int(table[2*size+rank])<<16
		second := int(table[3*size+rank]) | int(table[4*size+rank])<<8 | int(table[5*size+rank])<<16
		at := len(blob) + 1
		switch {
		case second == OneByte && first < 256:
			blob = append(blob, 1, byte(first))
		case first < rank && second < rank:
			a, b := r.at[first], r.at[second]
			length := int(blob[a-1]) + int(blob[b-1])
			if length > 255 {
				return nil, ErrTable
			}
			blob = append(blob, byte(length))
			blob = append(blob, blob[a:a+uint32(blob[a-1])]...)
			blob = append(blob, blob[b:b+uint32(blob[b-1])]...)
		default:
			return nil, ErrTable
		}
		r.at = append(r.at, uint32(at))
	}
	r.blob = string(blob)
	for rank := range size {
		r.add(uint32(rank))
	}
	return r, nil
}

func (r *Ranks) add(rank uint32) {
	token := r.Token(rank)
	r.longest = max(r.longest, len(token))
	if len(token) == 2 {
		r.pairs[int(token[0])<<8|int(token[1])] = rank
	}
	h := maphash.String(r.seed, token)
	mask := uint64(len(r.slots) - 1)
	i := h & mask
	for r.slots[i] != emptySlot {
		i = (i + 1) & mask
	}
	r.slots[i] = mark(h) | rank
}

func mark(h uint64) uint32 { return uint32(h>>(64-(32-rankBits))) << rankBits }

// Len is the number of tokens.
func (r *Ranks) Len() int { return len(r.at) }

// Token returns the bytes of a rank below Len.
func (r *Ranks) Token(rank uint32) string {
	at := r.at[rank]
	return r.blob[at : at+uint32(r.blob[at-1])]
}

// Rank returns the rank of a token, or NoRank.
func (r *Ranks) Rank(s string) uint32 {
	if len(s) > r.longest {
		return NoRank
	}
	h := maphash.String(r.seed, s)
	m := mark(h)
	mask := uint64(len(r.slots) - 1)
	for i := h & mask; ; i = (i + 1) & mask {
		slot := r.slots[i]
		if slot == emptySlot {
			return NoRank
		}
		if slot&^rankMask == m && r.Token(slot&rankMask) == s {
			return slot & rankMask
		}
	}
}

func (r *Ranks) pair(a, b byte) uint32 { return r.pairs[int(a)<<8|int(b)] }
