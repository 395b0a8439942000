package content

import (
	"cmp"
	"math"
	"slices"
)

// lanes is how many blocks a jury judges side by side, each in one byte of a
// word.
const lanes = 8

// jury is a forest made ready for judging many blocks. Trees share questions,
// so each is asked once of a block; the answers of eight blocks lie in the
// bytes of a word, so that six words name the leaves of all eight.
type jury struct {
	bias      float32
	questions []question // by feature
	page, own int        // from where on they are about the page, and again about the block
	subjects  []subject  // what the questions about the block are about, in their order
	trees     []juror
}

// subject is a feature with the questions from one to before another.
type subject struct{ feature, from, to uint16 }

// everyLane has a bit in each lane.
const everyLane = math.MaxUint64 / 0xFF

// question asks whether a feature is greater than a threshold.
type question struct {
	feature   uint16
	threshold float32
}

// juror is a tree that names its questions by their place in the jury's list.
type juror struct {
	asks [TreeDepth]uint16
	leaf [1 << TreeDepth]float32
}

func newJury(m *Forest) *jury {
	j := &jury{bias: m.Bias, trees: make([]juror, len(m.Trees))}
	for i := range m.Trees {
		for k, feature := range m.Trees[i].Feature {
			j.questions = append(j.questions, question{feature, m.Trees[i].Threshold[k]})
		}
	}
	order := func(a, b question) int {
		return cmp.Or(cmp.Compare(a.feature, b.feature), cmp.Compare(a.threshold, b.threshold))
	}
	slices.SortFunc(j.questions, order)
	j.questions = slices.Compact(j.questions)
	j.page, _ = slices.BinarySearchFunc(j.questions, question{feature: firstOfPage, threshold: float32(math.Inf(-1))}, order)
	j.own, _ = slices.BinarySearchFunc(j.questions, question{feature: firstLevel, threshold: float32(math.Inf(-1))}, order)
	j.group(0, j.page)
	j.group(j.own, len(j.questions))
	for i := range m.Trees {
		t := &m.Trees[i]
		j.trees[i].leaf = t.Leaf
		for k := range t.Feature {
			at, _ := slices.BinarySearchFunc(j.questions, question{t.Feature[k], t.Threshold[k]}, order)
			j.trees[i].asks[k] = uint16(at)
		}
	}
	return j
}

// group finds the subjects of the questions from one to before another.
func (j *jury) group(from, to int) {
	for k := from; k < to; k++ {
		if f := j.questions[k].feature; k == from || f != j.questions[k-1].feature {
			j.subjects = append(j.subjects, subject{feature: f, from: uint16(k)})
		}
		j.subjects[len(j.subjects)-1].to = uint16(k + 1)
	}
}

// sitting is a jury at work on a page. The zero value is ready for open.
type sitting struct {
	*jury
	answers []uint64 // by question, a byte for each of the blocks
}

// open asks what is the same for all blocks of a page.
func (s *sitting) open(j *jury, page *[firstLevel]float32) {
	s.jury = j
	s.answers = zeroed(s.answers, len(j.questions))
	for k := j.page; k < j.own; k++ {
		s.answers[k] = above(page[j.questions[k].feature], j.questions[k].threshold) * everyLane
	}
}

// odds sets the log odds of eight blocks, the same as [Forest.Odds] does.
func (s *sitting) odds(blocks *[lanes]*Vector, odds *[lanes]float32) {
	for _, about := range s.subjects {
		f := about.feature
		v0, v1, v2, v3 := blocks[0][f], blocks[1][f], blocks[2][f], blocks[3][f]
		v4, v5, v6, v7 := blocks[4][f], blocks[5][f], blocks[6][f], blocks[7][f]
		questions := s.questions[about.from:about.to]
		answers := s.answers[about.from:][:len(questions)]
		for k := range questions {
			t := questions[k].threshold
			answers[k] = above(v0, t) | above(v1, t)<<8 | above(v2, t)<<16 | above(v3, t)<<24 |
				above(v4, t)<<32 | above(v5, t)<<40 | above(v6, t)<<48 | above(v7, t)<<56
		}
	}
	s.judge(s.answers, odds)
}

func (j *jury) judge(answers []uint64, odds *[lanes]float32) {
	const leaves = 1<<TreeDepth - 1
	o0, o1, o2, o3, o4, o5, o6, o7 := j.bias, j.bias, j.bias, j.bias, j.bias, j.bias, j.bias, j.bias
	for i := range j.trees {
		t := &j.trees[i]
		leaf := answers[t.asks[0]] | answers[t.asks[1]]<<1 | answers[t.asks[2]]<<2 |
			answers[t.asks[3]]<<3 | answers[t.asks[4]]<<4 | answers[t.asks[5]]<<5
		o0 += t.leaf[leaf&leaves]
		o1 += t.leaf[leaf>>8&leaves]
		o2 += t.leaf[leaf>>16&leaves]
		o3 += t.leaf[leaf>>24&leaves]
		o4 += t.leaf[leaf>>32&leaves]
		o5 += t.leaf[leaf>>40&leaves]
		o6 += t.leaf[leaf>>48&leaves]
		o7 += t.leaf[leaf>>56&leaves]
	}
	*odds = [lanes]float32{o0, o1, o2, o3, o4, o5, o6, o7}
}
