// Command train fits the model of the injection scan. See README.md.
package main

import (
	"flag"
	"log"
	"os"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
)

func main() {
	log.SetFlags(log.Ltime)
	out := flag.String("o", "", "file of the model to write; none is written without it")
	share := flag.Float64("share", 0.01, "share of the pages that may reach the limit")
	limit := flag.Float64("limit", 0, "limit to store, of a cross-validation before; no other is made")
	ablate := flag.Bool("ablate", false, "print what is found and alarmed of without each rule and each class")
	pages := flag.String("pages", "index.jsonl", "index of pages that mean no harm")
	manuals := flag.String("manuals", "", "index of manuals that mean no harm; may be left out")
	by := flag.String("by", "template", "what a fold of the cross-validation leaves out whole: template or author")
	scan := flag.String("scan", "../testdata/scan", "folder of the passages of the rates")
	anew := flag.Bool("anew", false, "begin with no weights, not with those of the model that is stored")
	fit := flag.Float64("fit", 1, "share of the fit in weights that the stored model has too; the rest is the weight stored")
	gain := flag.Float64("gain", 1, "factor for weights that the stored model doesn't have")
	foreign := flag.Float64("foreign", 0, "added to the weight of sentences with words of other languages")
	flag.Parse()
	list, err := examples(*scan, *manuals, *pages)
	check(err)
	log.Printf("%d examples", len(list))
	if *by == "author" {
		foldByAuthor(list)
	}
	if *limit == 0 {
		wins, models := crossValidate(list, *anew)
		*limit = limitOf(list, wins, *share)
		report(list, wins)
		if *ablate {
			printAblation(list, models, *limit)
		}
	}
	if *out != "" {
		m := train(list, *anew, -1)
		m.mix(newModel(*anew), *fit, *gain)
		m.w[classifier.Parts()["foreign"][0]] += *foreign
		log.Printf("all: bias %.2f more %.2f rule %.2f limit %.2f", m.bias, m.more, m.rule, *limit)
		check(os.WriteFile(*out, m.stored(*limit).Encode(), 0o644))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
