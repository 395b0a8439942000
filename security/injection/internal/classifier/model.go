package classifier

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"hash/fnv"
	"io"
	"math"
	"strings"
	"sync"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/weights"
)

// modelFile is the model in the form of Encode, written by security/injection/train.
//
//go:embed model.gz
var modelFile string

// Model is a logistic regression over features of sentences (hashed as in
// Weinberger et al. 2009) and over what the rules sum to. It weighs a run of
// sentences; from ThresholdLogit on, the run reads like an attack.
type Model struct {
	// Fingerprint is that of the rules and phrases that it was fitted with.
	Fingerprint uint64
	// Bias is the logit of a run of nothing, PerSentence what each sentence after the
	// first adds, RuleScale what a point of the rules adds.
	Bias, PerSentence, RuleScale float64
	// ThresholdLogit is the logit that few ordinary pages reach.
	ThresholdLogit float64
	// QuantStep is the unit of the weights.
	QuantStep float64
	// Weights are those of the features, as weights.Pack makes them.
	Weights weights.Table

	classes [l.NumClasses]float64 // the weights of the classes of words
}

// modelMagic begins a model's file, which is compressed by gzip. A fingerprint follows, five 32-bit floats, and the weights.
const modelMagic = "wfm3"

const modelHeader = len(modelMagic) + 8 + 5*4

// Fingerprint sums up the rules and the phrases: a model is for those that it was fitted with.
func Fingerprint() uint64 {
	h := fnv.New64a()
	h.Write([]byte(ruleText))
	h.Write([]byte(l.Text()))
	return h.Sum64()
}

// Stored returns the model that the scan uses, read once.
var Stored = sync.OnceValue(func() *Model {
	file := inflated()
	header := []byte(file[len(modelMagic):modelHeader])
	number := func(i int) float64 {
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(header[8+4*i:])))
	}
	m := &Model{
		Fingerprint: binary.LittleEndian.Uint64(header),
		Bias:        number(0), PerSentence: number(1), RuleScale: number(2), ThresholdLogit: number(3), QuantStep: number(4),
		Weights: weights.Table(file[modelHeader:]),
	}
	for n := range m.classes {
		m.classes[n] = float64(m.Weights.Of(hashFeature(classFeature, rules().names[n]*hashSpread, 0))) * m.QuantStep
	}
	return m
})

// inflated returns the model's file without its compression. The file is part of the program, so that it can't be damaged.
func inflated() string {
	r, err := gzip.NewReader(strings.NewReader(modelFile))
	if err != nil {
		panic(err)
	}
	var file strings.Builder
	file.Grow(modelHeader + weights.Size)
	if _, err = io.Copy(&file, r); err != nil {
		panic(err)
	}
	return file.String()
}

// Encode returns the model as it is stored.
func (m *Model) Encode() []byte {
	out := binary.LittleEndian.AppendUint64([]byte(modelMagic), m.Fingerprint)
	for _, x := range []float64{m.Bias, m.PerSentence, m.RuleScale, m.ThresholdLogit, m.QuantStep} {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(x)))
	}
	var file bytes.Buffer
	w, _ := gzip.NewWriterLevel(&file, gzip.BestCompression)
	_, _ = w.Write(append(out, m.Weights...)) // to memory, which doesn't fail
	_ = w.Close()
	return file.Bytes()
}

// fullFeatures is the number of features up to which each counts in full.
const fullFeatures = 120

// Damping keeps long sentences from summing up a lot of little.
func Damping(features int) float64 {
	return min(1, math.Sqrt(fullFeatures/float64(features+1)))
}
