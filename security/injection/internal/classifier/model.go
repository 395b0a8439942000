package classifier

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"encoding/json"
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
// sentences; from ThresholdLogit on, the run reads like an attack. Its file, which gzip compresses, is a line of JSON
// and the weights.
type Model struct {
	// Fingerprint is that of the rules and phrases that it was fitted with.
	Fingerprint uint64 `json:"fingerprint"`
	// Bias is the logit of a run of nothing, PerSentence what each sentence after the
	// first adds, RuleScale what a point of the rules adds.
	Bias        float64 `json:"bias"`
	PerSentence float64 `json:"per_sentence"`
	RuleScale   float64 `json:"rule_scale"`
	// ThresholdLogit is the logit that few ordinary pages reach.
	ThresholdLogit float64 `json:"threshold_logit"`
	// QuantStep is the unit of the weights.
	QuantStep float64 `json:"quant_step"`
	// Weights are those of the features, as weights.Pack makes them.
	Weights weights.Table `json:"-"`

	classes [l.NumClasses]float64 // the weights of the classes of words
}

// Fingerprint sums up the rules and the phrases: a model is for those that it was fitted with.
func Fingerprint() uint64 {
	h := fnv.New64a()
	h.Write([]byte(ruleText))
	h.Write([]byte(l.Text()))
	return h.Sum64()
}

// Stored returns the model that the scan uses, read once. Its file is part of the program, so that it can't be damaged.
var Stored = sync.OnceValue(func() *Model {
	var file strings.Builder
	file.Grow(weights.Size + 512)
	r, err := gzip.NewReader(strings.NewReader(modelFile))
	if err == nil {
		_, err = io.Copy(&file, r)
	}
	header, table, _ := strings.Cut(file.String(), "\n")
	m := &Model{Weights: weights.Table(table)}
	if err := cmp.Or(err, json.Unmarshal([]byte(header), m)); err != nil {
		panic(err)
	}
	for n := range m.classes {
		m.classes[n] = float64(m.Weights.Of(hashFeature(classFeature, rules().names[n]*hashSpread, 0))) * m.QuantStep
	}
	return m
})

// Encode returns the model as it is stored.
func (m *Model) Encode() []byte {
	header, _ := json.Marshal(m) // of numbers, and written to memory: neither fails
	var file bytes.Buffer
	w, _ := gzip.NewWriterLevel(&file, gzip.BestCompression)
	_, _ = w.Write(append(append(header, '\n'), m.Weights...))
	_ = w.Close()
	return file.Bytes()
}

// fullFeatures is the number of features up to which each counts in full.
const fullFeatures = 120

// Damping keeps long sentences from summing up a lot of little.
func Damping(features int) float64 {
	return min(1, math.Sqrt(fullFeatures/float64(features+1)))
}
