package main

import (
	"bytes"
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/weights"
)

// model is a logistic regression over the features of sentences: a window's
// logit is the sum over its sentences, of the rules' weights and a bias.
type model struct {
	w, g        []float64 // weights and sums of squared gradients
	bias, gBias float64
	more, gMore float64 // of each sentence after the first
	rule, gRule float64 // of what the rules sum to
	off         []bool  // features that are left out, those of rules among them; nil for none
}

// newModel returns a model that begins with the weights of the one that the scan uses, or with none.
func newModel(anew bool) *model {
	m := &model{w: make([]float64, weights.Features), g: make([]float64, weights.Features), bias: -6, more: -1, rule: 1}
	if anew {
		return m
	}
	stored := classifier.Stored()
	m.bias, m.more, m.rule = stored.Bias, stored.PerSentence, stored.RuleScale
	for _, w := range stored.Weights.All() {
		m.w[w.Feature] = float64(w.Weight) * stored.QuantStep
	}
	return m
}

type window struct {
	text, from, to int
	z, rules       float64
}

const nothing = -99

// rules sums the heaviest match of each group of rules.
func (m *model) rules(run []classifier.Sample) float64 {
	var best [96]float64
	sum := 0.0
	for i := range run {
		for _, r := range run[i].Rules {
			if d := r.Weight - best[r.Group]; d > 0 && !m.isOff(r.Feature) {
				best[r.Group] = r.Weight
				sum += d
			}
		}
	}
	return sum
}

func (m *model) isOff(feature uint32) bool { return m.off != nil && m.off[feature] }

const maxWindow = 700

// windows calls visit with all windows of a text. As in the scan, a repeated sentence with a positive score
// counts once.
func (m *model) windows(n int, t *text, visit func(w window)) {
	s := t.samples
	z := make([]float64, len(s))
	for i := range s {
		for _, f := range s[i].Features {
			if !m.isOff(f) {
				z[i] += m.w[f]
			}
		}
		z[i] *= classifier.Damping(len(s[i].Features))
		sum := 0.0
		for from := i; from >= 0 && from > i-3; from-- {
			if from < i && s[i].End-s[from].Start > maxWindow {
				break
			}
			said := func(s classifier.Sample) []byte { return bytes.TrimSpace(t.folded[s.Start:s.End]) }
			if z[from] < 0 || !slices.ContainsFunc(s[from+1:i+1], func(behind classifier.Sample) bool { return bytes.Equal(said(behind), said(s[from])) }) {
				sum += z[from]
			}
			h := m.rules(s[from : i+1])
			visit(window{n, from, i, sum + m.bias + m.more*float64(i-from) + m.rule*h, h})
		}
	}
}

// best returns the window with the highest logit. Windows of hidden text get hiddenBonus
// added.
func (m *model) best(ex *example) window {
	b := window{z: nothing}
	for i := range ex.texts {
		t := &ex.texts[i]
		m.windows(i, t, func(w window) {
			if t.hidden {
				w.z += hiddenBonus
			}
			if w.z > b.z {
				b = w
			}
		})
	}
	if ex.about && !ex.attack {
		b.z -= classifier.TopicMargin
	}
	return b
}

// Settings of the training.
const (
	epochs       = 8       // passes over the examples
	startRate    = 0.1     // of learning
	decay        = 0.003   // pull of the weights to zero
	attackWeight = 0.5     // of an attack; a window of others has 1
	hiddenBonus  = 0.5     // logit that text which readers don't see has ahead
	keptWeights  = 200_000 // in the model that is stored
)

// learn takes a step down the gradient of a window (AdaGrad, Duchi et al. 2011).
func (m *model) learn(ex *example, w window, known []bool, rate, weight float64) {
	if w.z == nothing {
		return
	}
	y := 0.0
	if ex.attack {
		y = 1
	}
	p := 1 / (1 + math.Exp(-w.z))
	d := (p - y) * weight
	if math.Abs(d) < 1e-3 {
		return
	}
	step := func(w, g *float64, d float64) {
		*g += d * d
		*w -= rate * d / math.Sqrt(*g+1e-2)
	}
	for i := w.from; i <= w.to; i++ {
		s := &ex.texts[w.text].samples[i]
		d := d * classifier.Damping(len(s.Features))
		for _, f := range s.Features {
			if known[f] {
				step(&m.w[f], &m.g[f], d+decay*m.w[f])
			}
		}
	}
	step(&m.bias, &m.gBias, d)
	step(&m.more, &m.gMore, d*float64(w.to-w.from))
	step(&m.rule, &m.gRule, d*w.rules)
	m.more, m.rule = min(m.more, 0), max(m.rule, 0.3)
}

