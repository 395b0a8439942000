package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
	"github.com/webfetch-mcp/webfetch-go/webfetch/gateway"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/answerer"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/cloudflare"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

func newModels(settings *config.Config) (*gateway.Client, error) {
	if settings.GatewayEndpoint == "" {
		return nil, nil
	}
	policy, transport, err := egress(settings, settings.GatewayEndpoint)
	if err != nil {
		return nil, fmt.Errorf("CF_AI_GATEWAY_ENDPOINT: %w", err)
	}
	return gateway.New(gateway.Options{
		Endpoint: settings.GatewayEndpoint, Token: settings.GatewayToken,
		Model: settings.ChatModel(), EmbeddingModel: settings.EmbeddingModel(), RerankModel: settings.RerankModel(),
		Timeout: time.Duration(settings.GatewayTimeoutMS) * time.Millisecond, Policy: policy, Transport: transport,
	})
}

// newSearch returns the configured knowledge base and a function that closes it, or zero
// values if none is configured. It opens the file of a local base, or of the registry of
// conversations, only if AI_SEARCH_ENABLED says so.
func newSearch(ctx context.Context, settings *config.Config, models *gateway.Client) (tools.SearchOptions, func() error, error) {
	none := func() error { return nil }
	if settings.SearchEnabled == "false" {
		return tools.SearchOptions{}, none, nil
	}
	here, err := os.Getwd()
	if err != nil {
		return tools.SearchOptions{}, none, err
	}
	search := settings.Search(settings.WorkspaceRoot(here))
	file := &baseOnDemand{open: func(ctx context.Context) (*local.Base, error) { return openLocal(ctx, settings, models) }}
	if settings.SearchEnabled == "true" {
		if _, err := file.opened(ctx); err != nil {
			return tools.SearchOptions{}, none, err
		}
	}
	search.Scopes.Conversations = file.Conversation
	search.Base = file
	if !settings.UsesCloudflare() {
		return search, file.Close, nil
	}
	cloud, err := newCloudflare(settings)
	if err != nil {
		return tools.SearchOptions{}, none, errors.Join(err, file.Close())
	}
	search.Base, search.Remote = cloud, true
	return search, func() error { return errors.Join(cloud.Close(), file.Close()) }, nil
}

// openLocal opens the file of the local base, which keeps the conversations of every base.
func openLocal(ctx context.Context, settings *config.Config, models *gateway.Client) (*local.Base, error) {
	home, err := os.UserHomeDir()
	if err != nil && settings.StateDir("") != settings.SearchStateDir {
		return nil, fmt.Errorf("AI_SEARCH_STATE_DIR: %w", err)
	}
	schema, err := settings.SearchSchema()
	if err != nil {
		return nil, err
	}
	opts := local.Options{
		Path: filepath.Join(settings.StateDir(home), "knowledge.db"), Schema: schema,
		MaxFileBytes: int(settings.SearchMaxFileBytes),
	}
	if models != nil && settings.ChatModel() != "" {
		opts.Answerer = answerer.New(models)
	}
	if models != nil && settings.EmbeddingModel() != "" {
		opts.Embedder = models
	}
	if models != nil && settings.RerankModel() != "" {
		opts.Reranker = models
	}
	base, err := local.Open(ctx, opts)
	if err != nil {
		return nil, fmt.Errorf("AI_SEARCH_STATE_DIR: %w", err)
	}
	return base, nil
}

