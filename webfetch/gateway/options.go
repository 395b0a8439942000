package gateway

import (
	"errors"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// Options configure a [Client]. Endpoint is required.
type Options struct {
	// Endpoint is where chat completions are asked for: the whole address, or
	// that of the API, such as https://host/v1, to which /chat/completions is
	// added. Beside that are /embeddings and /rerank. The address of a Cloudflare gateway may
	// end with its name: https://gateway.ai.cloudflare.com/v1/ACCOUNT/GATEWAY. The newer one is
	// https://api.cloudflare.com/client/v4/accounts/ACCOUNT/ai/v1, with the header cf-aig-gateway-id.
	// An address that ends in /responses takes requests of the Responses API.
	Endpoint string
	// Model, EmbeddingModel and RerankModel are the models. Where one is
	// empty, the request names none.
	Model, EmbeddingModel, RerankModel string
	// Token is the credential: "Authorization: Bearer", or "cf-aig-authorization: Bearer" for
	// gateway.ai.cloudflare.com. Zero means that none is sent.
	Token string
	// Header are further headers, such as cf-aig-gateway-id, cf-aig-cache-ttl, or the
	// Authorization of a provider whose key a Cloudflare gateway does not store.
	Header http.Header
	// Policy decides where connections may lead. Nil is the zero Policy: the
	// public internet.
	Policy *security.Policy
	// Transport sends the requests. Policy then has no effect. Nil means a transport made for
	// Policy.
	Transport http.RoundTripper
	// Timeout bounds a call with all its attempts, which are three at most. Zero means 60 seconds.
	Timeout time.Duration
}

type paths struct {
	chat, embeddings, rerank string
	responses                bool // chat takes requests of the Responses API
}

const chatPath = "/chat/completions"

func (o Options) paths() (paths, error) {
	u, err := endpoint(o.Endpoint)
	if err != nil {
		return paths{}, err
	}
	base, responses := strings.CutSuffix(strings.TrimRight(u.Path, "/"), responsesPath)
	base = strings.TrimSuffix(base, chatPath)
	if strings.EqualFold(u.Host, aiGatewayHost) && len(strings.Split(strings.Trim(base, "/"), "/")) == 3 {
		base += "/compat"
	}
	at := func(path string) string {
		v := *u
		v.Path, v.RawPath = base+path, ""
		return v.String()
	}
	p := paths{chat: at(chatPath), embeddings: at("/embeddings"), rerank: at("/rerank"), responses: responses}
	if responses {
		p.chat = at(responsesPath)
	}
	return p, nil
}

// aiGatewayHost is the host of the first generation of Cloudflare AI Gateway.
const aiGatewayHost = "gateway.ai.cloudflare.com"

func endpoint(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return nil, errors.New("gateway: Options.Endpoint does not parse")
	case u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, errors.New("gateway: Options.Endpoint is not an http or https address")
	case u.User != nil:
		return nil, errors.New("gateway: Options.Endpoint contains user name or password")
	}
	return u, nil
}

func (o Options) header(to string) http.Header {
	h := http.Header{}
	maps.Copy(h, o.Header)
	name := "Authorization"
	if u, err := url.Parse(to); err == nil && strings.EqualFold(u.Host, aiGatewayHost) {
		name = "Cf-Aig-Authorization"
	}
	if o.Token != "" {
		h.Set(name, "Bearer "+o.Token)
	}
	h.Set("Accept", "application/json, text/event-stream")
	return h
}
