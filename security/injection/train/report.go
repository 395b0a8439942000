package main

import (
	"fmt"
	"log"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
)

// Sets with a meaning of their own: pages set the limit, and nothing is learned
// from the unread half of the passages.
const (
	pageSet = "pages"
	unread  = "_unread"
)

func (ex *example) secret() bool { return strings.HasSuffix(ex.set, unread) }

// crossValidate returns the best window of each example by a model that was
// trained without its fold, and those models. Two folds are trained at a time.
func crossValidate(list []*example, set settings) ([]window, []*model) {
	wins := make([]window, len(list))
	last := 0
	for _, ex := range list {
		last = max(last, ex.fold)
	}
	models := make([]*model, last+1)
	var group sync.WaitGroup
	room := make(chan bool, 2)
	for k := range models {
		room <- true
		group.Go(func() {
			defer func() { <-room }()
			var part []*example
			for _, ex := range list {
				if ex.fold != k && !ex.secret() {
					part = append(part, ex)
				}
			}
			m := train(part, set)
			log.Printf("fold %d: bias %.2f more %.2f rule %.2f", k, m.bias, m.more, m.rule)
			for i, ex := range list {
				if ex.fold == k {
					wins[i] = m.best(ex, set.hidden)
				}
			}
			m.g, m.known = nil, nil
			models[k] = m
		})
	}
	group.Wait()
	return wins, models
}

// foldByAuthor gives the templates of each author, of attacks and of others, a
// fold of their own, and spreads the rest over the folds.
func foldByAuthor(list []*example) {
	var authors [2][]string
	kind := func(ex *example) *[]string {
		if ex.attack {
			return &authors[1]
		}
		return &authors[0]
	}
	for _, ex := range list {
		if names := kind(ex); ex.author != "" && !slices.Contains(*names, ex.author) {
			*names = append(*names, ex.author)
		}
	}
	count := max(len(authors[0]), len(authors[1]))
	for _, ex := range list {
		if ex.author == "" {
			ex.fold = int(hash(ex.kind)+uint32(ex.fold)) % count
		} else {
			ex.fold = slices.Index(*kind(ex), ex.author)
		}
	}
}

// limitOf is the logit that a share of the pages reaches.
func limitOf(list []*example, wins []window, share float64) float64 {
	var z []float64
	for i, ex := range list {
		if ex.set == pageSet {
			z = append(z, wins[i].z)
		}
	}
	slices.Sort(z)
	return z[max(0, int(float64(len(z))*(1-share))-1)]
}

// fit trains a model on all that may be learned from.
func fit(list []*example, set settings, limit float64) *classifier.Model {
	var known []*example
	for _, ex := range list {
		if !ex.secret() {
			known = append(known, ex)
		}
	}
	m := train(known, set)
	log.Printf("all: bias %.2f more %.2f rule %.2f limit %.2f", m.bias, m.more, m.rule, limit)
	return m.stored(limit)
}

// report prints how much of each set is found at limits that few pages reach.
func report(list []*example, wins []window) {
	shares := []float64{0.002, 0.005, 0.01, 0.02}
	fmt.Printf("%-30s%6s", "set", "n")
	for _, s := range shares {
		fmt.Printf("%8.1f %%", 100*s)
	}
	fmt.Println(" of the pages")
	type row struct {
		n    int
		over [4]int
	}
	var limits [4]float64
	for k, s := range shares {
		limits[k] = limitOf(list, wins, s)
	}
	rows := make(map[string]*row)
	for i, ex := range list {
		for _, name := range ex.rows() {
			r := rows[name]
			if r == nil {
				r = new(row)
				rows[name] = r
			}
			r.n++
			for k := range shares {
				if wins[i].z > limits[k] {
					r.over[k]++
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		r := rows[name]
		fmt.Printf("%-30s%6d", name, r.n)
		for _, n := range r.over {
			fmt.Printf("%8.1f %%", 100*float64(n)/float64(r.n))
		}
		fmt.Println()
	}
}

// rows names the lines of the report that an example counts in.
func (ex *example) rows() []string {
	label := "benign "
	if ex.attack {
		label = "attack "
	}
	if ex.author == "" {
		return []string{label + ex.set}
	}
	return []string{label + ex.set, label + "by " + ex.author, label + "of " + ex.kind}
}

// printMisses prints what goes wrong at a limit.
func printMisses(list []*example, wins []window, limit float64) {
	for i, ex := range list {
		w := wins[i]
		if ex.secret() || ex.attack == (w.z > limit) || len(ex.texts) == 0 {
			continue
		}
		t := ex.texts[w.text]
		if len(t.samples) == 0 {
			continue
		}
		fmt.Printf("%v %.1f %s %s: %.200q\n", ex.attack, w.z, ex.set, ex.kind, t.folded[t.samples[w.from].Start:t.samples[w.to].End])
	}
}
