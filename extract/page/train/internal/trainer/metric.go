package trainer

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// truth is the true text of a page, cut into what its metric compares.
type truth struct {
	rec    *record
	shapes []map[uint64]int
	sizes  []int
}

func newTruth(r *record) *truth {
	t := &truth{rec: r}
	for _, s := range []*string{r.Truth.Text, r.Truth.TextAlt} {
		if s != nil {
			bag, n := t.shape(*s)
			t.shapes = append(t.shapes, bag)
			t.sizes = append(t.sizes, n)
		}
	}
	return t
}

func (t *truth) shape(text string) (map[uint64]int, int) {
	words := hashes(tokens(text, t.rec.Source != "aeb"))
	n := 1
	if t.rec.Source == "aeb" || t.rec.Source == "fun" || t.rec.Source == "moz" {
		n = 4
	}
	bag := map[uint64]int{}
	if len(words) == 0 {
		return bag, 0
	}
	count := max(1, len(words)-n+1)
	for i := range count {
		bag[gram(words[i:min(i+n, len(words))])]++
	}
	return bag, count
}

type result struct {
	p, r, f        float64
	tp, fp, fn, tn int
}

func (t *truth) score(text string) result {
	if t.rec.Source == "tra" {
		return t.snippets(text)
	}
	bag, n := t.shape(text)
	var best result
	for k, want := range t.shapes {
		tp := 0
		for g, c := range bag {
			tp += min(c, want[g])
		}
		var res result
		if n > 0 {
			res.p = float64(tp) / float64(n)
		}
		if t.sizes[k] > 0 {
			res.r = float64(tp) / float64(t.sizes[k])
		}
		if res.p+res.r > 0 {
			res.f = 2 * res.p * res.r / (res.p + res.r)
		}
		if k == 0 || res.f > best.f {
			best = res
		}
	}
	return best
}

func (t *truth) snippets(text string) (res result) {
	text = squash(text)
	for _, s := range t.rec.Truth.With {
		if strings.Contains(text, squash(s)) {
			res.tp++
		} else {
			res.fn++
		}
	}
	for _, s := range t.rec.Truth.Without {
		if strings.Contains(text, squash(s)) {
			res.fp++
		} else {
			res.tn++
		}
	}
	res.f = float64(res.tp+res.tn) / float64(max(1, res.tp+res.fp+res.fn+res.tn))
	return res
}

type table struct {
	Headline, Articles, Rest float64
	Source                   map[string]float64
	Kind                     map[string]float64
}

func tabulate(pages []*example, results []result) table {
	t := table{Source: map[string]float64{}, Kind: map[string]float64{}}
	by := map[string][]result{}
	for i, ex := range pages {
		by[ex.rec.Source] = append(by[ex.rec.Source], results[i])
		if ex.rec.Source == "wcxb" {
			by["wcxb/"+ex.rec.Kind] = append(by["wcxb/"+ex.rec.Kind], results[i])
		}
	}
	for name, list := range by {
		var p, r, f float64
		var tp, fp, fn int
		for _, x := range list {
			p, r, f = p+x.p, r+x.r, f+x.f
			tp, fp, fn = tp+x.tp, fp+x.fp, fn+x.fn
		}
		n := float64(len(list))
		score := f / n
		switch name {
		case "aeb", "fun", "moz":
			score = 2 * p * r / (p + r) / n
		case "tra":
			score = 2 * float64(tp) / float64(2*tp+fp+fn)
		}
		if kind, found := strings.CutPrefix(name, "wcxb/"); found {
			t.Kind[kind] = score
		} else {
			t.Source[name] = score
		}
	}
	t.Headline = (t.Source["aeb"] + t.Source["tra"] + t.Source["fun"] + t.Source["wcxb"]) / 4
	t.Articles = (t.Source["aeb"] + t.Source["tra"] + t.Source["fun"] + t.Kind["article"]) / 4
	for k, f := range t.Kind {
		if k != "article" {
			t.Rest += f / 6
		}
	}
	return t
}

func mean(tables []table) table {
	m := table{Source: map[string]float64{}, Kind: map[string]float64{}}
	n := float64(len(tables))
	for _, t := range tables {
		m.Headline += t.Headline / n
		m.Articles += t.Articles / n
		m.Rest += t.Rest / n
		for name, score := range t.Source {
			m.Source[name] += score / n
		}
		for name, score := range t.Kind {
			m.Kind[name] += score / n
		}
	}
	return m
}

func (t table) print(w io.Writer, name string) {
	fmt.Fprintf(w, "%-18s headline %.4f articles %.4f others %.4f |", name, t.Headline, t.Articles, t.Rest)
	for _, m := range []map[string]float64{t.Source, t.Kind} {
		var keys []string
		for k := range m {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			fmt.Fprintf(w, " %s %.4f", k[:min(5, len(k))], m[k])
		}
		fmt.Fprint(w, " |")
	}
	fmt.Fprintln(w)
}
