package trainer

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
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

type result struct{ p, r, f, tp, fp, fn, tn float64 }

// add adds a share of another result.
func (r *result) add(other result, share float64) {
	r.p, r.r, r.f = r.p+other.p*share, r.r+other.r*share, r.f+other.f*share
	r.tp, r.fp, r.fn, r.tn = r.tp+other.tp*share, r.fp+other.fp*share, r.fn+other.fn*share, r.tn+other.tn*share
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
	res.f = (res.tp + res.tn) / max(1, res.tp+res.fp+res.fn+res.tn)
	return res
}

// table has the scores of sources and of kinds of pages by their names, and of the means in columns.
type table map[string]float64

// columns are the names of the scores that count, sources those of the corpora and of what is in them.
var (
	columns = strings.Fields("headline articles others collection documentation forum listing product service")
	sources = strings.Fields("aeb def fun moz tra wcxb article")
)

func tabulate(pages []*example, results []result) table {
	sums, counts := map[string]*result{}, map[string]float64{}
	for i, ex := range pages {
		names := []string{ex.rec.Source}
		if ex.rec.Source == "wcxb" {
			names = append(names, ex.rec.Kind)
		}
		for _, name := range names {
			if sums[name] == nil {
				sums[name] = new(result)
			}
			sums[name].add(results[i], 1)
			counts[name]++
		}
	}
	t := table{}
	for name, x := range sums {
		switch name {
		case "aeb", "fun", "moz":
			t[name] = 2 * x.p * x.r / (x.p + x.r) / counts[name]
		case "tra":
			t[name] = 2 * x.tp / (2*x.tp + x.fp + x.fn)
		default:
			t[name] = x.f / counts[name]
		}
	}
	t["headline"] = (t["aeb"] + t["tra"] + t["fun"] + t["wcxb"]) / 4
	t["articles"] = (t["aeb"] + t["tra"] + t["fun"] + t["article"]) / 4
	for _, kind := range columns[3:] {
		t["others"] += t[kind] / float64(len(columns)-3)
	}
	return t
}

func (t table) print(w io.Writer, name string) {
	fmt.Fprintf(w, "%-18s", name)
	for _, key := range slices.Concat(columns, sources) {
		fmt.Fprintf(w, " %s %.4f", key, t[key])
	}
	fmt.Fprintln(w)
}

// tokens are the words of a text as the scorer of the corpus sees them. In lower case a character of a script that is written
// without spaces is a word.
func tokens(text string, lower bool) (out []string) {
	if lower {
		text = strings.ToLower(text)
	}
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsNumber(c) }) {
		start := 0
		for i, c := range word {
			if lower && spaceless(c) {
				if i > start {
					out = append(out, word[start:i])
				}
				start = i + utf8.RuneLen(c)
				out = append(out, word[i:start])
			}
		}
		if start < len(word) {
			out = append(out, word[start:])
		}
	}
	return out
}

func spaceless(c rune) bool {
	return c >= 0x3040 && c <= 0x30ff || c >= 0x3400 && c <= 0x4dbf || c >= 0x4e00 && c <= 0x9fff ||
		c >= 0xac00 && c <= 0xd7af || c >= 0xf900 && c <= 0xfaff || c >= 0x0e00 && c <= 0x0e7f
}

func squash(s string) string { return strings.Join(strings.Fields(s), " ") }

func hashes(words []string) []uint64 {
	out := make([]uint64, len(words))
	for i, w := range words {
		h := uint64(14695981039346656037)
		for j := 0; j < len(w); j++ {
			h = (h ^ uint64(w[j])) * 1099511628211
		}
		out[i] = h
	}
	return out
}

// gram hashes n words in a row.
func gram(words []uint64) uint64 {
	h := uint64(len(words))
	for _, w := range words {
		h = h*0x9E3779B97F4A7C15 ^ w
	}
	return h
}
