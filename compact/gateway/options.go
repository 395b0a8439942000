package gateway

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/compact/gateway/httpapi"
	"github.com/webfetch-mcp/webfetch-go/security"
)

// Auth says in which headers credentials are sent.
type Auth string

// The styles.
const (
	// AuthAuto is AuthAIGateway for gateway.ai.cloudflare.com, else AuthBearer.
	AuthAuto Auth = ""
	// AuthBearer sends Token as "Authorization: Bearer".
	AuthBearer Auth = "bearer"
	// AuthAIGateway sends Token as "cf-aig-authorization: Bearer" and
	// ProviderKey as "Authorization: Bearer".
	AuthAIGateway Auth = "ai-gateway"
)

// Options configure a [Client]. Endpoint is required.
type Options struct {
	// Endpoint is where chat completions are asked for: the whole address, or
	// that of the API, such as https://host/v1, to which /chat/completions is
	// added. The address of a Cloudflare gateway may end with its name:
	// https://gateway.ai.cloudflare.com/v1/ACCOUNT/GATEWAY. The newer one is
	// https://api.cloudflare.com/client/v4/accounts/ACCOUNT/ai/v1, with GatewayID.
	// An address that ends in /responses takes requests of the Responses API.
	Endpoint string
	// EmbeddingsURL and RerankURL are the whole addresses of these. Zero means
	// /embeddings and /rerank beside /chat/completions.
	EmbeddingsURL, RerankURL string
	// Model, EmbeddingModel and RerankModel are the models. Where one is
	// empty, the request names none.
	Model, EmbeddingModel, RerankModel string
	// Token is the credential. Zero means that none is sent.
	Token string
	// ProviderKey is the key of the provider behind a Cloudflare gateway that
	// does not store it. It is sent by AuthAIGateway only.
	ProviderKey string
	// GatewayID is sent as cf-aig-gateway-id. Zero means none.
	GatewayID string
	// Auth says how Token is sent. Zero means by the host of Endpoint.
	Auth Auth
	// Header are further headers, such as cf-aig-cache-ttl.
	Header http.Header
	// Dimensions asks for embeddings of that length. Zero means the model's own.
	Dimensions int
	// Policy decides where connections may lead. Nil is the zero Policy: the
	// public internet.
	Policy *security.Policy
	// Transport sends the requests. Policy then has no effect. Nil means a transport made for
	// Policy.
	Transport http.RoundTripper
	// Timeout bounds a call with all its attempts. Zero means 60 seconds.
	Timeout time.Duration
	// Attempts is how often a request is sent at most. Zero means 3.
	Attempts int
	// MaxBytes bounds an answer or a stream in bytes. Zero means 16 MiB.
	MaxBytes int64
}

// paths are the addresses of the three calls.
type paths struct {
	chat, embeddings, rerank string
	responses                bool // chat takes requests of the Responses API
}

const chatPath = "/chat/completions"

// paths reads Endpoint, EmbeddingsURL and RerankURL.
func (o Options) paths() (paths, error) {
	u, err := address("Endpoint", o.Endpoint)
	if err != nil {
		return paths{}, err
	}
	base, responses := strings.CutSuffix(strings.TrimRight(u.Path, "/"), responsesPath)
	base = strings.TrimSuffix(base, chatPath)
	if isGatewayRoot(u.Host, base) {
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
	for _, own := range []struct {
		name, given string
		to          *string
	}{{"EmbeddingsURL", o.EmbeddingsURL, &p.embeddings}, {"RerankURL", o.RerankURL, &p.rerank}} {
		if own.given == "" {
			continue
		}
		if _, err := address(own.name, own.given); err != nil {
			return paths{}, err
		}
		*own.to = own.given
	}
	return p, nil
}

// aiGatewayHost is the host of the first generation of Cloudflare AI Gateway.
const aiGatewayHost = "gateway.ai.cloudflare.com"

func isGatewayRoot(host, path string) bool {
	return strings.EqualFold(host, aiGatewayHost) && len(strings.Split(strings.Trim(path, "/"), "/")) == 3
}

func address(name, text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	switch {
	case err != nil:
		return nil, fmt.Errorf("gateway: Options.%s does not parse", name)
	case u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("gateway: Options.%s is not an http or https address", name)
	case u.User != nil:
		return nil, fmt.Errorf("gateway: Options.%s contains user name or password", name)
	}
	return u, nil
}

// header are the headers of every request to an address.
func (o Options) header(to string) (http.Header, error) {
	h := http.Header{}
	maps.Copy(h, o.Header)
	style := o.Auth
	if style == AuthAuto {
		style = AuthBearer
		if u, err := url.Parse(to); err == nil && strings.EqualFold(u.Host, aiGatewayHost) {
			style = AuthAIGateway
		}
	}
	switch style {
	case AuthBearer:
		setBearer(h, "Authorization", o.Token)
	case AuthAIGateway:
		setBearer(h, "Cf-Aig-Authorization", o.Token)
		setBearer(h, "Authorization", o.ProviderKey)
	default:
		return nil, fmt.Errorf("gateway: Options.Auth: unknown style %q", style)
	}
	if o.GatewayID != "" {
		h.Set("Cf-Aig-Gateway-Id", o.GatewayID)
	}
	h.Set("Accept", "application/json, text/event-stream")
	return h, nil
}

func setBearer(h http.Header, name, token string) {
	if token != "" {
		h.Set(name, "Bearer "+token)
	}
}

func (o Options) client() (*httpapi.Client, error) {
	if o.Dimensions < 0 || o.Dimensions > maxDimensions {
		return nil, errors.New("gateway: Options.Dimensions is out of range")
	}
	return httpapi.New(httpapi.Options{
		Policy: o.Policy, Transport: o.Transport, Timeout: o.Timeout, Attempts: o.Attempts, MaxBytes: o.MaxBytes,
	})
}
