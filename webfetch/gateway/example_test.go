package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/webfetch-mcp/webfetch-go/webfetch/gateway"
)

// modelServer is an endpoint of the OpenAI form that answers the same each time.
func modelServer() *httptest.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Stream bool }
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			panic(err)
		}
		if !asked.Stream {
			fmt.Fprint(w, `{"model":"small","choices":[{"message":{"content":"Twice a day."},"finish_reason":"stop"}]}`)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: {\"choices\":[{\"delta\":{\"content\":\"Twice \"}}]}\n\n",
			"data: {\"choices\":[{\"delta\":{\"content\":\"a day.\"},\"finish_reason\":\"stop\"}]}\n\n", "data: [DONE]\n\n")
	})
	mux.HandleFunc("POST /v1/embeddings", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]}]}`)
	})
	mux.HandleFunc("POST /v1/rerank", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"results":[{"index":1,"relevance_score":0.9},{"index":0,"relevance_score":0.1}]}`)
	})
	return httptest.NewServer(mux)
}

// clientOf asks the models of a server on this machine, which its policy allows.
func clientOf(server *httptest.Server) *gateway.Client {
	c, err := gateway.New(gateway.Options{
		Endpoint: server.URL + "/v1", Model: "small", Token: "secret", Policy: loopback(),
	})
	if err != nil {
		panic(err)
	}
	return c
}

func ExampleClient_Chat() {
	server := modelServer()
	defer server.Close()
	models := clientOf(server)
	defer models.Close()
	answer, err := models.Chat(context.Background(), gateway.ChatRequest{
		Messages: []gateway.Message{{Role: "user", Content: "How often does the tide turn?"}}, MaxTokens: 50,
	})
	fmt.Println(answer.Content, answer.FinishReason, err)
	// Output: Twice a day. stop <nil>
}

func ExampleClient_ChatStream() {
	server := modelServer()
	defer server.Close()
	models := clientOf(server)
	defer models.Close()
	question := gateway.ChatRequest{Messages: []gateway.Message{{Role: "user", Content: "How often does the tide turn?"}}}
	for piece, err := range models.ChatStream(context.Background(), question) {
		fmt.Printf("%q %q %v\n", piece.Content, piece.FinishReason, err)
	}
	// Output:
	// "Twice " "" <nil>
	// "a day." "stop" <nil>
}

func ExampleClient_Embed() {
	server := modelServer()
	defer server.Close()
	models := clientOf(server)
	defer models.Close()
	fmt.Println(models.Embed(context.Background(), []string{"ebb", "flow"}))
	// Output: [[1 0] [0 1]] <nil>
}

func ExampleClient_Rerank() {
	server := modelServer()
	defer server.Close()
	models := clientOf(server)
	defer models.Close()
	fmt.Println(models.Rerank(context.Background(), "when does the tide turn", []string{"Boats are blue.", "It turns at six."}))
	// Output: [0.1 0.9] <nil>
}
