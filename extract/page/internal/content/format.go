package content

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"sync"
)

// model.bin is written by extract/page/train; see its README.
//
//go:embed model.bin
var modelFile []byte

// Learned returns the embedded model, decoded on the first call. It is safe for
// concurrent use; the model must not be changed.
var Learned = sync.OnceValue(func() *Model {
	m, err := Decode(modelFile)
	if err != nil {
		panic("content: embedded model: " + err.Error())
	}
	return m
})

// Evidence is what the lexicon knows of one word.
type Evidence struct {
	Hash uint32
	Odds float32
}

// KindEvidence is what the lexicon knows of one sign of the kind of a page.
type KindEvidence struct {
	Hash uint32
	Odds [KindCount]float32
}

// Stored is a model as it is written to a file.
type Stored struct {
	Classes, Words []Evidence
	Kinds          []KindEvidence
	First, Second  Forest
}

// The layout of a stored model, little endian: magic, number of features, then
// two lists of evidence (count, then hash and odds in 1/4096 each) and two
// forests (bias, count, then per tree the features, thresholds and leaves, the
// leaves in 1/4096).
const (
	magic      = 0x77665033 // changes with the meaning of features
	fixedPoint = 4096
)

// errModel is the error of all models that can't be decoded.
var errModel = errors.New("not a model for these features")

// Encode returns the stored form of a model.
func Encode(s *Stored) []byte {
	e := binary.LittleEndian
	out := e.AppendUint32(nil, magic)
	out = e.AppendUint32(out, FeatureCount)
	for _, list := range [][]Evidence{s.Classes, s.Words} {
		out = e.AppendUint32(out, uint32(len(list)))
		for _, ev := range list {
			out = e.AppendUint32(out, ev.Hash)
			out = e.AppendUint16(out, uint16(fixed(ev.Odds)))
		}
	}
	out = e.AppendUint32(out, uint32(len(s.Kinds)))
	for _, ev := range s.Kinds {
		out = e.AppendUint32(out, ev.Hash)
		for _, odds := range ev.Odds {
			out = e.AppendUint16(out, uint16(fixed(odds)))
		}
	}
	for _, f := range []*Forest{&s.First, &s.Second} {
		out = e.AppendUint32(out, math.Float32bits(f.Bias))
		out = e.AppendUint32(out, uint32(len(f.Trees)))
		for i := range f.Trees {
			t := &f.Trees[i]
			for d := range TreeDepth {
				out = e.AppendUint16(out, t.Feature[d])
				out = e.AppendUint32(out, math.Float32bits(t.Threshold[d]))
			}
			for _, leaf := range t.Leaf {
				out = e.AppendUint16(out, uint16(fixed(leaf)))
			}
		}
	}
	return out
}

func fixed(x float32) int16 {
	return int16(max(-32767, min(32767, math.Round(float64(x)*fixedPoint))))
}

// Decode reads a stored model. It fails when the model is cut short or was made
// for other features.
func Decode(b []byte) (*Model, error) {
	d := decoder{b: b}
	if d.u32() != magic || d.u32() != FeatureCount {
		return nil, errModel
	}
	var lists [2]map[uint32]float32
	for k := range lists {
		n := d.count(6)
		lists[k] = make(map[uint32]float32, n)
		for range n {
			h := d.u32()
			lists[k][h] = d.fixed()
		}
	}
	n := d.count(4 + 2*KindCount)
	kinds := make(map[uint32][KindCount]float32, n)
	for range n {
		h := d.u32()
		var odds [KindCount]float32
		for k := range odds {
			odds[k] = d.fixed()
		}
		kinds[h] = odds
	}
	m := &Model{Lexicon: NewLexicon(lists[0], lists[1], kinds)}
	for _, f := range []*Forest{&m.First, &m.Second} {
		f.Bias = math.Float32frombits(d.u32())
		f.Trees = make([]Tree, d.count(TreeDepth*6+2<<TreeDepth))
		for i := range f.Trees {
			d.tree(&f.Trees[i])
		}
	}
	if d.bad || len(d.b) != 0 {
		return nil, errModel
	}
	return m, nil
}

// decoder reads numbers from the front of b.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) take(n int) []byte {
	if len(d.b) < n {
		d.bad = true
		return make([]byte, n)
	}
	b := d.b[:n]
	d.b = d.b[n:]
	return b
}

func (d *decoder) u32() uint32 { return binary.LittleEndian.Uint32(d.take(4)) }
func (d *decoder) u16() uint16 { return binary.LittleEndian.Uint16(d.take(2)) }

func (d *decoder) fixed() float32 { return float32(int16(d.u16())) / fixedPoint }

// count reads how many items of a size follow.
func (d *decoder) count(size int) int {
	n := int(d.u32())
	if n*size > len(d.b) {
		d.bad = true
		return 0
	}
	return n
}

func (d *decoder) tree(t *Tree) {
	for i := range TreeDepth {
		t.Feature[i] = d.u16()
		t.Threshold[i] = math.Float32frombits(d.u32())
		if t.Feature[i] >= FeatureCount {
			d.bad = true
			t.Feature[i] = 0
		}
	}
	for i := range t.Leaf {
		t.Leaf[i] = d.fixed()
	}
}
