package main

import (
	"context"
	"fmt"
	"log/slog"
	"sync"

	goredis "github.com/redis/go-redis/v9"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

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
