package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"

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
	known       []bool  // features that something is learned of
}

func newModel() *model {
	return &model{w: make([]float64, weights.Features), g: make([]float64, weights.Features), bias: -6, more: -1, rule: 1}
}

// window is a run of sentences.
type window struct {
	text, from, to int
	z, rules       float64
}

// nothing is the logit of an example without sentences.
const nothing = -99

// rules sums the heaviest match of each group of rules.
func rules(run []classifier.Sample) float64 {
	var best [96]float64
	sum := 0.0
	for i := range run {
		for _, r := range run[i].Rules {
			if d := r.Weight - best[r.Group]; d > 0 {
				best[r.Group] = r.Weight
				sum += d
			}
		}
	}
	return sum
}

// maxWindow bounds the bytes of a window, as the scan does.
const maxWindow = 700

// sentence sums the weights of the features of a sentence.
func (m *model) sentence(s *classifier.Sample) float64 {
	z := 0.0
	for _, f := range s.Features {
		z += m.w[f]
	}
	return z * classifier.Damping(len(s.Features))
}

// windows calls visit with all windows of a text. As in the scan, a repeated sentence with a positive score
// counts once.
func (m *model) windows(n int, t *text, visit func(w window)) {
	s := t.samples
	z := make([]float64, len(s))
	for i := range s {
		z[i] = m.sentence(&s[i])
		sum := 0.0
		for from := i; from >= 0 && from > i-3; from-- {
			if from < i && s[i].End-s[from].Start > maxWindow {
				break
			}
			if z[from] < 0 || !t.repeats(from, i) {
				sum += z[from]
			}
			h := rules(s[from : i+1])
			visit(window{n, from, i, sum + m.bias + m.more*float64(i-from) + m.rule*h, h})
		}
	}
}

// repeats reports whether a sentence has the same text as one behind it, up to the last.
func (t *text) repeats(i, last int) bool {
	said := func(s *classifier.Sample) []byte { return bytes.TrimSpace(t.folded[s.Start:s.End]) }
	for k := i + 1; k <= last; k++ {
		if bytes.Equal(said(&t.samples[i]), said(&t.samples[k])) {
			return true
		}
	}
	return false
}

// best returns the window with the highest logit. Windows of hidden text get the
// bonus added.
func (m *model) best(ex *example, hiddenBonus float64) window {
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

// settings of the training; the flags say what they mean.
type settings struct {
	rate, decay, attack, hidden float64
	epochs                      int
	keep                        int
}

// learn takes a step down the gradient of a window (AdaGrad, Duchi et al. 2011).
func (m *model) learn(ex *example, w window, rate, decay, weight float64) {
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
			if m.known[f] {
				step(&m.w[f], &m.g[f], d+decay*m.w[f])
			}
		}
	}
	step(&m.bias, &m.gBias, d)
	step(&m.more, &m.gMore, d*float64(w.to-w.from))
	step(&m.rule, &m.gRule, d*w.rules)
	m.more, m.rule = min(m.more, 0), max(m.rule, 0.3)
}

// train learns from the examples: the best window of an attack, all likely ones
// of others and a few of the rest. The model is the mean of the later epochs.
func train(list []*example, set settings) *model {
	m := newModel()
	rng := rand.New(rand.NewPCG(1, 2))
	m.known = common(list)
	order := rng.Perm(len(list))
	mean := newModel()
	mean.bias, mean.more, mean.rule = 0, 0, 0
	for epoch := range set.epochs {
		rate := set.rate / (1 + 0.3*float64(epoch))
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, n := range order {
			ex := list[n]
			if ex.attack {
				m.learn(ex, m.best(ex, 0), rate, set.decay, set.attack)
				continue
			}
			for i := range ex.texts {
				t := &ex.texts[i]
				m.windows(i, t, func(w window) {
					if w.z > -4 && (w.from == w.to || w.z > -2) || rng.IntN(50) == 0 {
						m.learn(ex, w, rate, set.decay, 1)
					}
				})
			}
		}
		if k := float64(set.epochs - set.epochs/2); epoch >= set.epochs/2 {
			for i, w := range m.w {
				mean.w[i] += w / k
			}
			mean.bias, mean.more, mean.rule = mean.bias+m.bias/k, mean.more+m.more/k, mean.rule+m.rule/k
		}
	}
	mean.keep(set.keep)
	return mean
}

// keep leaves the heaviest n weights, of which each has room in the table.
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
