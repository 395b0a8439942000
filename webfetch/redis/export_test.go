package redis

// ErrAway is the error of what was not asked of Redis, and RateError that of a request that
// would have to wait for too long.
var ErrAway = errAway

type RateError = rateError
