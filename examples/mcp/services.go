package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/webfetch-mcp/webfetch-go/compact/gateway"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/answerer"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/cloudflare"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// newModels returns the client of the language model, nil if none is configured.
func newModels(config *mcpserver.Config) (*gateway.Client, error) {
	if config.GatewayEndpoint == "" {
		return nil, nil
	}
	policy, transport, err := egress(config, config.GatewayEndpoint)
	if err != nil {
		return nil, fmt.Errorf("CF_AI_GATEWAY_ENDPOINT: %w", err)
	}
	return gateway.New(gateway.Options{
		Endpoint: config.GatewayEndpoint, Token: config.GatewayToken, ProviderKey: config.GatewayKey, GatewayID: config.GatewayID,
		Model: config.GatewayModel, EmbeddingModel: config.GatewayEmbeddingModel, RerankModel: config.GatewayRerankModel,
		Timeout: time.Duration(config.GatewayTimeoutMS) * time.Millisecond, Policy: policy, Transport: transport,
	})
}

// newSearch returns the knowledge base that is configured and what closes it, or
// nothing if there is none. Opening the file of a local base, or of what tells
// conversations apart, is all the work that it does.
func newSearch(ctx context.Context, config *mcpserver.Config, models *gateway.Client) (mcpserver.SearchOptions, func() error, error) {
	none := func() error { return nil }
	if !config.SearchEnabled {
		return mcpserver.SearchOptions{}, none, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return mcpserver.SearchOptions{}, none, err
	}
	search := config.Search(config.WorkspaceRoot(here))
	file, err := openLocal(ctx, config, models)
	if err != nil {
		return mcpserver.SearchOptions{}, none, err
	}
	search.Scopes.Conversations = file
	search.Base = file
	if !config.UsesCloudflare() {
		return search, file.Close, nil
	}
	cloud, err := newCloudflare(config)
	if err != nil {
		return mcpserver.SearchOptions{}, none, errors.Join(err, file.Close())
	}
	search.Base = cloud
	return search, func() error { return errors.Join(cloud.Close(), file.Close()) }, nil
}

// openLocal opens the file of the local base, which keeps the conversations of
// every base.
func openLocal(ctx context.Context, config *mcpserver.Config, models *gateway.Client) (*local.Base, error) {
	home, err := os.UserHomeDir()
	if err != nil && config.StateDir("") != config.SearchStateDir {
		return nil, fmt.Errorf("AI_SEARCH_STATE_DIR: %w", err)
	}
	schema, err := config.SearchSchema()
	if err != nil {
		return nil, err
	}
	opts := local.Options{
		Path: filepath.Join(config.StateDir(home), "knowledge.db"), Schema: schema,
		MaxBytes: config.SearchMaxBytes, MaxFileBytes: int(config.SearchMaxFileBytes),
	}
	if models != nil && config.GatewayModel != "" {
		opts.Answerer = answerer.New(models)
	}
	if models != nil && config.GatewayEmbeddingModel != "" {
		opts.Embedder = models.Embedder()
	}
	if models != nil && config.GatewayRerankModel != "" {
		opts.Reranker = models
	}
	base, err := local.Open(ctx, opts)
	if err != nil {
		return nil, fmt.Errorf("AI_SEARCH_STATE_DIR: %w", err)
	}
	return base, nil
}

func newCloudflare(config *mcpserver.Config) (knowledge.Base, error) {
	schema, err := config.SearchSchema()
	if err != nil {
		return nil, err
	}
	opts := cloudflare.Options{
		AccountID: config.CloudflareAccountID, Instance: config.CloudflareSearchName, Token: config.CloudflareSearchToken,
		Namespace: config.CloudflareNamespace, Paths: cloudflare.Paths(config.CloudflarePaths), Schema: schema,
		API: config.CloudflareAPI, MaxFileBytes: int(config.SearchMaxFileBytes),
	}
	services := []string{config.CloudflareAPI}
	if config.R2Bucket != "" {
		opts.R2 = &cloudflare.R2Options{Bucket: config.R2Bucket, AccessKeyID: config.R2AccessKeyID, SecretAccessKey: config.R2SecretAccessKey, Endpoint: config.R2Endpoint}
		if opts.R2.Endpoint == "" {
			opts.R2.Endpoint = "https://" + config.CloudflareAccountID + ".r2.cloudflarestorage.com"
		}
		services = append(services, opts.R2.Endpoint)
	}
	if opts.Policy, opts.Transport, err = egress(config, services...); err != nil {
		return nil, err
	}
	return cloudflare.New(opts)
}

// egress is the way to services that the operator names: their hosts and no
// others, through the proxy if there is one.
func egress(config *mcpserver.Config, services ...string) (*security.Policy, http.RoundTripper, error) {
	policy, err := config.ServicePolicy(services...)
	if err != nil || config.ProxyURL == "" {
		return policy, nil, err
	}
	proxy, err := url.Parse(config.ProxyURL)
	if err != nil {
		return nil, nil, err
	}
	direct := http.DefaultTransport.(*http.Transport).Clone()
	direct.Proxy = http.ProxyURL(proxy)
	return policy, &proxied{policy, direct}, nil
}

// proxied sends requests that a policy allows through an HTTP proxy, which
// resolves their names and has to be trusted to connect where it is told.
type proxied struct {
	policy *security.Policy
	via    *http.Transport
}

// RoundTrip implements http.RoundTripper.
func (p *proxied) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := p.policy.CheckURL(r.URL); err != nil {
		if r.Body != nil {
			_ = r.Body.Close()
		}
		return nil, err
	}
	return p.via.RoundTrip(r)
}

// CloseIdleConnections closes connections that no request is using.
func (p *proxied) CloseIdleConnections() { p.via.CloseIdleConnections() }
