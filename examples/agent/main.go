// Command agent answers a question with a language model that may read the web: the
// loop that every agent framework has, with webfetch as its tool.
//
//	OPENAI_BASE_URL=https://api.openai.com/v1 OPENAI_API_KEY=… go run ./examples/agent -model gpt-5-mini "When was Go 1.0 released?"
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func main() {
	log.SetFlags(0)
	model := flag.String("model", "gpt-5-mini", "name of the model")
	flag.Parse()
	question := strings.Join(flag.Args(), " ")
	if question == "" {
		log.Fatal("usage: agent [-model NAME] QUESTION")
	}
	answer, err := ask(context.Background(), *model, question)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(answer)
}

func ask(ctx context.Context, model, question string) (string, error) {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		return "", err
	}
	defer client.Close()
	// A page may be long: the model reads on with start_index, or asks a question of it.
	web, err := tools.New(client, tools.Options{Names: map[string]string{"fetch": ""}, MaxLength: 16000, Structured: "off"})
	if err != nil {
		return "", err
	}
	base := cmp.Or(os.Getenv("OPENAI_BASE_URL"), "https://api.openai.com/v1")
	a := &agent{
		web: web, model: model,
		api:      &http.Client{Transport: security.NewTransport(nil), Timeout: time.Minute},
		endpoint: strings.TrimSuffix(base, "/") + "/chat/completions", key: os.Getenv("OPENAI_API_KEY"),
	}
	return a.answer(ctx, question)
}
