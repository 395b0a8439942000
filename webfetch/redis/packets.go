package redis

import (
	"context"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// packets keeps packets of servers for each other.
type packets struct{ client *Client }

// Packets returns the store for the Options of package tools.
func (c *Client) Packets() webfetch.Cache { return &packets{client: c} }

func (s *packets) Get(ctx context.Context, key string) ([]byte, error) {
	return s.client.get(ctx, "packet:"+key)
}

func (s *packets) Put(ctx context.Context, key string, packed []byte, ttl time.Duration) error {
	return s.client.put(ctx, "packet:"+key, packed, ttl)
}

func (c *Client) get(ctx context.Context, key string) (value []byte, err error) {
	_, err = c.ask(ctx, func(ctx context.Context) (err error) {
		value, err = c.redis.Get(ctx, c.prefix+key).Bytes()
		return err
	})
	if err != nil {
		return nil, err
	}
	return value, nil
}

// put stores a value for a time, in whole milliseconds; none is stored for less.
func (c *Client) put(ctx context.Context, key string, value []byte, ttl time.Duration) error {
	if ttl < time.Millisecond {
		return nil
	}
	_, err := c.ask(ctx, func(ctx context.Context) error {
		return c.redis.Set(ctx, c.prefix+key, value, ttl.Truncate(time.Millisecond)).Err()
	})
	return err
}