func newCloudflare(settings *config.Config) (knowledge.Base, error) {
	schema, err := settings.SearchSchema()
	if err != nil {
		return nil, err
	}
	opts := cloudflare.Options{
		AccountID: settings.CloudflareAccountID, Instance: settings.CloudflareSearchName, Token: settings.CloudflareSearchToken,
		Schema: schema, API: settings.CloudflareAPI, MaxFileBytes: int(settings.SearchMaxFileBytes),
	}
	services := []string{settings.CloudflareAPI}
	if settings.R2Bucket != "" {
		opts.R2Bucket, opts.R2AccessKeyID, opts.R2SecretAccessKey = settings.R2Bucket, settings.R2AccessKeyID, settings.R2SecretAccessKey
		opts.R2Endpoint = cmp.Or(settings.R2Endpoint, "https://"+settings.CloudflareAccountID+".r2.cloudflarestorage.com")
		services = append(services, opts.R2Endpoint)
	}
	if opts.Policy, opts.Transport, err = egress(settings, services...); err != nil {
		return nil, err
	}
	return cloudflare.New(opts)
}

// egress returns the policy for services, and with PROXY_URL a transport that sends the requests
// which the policy allows through that proxy. The proxy resolves their names and has to be trusted
// to connect to no other address.
func egress(settings *config.Config, services ...string) (*security.Policy, http.RoundTripper, error) {
	policy, err := settings.ServicePolicy(services...)
	if err != nil || settings.ProxyURL == "" {
		return policy, nil, err
	}
	proxy, err := url.Parse(settings.ProxyURL)
	if err != nil {
		return nil, nil, err
	}
	through := http.DefaultTransport.(*http.Transport).Clone()
	through.Proxy = func(r *http.Request) (*url.URL, error) { return proxy, policy.CheckURL(r.URL) }
	return policy, through, nil
}

func newRenderer(c *config.Config, opts webfetch.Options, logger *slog.Logger, stderr io.Writer) (*browser.Renderer, error) {
	if c.RenderEnabled == "false" {
		return nil, nil
	}
	r, err := browser.New(browser.Options{
		Remote: c.BrowserURL, AllowUnguarded: c.BrowserUnguarded,
		Policy: opts.Policy, Proxy: opts.Proxy, NoProxy: opts.NoProxy, UserAgent: opts.UserAgent,
		Timeout: time.Duration(c.RenderTimeoutMS) * time.Millisecond, Logger: logger,
	})
	switch {
	case err == nil:
		return r, nil
	case c.RenderEnabled == "auto" && errors.Is(err, browser.ErrNotFound):
		fmt.Fprintln(stderr, "webfetch: pages that need scripts can't be rendered: no browser was found;", browser.Install())
		return nil, nil
	}
	return nil, fmt.Errorf("RENDER_ENABLED=%s: %w", c.RenderEnabled, err)
}

// tokenizer counts with an encoding whose table is read when the first text is
// counted: most calls count nothing.
type tokenizer struct{}

func newTokenizer() chunk.Counter { return tokenizer{} }

func (tokenizer) Count(text string) int {
	encoding, err := tiktoken.O200K()
	if err != nil {
		// The table is part of the program; a damaged one must not stop a call.
		return chunk.Estimate(text)
	}
	return encoding.Count(text)
}

func shareState(settings *config.Config, opts *webfetch.Options, server *mcpserver.Options, logger *slog.Logger) (stop func(), err error) {
	if settings.RedisURL == "" {
		return func() {}, nil
	}
	goredis.SetLogger(discardLogger{}) // what it would say of connections, the other logger says once
	shared, err := redis.Open(redis.Options{URL: settings.RedisURL, Logger: logger})
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL: %w", err)
	}
	opts.Cache, opts.Hooks.Limiter = shared.Cache(), shared.Limiter(opts.Limits.RatePerHost, opts.Limits.BurstPerHost)
	server.Tools.Packets = shared.Packets()
	// The log reports a server that can't be reached before it is needed.
	ctx, cancel := context.WithCancel(context.Background())
	var tried sync.WaitGroup
	tried.Go(func() { _, _ = shared.Packets().Get(ctx, "start") })
	return func() {
		cancel()
		tried.Wait() // nothing is logged after the end
		_ = shared.Close()
	}, nil
}

type discardLogger struct{}

func (discardLogger) Printf(context.Context, string, ...any) {}
