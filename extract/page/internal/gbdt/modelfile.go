package gbdt

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"slices"
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

// ModelFile is a model as it is written to a file. The log odds are by hash, see features.Lexicon.
type ModelFile struct {
	Classes, Words map[uint32]float32 // that text with a word is content: words of class names, and words that blocks begin with
	PageTypes      map[uint32][features.PageTypeCount]float32
	First, Second  Ensemble
}

// A model file is little endian: magic and the number of features; a list of storedWord for classes and one for words, and one
// of storedType; two ensembles (bias, then a list of storedTree). A list begins with its length. Odds and leaves are in units
// of 1/leafUnit.
const (
	magic    = 0x77665033 // to be changed with the meaning of features
	leafUnit = 4096
)

type (
	storedWord struct {
		Hash uint32
		Odds int16
	}
	storedType struct {
		Hash uint32
		Odds [features.PageTypeCount]int16
	}
	storedTree struct {
		Splits [TreeDepth]struct {
			Feature   uint16
			Threshold float32
		}
		Leaf [1 << TreeDepth]int16
	}
)

var errModel = errors.New("not a model for these features")

// Encode returns the stored form of a model.
func Encode(s *ModelFile) []byte {
	out := binary.LittleEndian.AppendUint32(nil, magic)
	out = binary.LittleEndian.AppendUint32(out, features.FeatureCount)
	for _, odds := range [...]map[uint32]float32{s.Classes, s.Words} {
		var list []storedWord
		for _, hash := range slices.Sorted(maps.Keys(odds)) {
			list = append(list, storedWord{hash, toFixedPoint(odds[hash])})
		}
		out = appendList(out, list)
	}
	var types []storedType
	for _, hash := range slices.Sorted(maps.Keys(s.PageTypes)) {
		of := storedType{Hash: hash}
		for k, odds := range s.PageTypes[hash] {
			of.Odds[k] = toFixedPoint(odds)
		}
		types = append(types, of)
	}
	out = appendList(out, types)
	for _, f := range [...]*Ensemble{&s.First, &s.Second} {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f.Bias))
		trees := make([]storedTree, len(f.Trees))
		for i := range f.Trees {
			t := &f.Trees[i]
			for k := range trees[i].Splits {
				trees[i].Splits[k].Feature, trees[i].Splits[k].Threshold = t.Feature[k], t.Threshold[k]
			}
			for k, leaf := range t.Leaf {
				trees[i].Leaf[k] = toFixedPoint(leaf)
			}
		}
		out = appendList(out, trees)
	}
	return out
}

func appendList[T any](out []byte, list []T) []byte {
	out = binary.LittleEndian.AppendUint32(out, uint32(len(list)))
	out, _ = binary.Append(out, binary.LittleEndian, list) // fails for types of unknown size only
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
		words := readList[storedWord](&d)
		lists[k] = make(map[uint32]float32, len(words))
		for _, w := range words {
			lists[k][w.Hash] = float32(w.Odds) / leafUnit
		}
	}
	stored := readList[storedType](&d)
	types := make(map[uint32][features.PageTypeCount]float32, len(stored))
	for _, of := range stored {
		var odds [features.PageTypeCount]float32
		for k := range odds {
			odds[k] = float32(of.Odds[k]) / leafUnit
		}
		types[of.Hash] = odds
	}
	m := &Model{Lexicon: features.NewLexicon(lists[0], lists[1], types)}
	for _, f := range [...]*Ensemble{&m.First, &m.Second} {
		f.Bias = math.Float32frombits(d.u32())
		stored := readList[storedTree](&d)
		f.Trees = make([]ObliviousTree, len(stored))
		for i := range stored {
			t := &f.Trees[i]
			for k, split := range stored[i].Splits {
				t.Feature[k], t.Threshold[k] = split.Feature, split.Threshold
				d.bad = d.bad || split.Feature >= features.FeatureCount
			}
			for k, leaf := range stored[i].Leaf {
				t.Leaf[k] = float32(leaf) / leafUnit
			}
		}
	}
	if d.bad || len(d.b) != 0 {
		return nil, errModel
	}
	return m, nil
}

// decoder reads from the front of b. It is bad once b was too short.
type decoder struct {
	b   []byte
	bad bool
}

func (d *decoder) u32() (n uint32) {
	if d.bad = d.bad || len(d.b) < 4; !d.bad {
		n, d.b = binary.LittleEndian.Uint32(d.b), d.b[4:]
	}
	return n
}

func readList[T any](d *decoder) []T {
	var one T
	n := int(d.u32())
	if d.bad = d.bad || n*binary.Size(one) > len(d.b); d.bad {
		return nil
	}
	list := make([]T, n)
	used, _ := binary.Decode(d.b, binary.LittleEndian, list)
	d.b = d.b[used:]
	return list
}
