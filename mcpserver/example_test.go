package mcpserver_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// A server answers a client in the same process.
func ExampleNew() {
	ctx := context.Background()
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	srv, err := mcpserver.New(client, mcpserver.Options{Tools: tools.Options{MaxLength: 5000}})
	if err != nil {
		log.Fatal(err)
	}

	session, err := session(ctx, srv.MCP())
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	tools, err := session.ListTools(ctx, nil)
	if err != nil {
		log.Fatal(err)
	}
	for _, tool := range tools.Tools {
		fmt.Println(tool.Name)
	}
	// Output:
	// chunk
	// compact
	// extract
	// fetch
}

// The tools join those of a server that has its own.
func ExampleAddTools() {
	ctx := context.Background()
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	srv := mcp.NewServer(&mcp.Implementation{Name: "mine", Version: "1"}, nil)
	if err := mcpserver.AddTools(srv, client, mcpserver.Options{}); err != nil {
		log.Fatal(err)
	}

	session, err := session(ctx, srv)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	res, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "chunk", Arguments: map[string]any{
		"content": "# Tea\n\nWarm the pot first.",
	}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(res.IsError)
	// Output: false
}

func ExampleServer_MCP() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	srv, err := mcpserver.New(client, mcpserver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	srv.MCP().AddResource(&mcp.Resource{URI: "notes://today", Name: "notes"}, nil)

	session, err := session(context.Background(), srv.MCP())
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	list, err := session.ListResources(context.Background(), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(list.Resources[0].URI)
	// Output: notes://today
}

// One line in, one line out, until the input ends.
func ExampleServer_ServeStdio() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	srv, err := mcpserver.New(client, mcpserver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	in := strings.NewReader("this is not a message\n")
	var out bytes.Buffer
	if err := srv.ServeStdio(context.Background(), in, &out); err != nil {
		log.Fatal(err)
	}
	fmt.Print(out.String())
	// Output: {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"not valid JSON"}}
}

func ExampleServer_Handler() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	tokens, err := host.ReadTokens(strings.NewReader("ada 5f0c8d1e7b2a4963\n"))
	if err != nil {
		log.Fatal(err)
	}
	server, err := mcpserver.New(client, mcpserver.Options{})
	if err != nil {
		log.Fatal(err)
	}
	srv := httptest.NewServer(host.Handler(server, host.Options{Auth: &host.Auth{Tokens: tokens}}))
	defer srv.Close()
	for _, path := range []string{"/healthz", "/mcp"} {
		res, err := http.Get(srv.URL + path)
		if err != nil {
			log.Fatal(err)
		}
		res.Body.Close()
		fmt.Println(path, res.StatusCode)
	}
	// Output:
	// /healthz 200
	// /mcp 401
}

func ExampleServe() {
	client, err := webfetch.New(webfetch.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	ctx, stop := context.WithCancel(context.Background())
	listener, err := host.Listen(ctx, "127.0.0.1:0", false)
	if err != nil {
		log.Fatal(err)
	}
	stop() // a signal, as a rule
	srv, err := mcpserver.New(client, mcpserver.Options{Tools: tools.Options{StoreTTL: webfetch.None}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(host.Serve(ctx, listener, host.Handler(srv, host.Options{}), 30*time.Second))
	// Output: <nil>
}

func ExampleListen() {
	_, err := host.Listen(context.Background(), "0.0.0.0:8080", false)
	fmt.Println(err)
	// Output: address "0.0.0.0:8080": only loopback is served without bearer tokens
}

func ExampleReadTokens() {
	_, err := host.ReadTokens(strings.NewReader("# staff\nada secret\n"))
	fmt.Println(err)
	// Output: line 2: token is shorter than 16 characters
}

func session(ctx context.Context, srv *mcp.Server) (*mcp.ClientSession, error) {
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := srv.Connect(ctx, ours, nil); err != nil {
		return nil, err
	}
	return mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1"}, nil).Connect(ctx, theirs, nil)
}
