package httpapi_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

func ExampleClient_Do() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/missing" {
			w.WriteHeader(http.StatusNotFound)
			fmt.Fprint(w, `{"error":{"code":"no_such_model","message":"unknown model"}}`)
			return
		}
		fmt.Fprint(w, `{"models":["small"]}`)
	}))
	defer server.Close()
	// A policy that allows this machine; the zero policy allows the public internet only.
	policy := &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.1/32"), AnyPort: true}}}
	client, err := httpapi.New(httpapi.Options{Policy: policy})
	if err != nil {
		panic(err)
	}
	defer client.CloseIdleConnections()
	res, err := client.Do(context.Background(), httpapi.Request{Op: "list models", Method: http.MethodGet, URL: server.URL + "/models"})
	fmt.Println(string(res.Body), err)

	_, err = client.Do(context.Background(), httpapi.Request{Op: "read model", Method: http.MethodGet, URL: server.URL + "/missing"})
	failure := new(httpapi.Error)
	if errors.As(err, &failure) {
		fmt.Println(failure.Kind, failure.Code, failure.Message)
	}
	// Output:
	// {"models":["small"]} <nil>
	// the endpoint knows no such thing no_such_model unknown model
}
