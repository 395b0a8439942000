// Command train fits the model that chooses the content of a page.
package main

import (
	"log"
	"os"

	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/trainer"
)

func main() {
	log.SetFlags(log.Ltime)
	if err := trainer.Run(os.Args[1:], os.Stdout); err != nil {
		log.Fatal(err)
	}
}
