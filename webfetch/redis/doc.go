// Package redis shares what clients of package webfetch know between processes and
// machines, through one Redis server (or one that speaks its protocol): stored
// responses, robots.txt among them, the pace at which hosts are asked, and the
// packets of the MCP server.
//
//	shared, err := redis.Open(redis.Options{URL: os.Getenv("REDIS_URL")})
//	client, err := webfetch.New(webfetch.Options{
//		Cache: shared.Cache(),
//		Hooks: webfetch.Hooks{Limiter: shared.Limiter(60, 5)},
//	})
//
// A page that several clients want at one time is downloaded by one of them, and a
// host gets no more requests in a minute from all of them together than one client
// would send.
//
// Redis may go away at any time. No call waits for it longer than Options.Timeout,
// and after a failure it is left alone for a second, in which no call waits at all.
// Meanwhile each client keeps to the pace on its own, downloads for itself, with a
// small cache in memory, and Options.Logger is warned once. Nothing is lost that a
// client had been asked for: what is in Redis can all be had again.
//
// The server is named by the operator, so the egress policy of a client does not
// hold for it. Bodies and packets are stored as they are: who can read that Redis
// can read them. Keys are hashes, except those of the pace, which hold the names
// of hosts. Every key expires; a bound in bytes is set in Redis itself (maxmemory
// with a policy of eviction such as allkeys-lru).
package redis
