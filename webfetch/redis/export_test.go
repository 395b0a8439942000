package redis

import "github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"

// ErrAway is the error of what was not asked of Redis, and RateError that of a request that
// would have to wait for too long.
var ErrAway = errAway

type RateError = hostlimit.ThrottledError
