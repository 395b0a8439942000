package answerer_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/gateway"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/answerer"
)

// A base is given the answerer in its options; asked directly it answers from passages.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `data: {"model":"small","choices":[{"delta":{"content":"At eleven metres [1]."},"finish_reason":"stop"}]}`+"\n\n")
	}))
	defer server.Close()
	models, err := gateway.New(gateway.Options{
		Endpoint: server.URL + "/v1", Model: "small",
		Policy: security.AllowLoopback(),
	})
	if err != nil {
		panic(err)
	}
	defer models.Close()
	text, model, err := answerer.New(models).Answer(context.Background(), &knowledge.Query{
		Messages: []knowledge.Message{{Role: "user", Content: "How deep is the channel?"}},
	}, []knowledge.Hit{{URL: "https://example.com/harbour", Text: "Dredgers keep the channel at eleven metres."}}, func(string) {})
	fmt.Println(text, model, err)
	// Output: At eleven metres [1]. small <nil>
}
