package metrics

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The text format of Prometheus, version 0.0.4:
// https://prometheus.io/docs/instrumenting/exposition_formats/. It is written here
// because the client library costs each start of a server, measured or not, 1.7 MB
// of memory and 2.4 MB of program; the tests read it with that library's parser.

// family is a metric with all values of its labels.
type family struct {
	name, help, kind string // kind is counter, gauge or histogram
	labels           []string
	bounds           []float64 // of a histogram, in order

	mu     sync.Mutex
	series map[string]*series // by label values
}

// series is a metric with one value of each label.
type series struct {
	values []string
	sum    float64  // the value of a counter or gauge, the sum of a histogram
	counts []uint64 // by bound, and beyond the last one; not cumulative
}

// add adds to a counter or gauge.
func (f *family) add(by float64, values ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.find(values).sum += by
}

// observe adds a value to a histogram.
func (f *family) observe(value float64, values ...string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.find(values)
	s.sum += value
	i, _ := slices.BinarySearch(f.bounds, value) // the first bound that is not less
	s.counts[i]++
}

// find returns the series of label values and creates it if needed. The caller holds f.mu.
func (f *family) find(values []string) *series {
	key := strings.Join(values, "\x00")
	s := f.series[key]
	if s == nil {
		s = &series{values: slices.Clone(values), counts: make([]uint64, len(f.bounds)+1)}
		if f.series == nil {
			f.series = map[string]*series{}
		}
		f.series[key] = s
	}
	return s
}

// write appends the family to b, its series in the order of their labels.
func (f *family) write(b *bytes.Buffer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b.WriteString("# HELP " + f.name + " " + f.help + "\n# TYPE " + f.name + " " + f.kind + "\n")
	all := make([]*series, 0, len(f.series))
	for _, s := range f.series {
		all = append(all, s)
	}
	slices.SortFunc(all, func(x, y *series) int { return slices.Compare(x.values, y.values) })
	for _, s := range all {
		if f.kind == "histogram" {
			f.writeHistogram(b, s)
			continue
		}
		f.line(b, "", s.values, "", s.sum)
	}
}

func (f *family) writeHistogram(b *bytes.Buffer, s *series) {
	count := uint64(0)
	for i, bound := range f.bounds {
		count += s.counts[i]
		f.line(b, "_bucket", s.values, number(bound), float64(count))
	}
	count += s.counts[len(f.bounds)]
	f.line(b, "_bucket", s.values, "+Inf", float64(count))
	f.line(b, "_sum", s.values, "", s.sum)
	f.line(b, "_count", s.values, "", float64(count))
}

// line writes a sample. upTo is the label le of a bucket, "" elsewhere.
func (f *family) line(b *bytes.Buffer, suffix string, values []string, upTo string, value float64) {
	b.WriteString(f.name + suffix)
	open := byte('{')
	label := func(name, value string) {
		b.WriteByte(open)
		b.WriteString(name + `="` + escaped.Replace(value) + `"`)
		open = ','
	}
	for i, name := range f.labels {
		label(name, values[i])
	}
	if upTo != "" {
		label("le", upTo)
	}
	if open == ',' {
		b.WriteByte('}')
	}
	b.WriteString(" " + number(value) + "\n")
}

// escaped escapes the values of labels.
var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
