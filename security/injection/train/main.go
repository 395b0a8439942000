// Command train fits the model of the injection scan. See README.md.
package main

import (
	"flag"
	"log"
	"os"
	"path/filepath"
)

// sources are the files to learn from.
type sources struct {
	pages  string // documents of pages that mean no harm, as writePages writes them
	corpus string // records of attacks and others, JSON lines
	docs   string // the documents of the corpus
	manual string // documents of manuals that mean no harm
	scan   string // folder of the passages of the rates
}

func main() {
	log.SetFlags(log.Ltime)
	index := flag.String("index", "", "write what the scan gets of the documents of this index to the file of -o, and do nothing else")
	out := flag.String("o", "", "file to write: the model, or documents with -index")
	share := flag.Float64("share", 0.01, "share of the pages that may reach the limit")
	limit := flag.Float64("limit", 0, "limit to store, of a cross-validation before; no other is made")
	misses := flag.Bool("misses", false, "print attacks that are missed and others that are not, but for the unread half")
	ablate := flag.Bool("ablate", false, "print what is found and alarmed of without each rule and each class")
	var src sources
	flag.StringVar(&src.pages, "pages", "pages.docs", "documents of pages that mean no harm")
	flag.StringVar(&src.corpus, "corpus", "", "corpus of attacks and others, JSON lines of id, group, cat, label and payload; may be left out")
	flag.StringVar(&src.docs, "docs", "", "documents of the corpus")
	flag.StringVar(&src.manual, "manuals", "", "documents of manuals that mean no harm; may be left out")
	by := flag.String("by", "template", "what a fold of the cross-validation leaves out whole: template or author")
	flag.StringVar(&src.scan, "scan", "../testdata/scan", "folder of the passages of the rates")
	var set settings
	flag.Float64Var(&set.rate, "rate", 0.1, "learning rate")
	flag.Float64Var(&set.decay, "decay", 0.003, "pull of the weights to zero")
	flag.Float64Var(&set.attack, "attack", 0.5, "weight of an attack; a window of others has 1")
	flag.Float64Var(&set.hidden, "hidden", 0.5, "logit that text which readers don't see has ahead")
	flag.IntVar(&set.keep, "keep", 200_000, "number of weights that are kept")
	flag.IntVar(&set.epochs, "epochs", 8, "passes over the examples")
	flag.Parse()
	if *index != "" {
		if err := writePages(*index, *out); err != nil {
			log.Fatal(err)
		}
		return
	}
	list, err := src.examples()
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("%d examples", len(list))
	if *by == "author" {
		foldByAuthor(list)
	}
	if *limit != 0 {
		if err := os.WriteFile(*out, fit(list, set, *limit).Encode(), 0o644); err != nil {
			log.Fatal(err)
		}
		return
	}
	wins, models := crossValidate(list, set)
	report(list, wins)
	if *misses {
		printMisses(list, wins, limitOf(list, wins, *share))
	}
	if *out != "" {
		if err := os.WriteFile(*out, fit(list, set, limitOf(list, wins, *share)).Encode(), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	if *ablate {
		printAblation(list, models, set, limitOf(list, wins, *share))
	}
}

// examples reads all sources.
func (s sources) examples() ([]*example, error) {
	var all []*example
	var failed error
	add := func(list []*example, err error) {
		all = append(all, list...)
		if failed == nil {
			failed = err
		}
	}
	if s.corpus != "" {
		add(corpus(s.corpus, s.docs))
	}
	for _, half := range []string{"", "_read", unread} {
		add(passages(filepath.Join(s.scan, "attacks"+half+".txt"), "passages"+half, true))
		add(passages(filepath.Join(s.scan, "benign"+half+".txt"), "passages"+half, false))
	}
	add(templates("attacks", true))
	add(templates("benign", false))
	if s.manual != "" {
		add(documents(s.manual, "manuals", func(string) bool { return true }))
	}
	add(documents(s.pages, pageSet, func(string) bool { return true }))
	return all, failed
}
