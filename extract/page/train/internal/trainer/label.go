package trainer

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// label is how much of a block belongs to the content, and how much the block
// matters. A weight of 0 means that nothing is known.
type label struct {
	y, weight float32
}

func texts(p *measure.Page, nodes []*html.Node) []string {
	out := make([]string, len(p.Blocks))
	for i := range p.Blocks {
		b := &p.Blocks[i]
		var s strings.Builder
		for j := b.Start; j < b.End; {
			if p.Skip[j] {
				j = p.Next[j]
				continue
			}
			if n := nodes[j]; n.Type == html.TextNode {
				s.WriteString(n.Data)
			} else if n.Data == "br" || htmlmd.IsInlineGap(n) {
				s.WriteByte(' ')
			}
			j++
		}
		out[i] = s.String()
	}
	return out
}

func labels(r *record, p *measure.Page, text []string) []label {
	out := make([]label, len(text))
	if r.Truth.Text == nil {
		snippetLabels(r, p, text, out)
		return out
	}
	fullLabels(r, text, out)
	discountTruncated(p, out)
	return out
}

// fullLabels marks what of each block occurs in the true text. Blocks of less
// than four words count only near to longer ones that do.
func fullLabels(r *record, text []string, out []label) {
	truth := hashes(tokens(*r.Truth.Text, true))
	if r.Truth.TextAlt != nil && len(*r.Truth.TextAlt) > len(*r.Truth.Text) {
		truth = hashes(tokens(*r.Truth.TextAlt, true))
	}
	var at [5]map[uint64][]int32
	for n := 1; n <= 4; n++ {
		at[n] = map[uint64][]int32{}
		for i := 0; i+n <= len(truth); i++ {
			g := gram(truth[i : i+n])
			if list := at[n][g]; len(list) < 64 {
				at[n][g] = append(list, int32(i))
			}
		}
	}
	words := make([][]uint64, len(text))
	place := make([]int32, len(text)) // of the block in the truth, -1 unknown
	for i, t := range text {
		words[i] = hashes(tokens(t, true))
		place[i] = -1
		n := len(words[i])
		if n < 4 {
			continue
		}
		hit := make([]bool, n)
		for j := 0; j+4 <= n; j++ {
			if list := at[4][gram(words[i][j:j+4])]; len(list) > 0 {
				hit[j], hit[j+1], hit[j+2], hit[j+3] = true, true, true, true
				if len(list) == 1 || place[i] < 0 {
					place[i] = list[0] - int32(j)
				}
			}
		}
		covered := 0
		for _, h := range hit {
			if h {
				covered++
			}
		}
		out[i].y = float32(covered) / float32(n)
		if out[i].y < 0.3 || covered < 4 {
			place[i] = -1
		}
	}
	for i := range text {
		if n := len(words[i]); n > 0 && n < 4 {
			out[i].y = shortLabel(i, at[n][gram(words[i])], words, place)
		}
	}
	once(words, truth, out)
	total := 0
	for i := range text {
		total += len(words[i])
	}
	norm := float32(len(truth)) + 0.15*float32(total)
	for i := range text {
		out[i].weight = (float32(len(words[i])) + 1.5) / norm
	}
}

// shortLabel accepts a short block when the truth has its words near to where
// the blocks around it are.
func shortLabel(i int, list []int32, words [][]uint64, place []int32) float32 {
	if len(list) == 0 {
		return 0
	}
	for _, step := range []int{-1, 1} {
		distance := 0
		for j, hops := i+step, 0; j >= 0 && j < len(place) && hops < 12; j, hops = j+step, hops+1 {
			distance += len(words[j])
			if place[j] < 0 {
				if len(words[j]) > 12 {
					break
				}
				continue
			}
			want := int(place[j])
			if step < 0 {
				want += distance
			} else {
				want -= distance - len(words[j]) + len(words[i])
			}
			for _, at := range list {
				if d := int(at) - want; d > -25 && d < 25 {
					return 1
				}
			}
			break
		}
	}
	return 0
}

// once takes the label from copies of a text that the truth has once: the copy
// with the most content around it stays.
func once(words [][]uint64, truth []uint64, out []label) {
	copies := map[uint64][]int{}
	var order []uint64 // of the map, so that training can be repeated
	for i, w := range words {
		if len(w) >= 8 && out[i].y > 0.5 {
			g := gram(w)
			if copies[g] = append(copies[g], i); len(copies[g]) == 2 {
				order = append(order, g)
			}
		}
	}
	for _, g := range order {
		list := copies[g]
		first := gram(words[list[0]][:8])
		n := 0
		for i := 0; i+8 <= len(truth); i++ {
			if gram(truth[i:i+8]) == first {
				n++
			}
		}
		for ; len(list) > max(n, 1); n = max(n, 1) {
			worst, least := 0, float32(1e9)
			for k, i := range list {
				var around float32
				for j := max(0, i-5); j <= min(len(out)-1, i+5); j++ {
					around += out[j].y * float32(len(words[j]))
				}
				if around < least || around == least && k > worst {
					worst, least = k, around
				}
			}
			out[list[worst]].y = 0
			list = append(list[:worst], list[worst+1:]...)
		}
	}
}

func snippetLabels(r *record, p *measure.Page, text []string, out []label) {
	total := float32(len(r.Truth.With) + len(r.Truth.Without))
	if total == 0 {
		return
	}
	flat := make([]string, len(text))
	for i, t := range text {
		flat[i] = squash(t)
	}
	mark := func(snippet string, y float32) {
		snippet = squash(snippet)
		best := -1
		for i, t := range flat {
			if !strings.Contains(t, snippet) && (len(t) < 12 || !strings.Contains(snippet, t)) {
				continue
			}
			switch {
			case y == 0:
				out[i] = label{0, max(out[i].weight, 1/total)}
			case !strings.Contains(t, snippet):
				if out[i].weight == 0 {
					out[i] = label{1, 0.5 / total}
				}
			case best < 0 || p.Blocks[i].Words > p.Blocks[best].Words && p.Elements[p.Blocks[i].Element].AnyKinds&measure.P != 0:
				best = i
			}
		}
		if best >= 0 {
			out[best] = label{1, 1 / total}
		}
	}
	for _, s := range r.Truth.Without {
		mark(s, 0)
	}
	for _, s := range r.Truth.With {
		mark(s, 1)
	}
}

// discountTruncated takes the weight from blocks after the end of a truth that seems to
// stop early: blocks of a kind that was content nearly always before, and never
// is behind the last of the true text.
func discountTruncated(p *measure.Page, out []label) {
	last := -1
	for i := range out {
		if out[i].y > 0.5 {
			last = i
		}
	}
	type part struct{ yes, all int32 }
	kinds := map[uint64]part{}
	for i := range last + 1 {
		k, kind := kindOf(p, i), kinds[kindOf(p, i)]
		if kind.all += p.Blocks[i].Words; out[i].y > 0.5 {
			kind.yes += p.Blocks[i].Words
		}
		kinds[k] = kind
	}
	for i := last + 1; i < len(out); i++ {
		if k := kinds[kindOf(p, i)]; k.yes >= 20 && 10*k.yes >= 8*k.all {
			out[i].weight = 0
		}
	}
}

func kindOf(p *measure.Page, i int) uint64 {
	var h uint64
	for e, hop := p.Blocks[i].Element, 0; e >= 0 && hop < 3; e, hop = p.Elements[e].Parent, hop+1 {
		h = h*0x9E3779B97F4A7C15 + uint64(p.Elements[e].Signature)
	}
	return h
}
