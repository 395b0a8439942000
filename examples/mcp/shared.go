package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"

	goredis "github.com/redis/go-redis/v9"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/diskcache"
	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

// shareState sets the parts of the options that outlive this program or are shared
// with others, as they are configured, and returns what closes them.
func shareState(settings *config.Config, opts *webfetch.Options, server *mcpserver.Options, logger *slog.Logger) (stop func(), err error) {
	switch {
	case settings.RedisURL != "":
		return shareByRedis(settings, opts, server, logger)
	case settings.CacheDir != "":
		return func() {}, cacheOnDisk(settings, opts)
	}
	return func() {}, nil
}

func shareByRedis(settings *config.Config, opts *webfetch.Options, server *mcpserver.Options, logger *slog.Logger) (stop func(), err error) {
	goredis.SetLogger(discardLogger{}) // what it would say of connections, the other logger says once
	shared, err := redis.Open(redis.Options{URL: settings.RedisURL, Prefix: settings.RedisPrefix, Logger: logger})
	if err != nil {
		return nil, fmt.Errorf("REDIS_URL: %w", err)
	}
	opts.Cache.Store, opts.Limiter = shared.Cache(), shared.Limiter(opts.Hosts.Rate, opts.Hosts.Burst)
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

func cacheOnDisk(settings *config.Config, opts *webfetch.Options) error {
	dir := settings.CacheDir
	if rest, below := strings.CutPrefix(dir, "~"+string(filepath.Separator)); below {
		home, err := os.UserHomeDir()
		if err != nil {
			return fmt.Errorf("CACHE_DIR: %w", err)
		}
		dir = filepath.Join(home, rest)
	}
	cache, err := diskcache.Open(diskcache.Options{Dir: dir, MaxBytes: settings.CacheDirBytes})
	if err != nil {
		return fmt.Errorf("CACHE_DIR: %w", err)
	}
	opts.Cache.Store = cache
	return nil
}

// discardLogger is a logger that drops all messages.
type discardLogger struct{}

func (discardLogger) Printf(context.Context, string, ...any) {}
