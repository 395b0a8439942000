package trainer

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"log"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/publicsuffix"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

type record struct {
	ID, Source, Kind, URL, HTML string
	Truth                       struct {
		Text    *string  `json:"text"`
		TextAlt *string  `json:"text_alt"`
		With    []string `json:"with"`
		Without []string `json:"without"`
	}

	dir string
}

func readIndex(dir string) ([]*record, error) {
	f, err := os.Open(filepath.Join(dir, "index.jsonl"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all []*record
	for lines := json.NewDecoder(f); ; {
		r := &record{dir: dir}
		if err := lines.Decode(r); err == io.EOF {
			return all, nil
		} else if err != nil { // also where the file ends within a record
			return nil, err
		}
		all = append(all, r)
	}
}

func (r *record) address() *url.URL {
	u, err := url.Parse(r.URL)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	return u
}

// site returns the unit that is not split between training and test: the registrable domain,
// or the best guess at it.
func (r *record) site() string {
	host := ""
	if u := r.address(); u != nil && r.Source != "moz" && r.Source != "def" {
		host = u.Hostname()
	} else if r.Source == "tra" {
		host = strings.TrimPrefix(r.URL, "hard::")
		if i := strings.IndexAny(host, "-/"); i > 0 {
			host = host[:i]
		}
	} else {
		return r.ID
	}
	host = strings.TrimPrefix(strings.ToLower(host), "www.")
	if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return d
	}
	return host
}

// fold spreads sites over folds by a hash.
func fold(site string, folds int) int {
	sum := fnv.New32a()
	sum.Write([]byte(site))
	h := sum.Sum32()
	h ^= h >> 15
	h *= 0x2c1b3c6d
	h ^= h >> 12
	return int(h % uint32(folds))
}

type example struct {
	rec          *record
	site         string
	fold         int
	page         *measure.Page
	hints        features.Hints
	stated       map[string]bool // see classify.Options
	texts        []string
	truth        *truth
	labels       []label
	evidence     evidence
	vectors      []features.FeatureVector
	labelQuality float32 // how well the labels render the truth
}

func load(dir string) ([]*example, error) {
	index, err := readIndex(dir)
	if err != nil {
		return nil, err
	}
	out := make([]*example, len(index))
	var failed error
	boost.Each(len(index), func(i int) {
		ex, err := newExample(index[i])
		if err != nil {
			failed = err
		}
		out[i] = ex
	})
	log.Printf("%d pages", len(out))
	return out, failed
}

func newExample(r *record) (*example, error) {
	body, err := os.ReadFile(filepath.Join(r.dir, strings.TrimSuffix(r.HTML, ".gz")))
	if err != nil {
		return nil, err
	}
	root, err := html.ParseWithOptions(bytes.NewReader(body), html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.ID, err)
	}
	ex := &example{rec: r, site: r.site(), truth: newTruth(r)}
	ex.fold = fold(ex.site, folds)
	if ex.page, err = new(measure.Measurer).Measure(context.Background(), root, measure.Options{}); err != nil {
		return nil, err
	}
	ex.hints = meta.Hints(&ex.page.Head, r.address())
	about := meta.Read(ex.page, r.address())
	ex.stated = about.Recipe.Lines()
	ex.texts = texts(ex.page, slices.AppendSeq([]*html.Node{root}, root.Descendants()))
	ex.labels = labels(r, ex.page, ex.texts)
	ex.evidence = gatherEvidence(ex.page, ex.labels)
	return ex, nil
}

func vectors(ex *example, lex *features.Lexicon) []features.FeatureVector {
	var r features.Extractor
	r.Begin(ex.page, ex.hints, lex)
	out := make([]features.FeatureVector, len(ex.page.Blocks))
	for i := range out {
		r.BlockFeatures(i, &out[i])
	}
	return out
}

func scored(ex *example, vec []features.FeatureVector, m *gbdt.Model) {
	prob := make([]float32, len(vec))
	for i := range vec {
		prob[i] = gbdt.Probability(m.First.LogOdds(&vec[i]))
	}
	var r features.Extractor
	r.Begin(ex.page, ex.hints, m.Lexicon)
	r.SetFirstScores(prob)
	for i := range vec {
		r.StackedFeatures(i, &vec[i])
	}
}
