package main

import (
	"fmt"
	"log"
	"maps"
	"slices"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/weights"
)

// crossValidate returns the best window of each example by a model that was
// trained without its fold, and those models. Two folds are trained at a time.
func crossValidate(list []*example, anew bool) ([]window, []*model) {
	last := 0
	for _, ex := range list {
		last = max(last, ex.fold)
	}
	wins, models := make([]window, len(list)), make([]*model, last+1)
	var group sync.WaitGroup
	room := make(chan bool, 2)
	for k := range models {
		room <- true
		group.Go(func() {
			defer func() { <-room }()
			m := train(list, anew, k)
			log.Printf("fold %d: bias %.2f more %.2f rule %.2f", k, m.bias, m.more, m.rule)
			for i, ex := range list {
				if ex.fold == k {
					wins[i] = m.best(ex)
				}
			}
			models[k] = m
		})
	}
	group.Wait()
	return wins, models
}

func foldByAuthor(list []*example) {
	authors := map[string]int{"": 0}
	for _, ex := range list {
		if _, known := authors[ex.author]; !known {
			authors[ex.author] = len(authors) - 1
		}
	}
	for _, ex := range list {
		if ex.author == "" {
			ex.fold = int(hash(ex.kind)+uint32(ex.fold)) % (len(authors) - 1)
		} else {
			ex.fold = authors[ex.author]
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

// printAblation prints what each rule and each class of words finds: how many attacks and how many other
// texts pass the limit with it alone, by the models of the cross-validation, which are not fitted again.
func printAblation(list []*example, models []*model, limit float64) {
	list = slices.DeleteFunc(slices.Clone(list), func(ex *example) bool { return len(ex.texts) != 1 || ex.set == pageSet })
	over := func() (found []bool) {
		for _, ex := range list {
			found = append(found, models[ex.fold].best(ex).z > limit)
		}
		return found
	}
	all, off := over(), make([]bool, weights.Features)
	for _, m := range models {
		m.off = off
	}
	fmt.Printf("%-40s%8s%8s%8s%8s\n", "without", "lost", "won", "quieter", "louder")
	parts := classifier.Parts()
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		for _, f := range parts[name] {
			off[f] = true
		}
		var lost, won [2]int // of others, of attacks
		for i, found := range over() {
			kind := 0
			if list[i].attack {
				kind = 1
			}
			if all[i] && !found {
				lost[kind]++
			} else if found && !all[i] {
				won[kind]++
			}
		}
		clear(off)
		fmt.Printf("%-40s%8d%8d%8d%8d\n", name, lost[1], won[1], lost[0], won[0])
	}
}
