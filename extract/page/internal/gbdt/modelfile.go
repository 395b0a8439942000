package gbdt

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"math"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// model.bin is written by extract/page/train; see its README.
//
//go:embed model.bin
var modelFile []byte

// Embedded returns the embedded model, decoded on the first call. It is safe for
// concurrent use; the model must not be changed.
var Embedded = sync.OnceValue(func() *Model {
	m, err := Decode(modelFile)
	if err != nil {
		panic("gbdt: embedded model: " + err.Error())
	}
	return m
})

// WordOdds are the log odds that text with a word is content.
type WordOdds struct {
	Hash uint32 // see measure.HashWord
	Odds float32
}

// PageTypeOdds are the log odds of each type of page if a token is on it, see
// features.PageTypeTokens.
type PageTypeOdds struct {
	Hash uint32
	Odds [features.PageTypeCount]float32
}

// ModelFile is a model as it is written to a file.
type ModelFile struct {
	Classes, Words []WordOdds // of words of class names, and of words that blocks begin with
	PageTypes      []PageTypeOdds
	First, Second  Ensemble
}

// A model file is little endian: magic and the number of features; two lists of word odds
// (count, then hash and odds each) and one of odds of page types; two ensembles (bias,
// count, then per tree the features and thresholds of its splits and the leaves). Odds and
// leaves are 16-bit numbers in units of 1/leafUnit, all others have 32 bits.
const (
	magic    = 0x77665033 // to be changed with the meaning of features
	leafUnit = 4096
)

// errModel is the error of all model files that can't be decoded.
var errModel = errors.New("not a model for these features")

// Encode returns the stored form of a model.
func Encode(s *ModelFile) []byte {
	e := binary.LittleEndian
	out := e.AppendUint32(nil, magic)
	out = e.AppendUint32(out, features.FeatureCount)
	for _, list := range [][]WordOdds{s.Classes, s.Words} {
		out = e.AppendUint32(out, uint32(len(list)))
		for _, ev := range list {
			out = e.AppendUint32(out, ev.Hash)
			out = e.AppendUint16(out, uint16(toFixedPoint(ev.Odds)))
		}
	}
	out = e.AppendUint32(out, uint32(len(s.PageTypes)))
	for _, ev := range s.PageTypes {
		out = e.AppendUint32(out, ev.Hash)
		for _, odds := range ev.Odds {
			out = e.AppendUint16(out, uint16(toFixedPoint(odds)))
		}
	}
	for _, f := range []*Ensemble{&s.First, &s.Second} {
		out = e.AppendUint32(out, math.Float32bits(f.Bias))
		out = e.AppendUint32(out, uint32(len(f.Trees)))
		for i := range f.Trees {
			t := &f.Trees[i]
			for d := range TreeDepth {
				out = e.AppendUint16(out, t.Feature[d])
				out = e.AppendUint32(out, math.Float32bits(t.Threshold[d]))
			}
			for _, leaf := range t.Leaf {
				out = e.AppendUint16(out, uint16(toFixedPoint(leaf)))
			}
		}
	}
	return out
}

func toFixedPoint(x float32) int16 {
	return int16(max(-32767, min(32767, math.Round(float64(x)*leafUnit))))
}

// Decode reads a stored model. It fails when the model is cut short or was made
// for other features.
func Decode(b []byte) (*Model, error) {
	d := decoder{b: b}
	if d.u32() != magic || d.u32() != features.FeatureCount {
		return nil, errModel
	}
	var lists [2]map[uint32]float32
	for k := range lists {
		n := d.count(6)
		lists[k] = make(map[uint32]float32, n)
		for range n {
			h := d.u32()
			lists[k][h] = d.fixedPoint()
		}
	}
	n := d.count(4 + 2*features.PageTypeCount)
	kinds := make(map[uint32][features.PageTypeCount]float32, n)
	for range n {
		h := d.u32()
		var odds [features.PageTypeCount]float32
		for k := range odds {
			odds[k] = d.fixedPoint()
		}
		kinds[h] = odds
	}
	m := &Model{Lexicon: features.NewLexicon(lists[0], lists[1], kinds)}
	for _, f := range []*Ensemble{&m.First, &m.Second} {
		f.Bias = math.Float32frombits(d.u32())
		f.Trees = make([]ObliviousTree, d.count(TreeDepth*6+2<<TreeDepth))
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

func (d *decoder) fixedPoint() float32 { return float32(int16(d.u16())) / leafUnit }

// count reads how many items of a size follow.
func (d *decoder) count(size int) int {
	n := int(d.u32())
	if n*size > len(d.b) {
		d.bad = true
		return 0
	}
	return n
}

func (d *decoder) tree(t *ObliviousTree) {
	for i := range TreeDepth {
		t.Feature[i] = d.u16()
		t.Threshold[i] = math.Float32frombits(d.u32())
		if t.Feature[i] >= features.FeatureCount {
			d.bad = true
			t.Feature[i] = 0
		}
	}
	for i := range t.Leaf {
		t.Leaf[i] = d.fixedPoint()
	}
}
