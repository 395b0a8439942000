package content

import (
	"cmp"
	"encoding/binary"
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
	trees     []juror
}

// question asks whether a feature is greater than a threshold.
type question struct {
	feature   uint16
	threshold float32
}

// juror is a tree that names its questions by their place in the jury's list. Its
// leaves are as the model is stored, so that a forest stays in the nearest cache.
type juror struct {
	asks [TreeDepth]uint16
	leaf [1 << TreeDepth]int16 // in units
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
	for i := range m.Trees {
		t := &m.Trees[i]
		for k, leaf := range t.Leaf {
			j.trees[i].leaf[k] = fixed(leaf)
		}
		for k := range t.Feature {
			at, _ := slices.BinarySearchFunc(j.questions, question{t.Feature[k], t.Threshold[k]}, order)
			j.trees[i].asks[k] = uint16(at)
		}
	}
	return j
}

// answers are those of eight blocks to one question: 1 for yes.
type answers [lanes]uint8

// word returns them as one number.
func (a *answers) word() uint64 { return binary.LittleEndian.Uint64(a[:]) }

// sitting is a jury at work on a page. The zero value is ready for open.
type sitting struct {
	*jury
	answers []answers // by question
}

// open asks what is the same for all blocks of a page.
func (s *sitting) open(j *jury, page *[firstLevel]float32) {
	s.jury = j
	s.answers = zeroed(s.answers, len(j.questions))
	for k := j.page; k < j.own; k++ {
		yes := above(page[j.questions[k].feature], j.questions[k].threshold)
		s.answers[k] = answers{yes, yes, yes, yes, yes, yes, yes, yes}
	}
}

// odds sets the log odds of eight blocks, the same as [Forest.Odds] does where the
// leaves are whole units.
func (s *sitting) odds(blocks *[lanes]*Vector, odds *[lanes]float32) {
	answer(s.answers[:s.page], s.questions, blocks)
	answer(s.answers[s.own:], s.questions[s.own:], blocks)
	s.judge(s.answers, odds)
}

// answer asks questions about eight blocks.
func answer(list []answers, questions []question, blocks *[lanes]*Vector) {
	questions = questions[:len(list)]
	for k := range questions {
		f, t := questions[k].feature, questions[k].threshold
		a := &list[k]
		a[0], a[1], a[2], a[3] = above(blocks[0][f], t), above(blocks[1][f], t), above(blocks[2][f], t), above(blocks[3][f], t)
		a[4], a[5], a[6], a[7] = above(blocks[4][f], t), above(blocks[5][f], t), above(blocks[6][f], t), above(blocks[7][f], t)
	}
}

func (j *jury) judge(a []answers, odds *[lanes]float32) {
	const leaves = 1<<TreeDepth - 1
	var o0, o1, o2, o3, o4, o5, o6, o7 int32
	for i := range j.trees {
		t := &j.trees[i]
		leaf := a[t.asks[0]].word() | a[t.asks[1]].word()<<1 | a[t.asks[2]].word()<<2 |
			a[t.asks[3]].word()<<3 | a[t.asks[4]].word()<<4 | a[t.asks[5]].word()<<5
		o0 += int32(t.leaf[leaf&leaves])
		o1 += int32(t.leaf[leaf>>8&leaves])
		o2 += int32(t.leaf[leaf>>16&leaves])
		o3 += int32(t.leaf[leaf>>24&leaves])
		o4 += int32(t.leaf[leaf>>32&leaves])
		o5 += int32(t.leaf[leaf>>40&leaves])
		o6 += int32(t.leaf[leaf>>48&leaves])
		o7 += int32(t.leaf[leaf>>56&leaves])
	}
	for k, o := range [...]int32{o0, o1, o2, o3, o4, o5, o6, o7} {
		odds[k] = j.bias + float32(o)/fixedPoint
	}
}