// train learns from the examples outside of a fold and of the unread half: from the best window of an attack, all
// likely ones of others and a few of the rest. The model is the mean of the later epochs.
func train(all []*example, anew bool, without int) *model {
	var list []*example
	for _, ex := range all {
		if ex.fold != without && !ex.secret() {
			list = append(list, ex)
		}
	}
	m, mean, known := newModel(anew), newModel(true), common(list)
	mean.bias, mean.more, mean.rule = 0, 0, 0
	rng := rand.New(rand.NewPCG(1, 2))
	for epoch := range epochs {
		rate := startRate / (1 + 0.3*float64(epoch))
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for _, ex := range list {
			if ex.attack {
				m.learn(ex, m.best(ex), known, rate, attackWeight)
				continue
			}
			for i := range ex.texts {
				m.windows(i, &ex.texts[i], func(w window) {
					if w.z > -4 && (w.from == w.to || w.z > -2) || rng.IntN(50) == 0 {
						m.learn(ex, w, known, rate, 1)
					}
				})
			}
		}
		if k := float64(epochs - epochs/2); epoch >= epochs/2 {
			for i, w := range m.w {
				mean.w[i] += w / k
			}
			mean.bias, mean.more, mean.rule = mean.bias+m.bias/k, mean.more+m.more/k, mean.rule+m.rule/k
		}
	}
	mean.g = nil
	mean.keep(keptWeights)
	return mean
}

// common returns the features that texts of two authors or more have: what one author alone writes does not
// generalise. A template is of its author, a document of another each. Passages and texts in other forms are left out.
func common(list []*example) []bool {
	authors := make(map[string]int32)
	first := make([]int32, weights.Features)
	several := make([]bool, weights.Features)
	for _, ex := range list {
		name := cmp.Or(ex.author, ex.set+" "+ex.kind)
		if ex.set == otherForms || strings.HasPrefix(ex.set, "passages") {
			continue
		}
		if authors[name] == 0 {
			authors[name] = int32(len(authors) + 1)
		}
		for _, t := range ex.texts {
			for _, s := range t.samples {
				for _, f := range s.Features {
					first[f] = cmp.Or(first[f], authors[name])
					several[f] = several[f] || first[f] != authors[name]
				}
			}
		}
	}
	return several
}

func (m *model) keep(n int) {
	var sizes []float64
	for _, w := range m.w {
		if w != 0 {
			sizes = append(sizes, math.Abs(w))
		}
	}
	if len(sizes) <= n {
		return
	}
	slices.Sort(sizes)
	least := sizes[len(sizes)-n]
	for i, w := range m.w {
		if math.Abs(w) < least {
			m.w[i] = 0
		}
	}
}

// mix averages a fit with the stored model: where this has a weight, the fit counts by share, and the weight stored
// by the rest. Other weights are multiplied by gain.
func (m *model) mix(stored *model, share, gain float64) {
	for f, old := range stored.w {
		if old == 0 {
			m.w[f] *= gain
		} else {
			m.w[f] = share*m.w[f] + (1-share)*old
		}
	}
	m.bias, m.more, m.rule = share*m.bias+(1-share)*stored.bias, share*m.more+(1-share)*stored.more, share*m.rule+(1-share)*stored.rule
}

// stored returns the model with its weights rounded to signed bytes.
func (m *model) stored(limit float64) *classifier.Model {
	most := 0.0
	for _, w := range m.w {
		most = max(most, math.Abs(w))
	}
	step := most / 127
	var list []weights.Weight
	for i, w := range m.w {
		if q := int8(math.Round(w / step)); q != 0 {
			list = append(list, weights.Weight{Feature: uint32(i), Weight: q})
		}
	}
	return &classifier.Model{Fingerprint: classifier.Fingerprint(), Bias: m.bias, PerSentence: m.more, RuleScale: m.rule, ThresholdLogit: limit, QuantStep: step, Weights: weights.Pack(list)}
}
