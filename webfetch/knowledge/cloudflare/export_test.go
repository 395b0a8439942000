package cloudflare

import "time"

// Quiet returns options of a base that starts no jobs and waits hardly between attempts.
func Quiet(o Options) Options {
	o.noJobs, o.retryWait = true, time.Millisecond
	return o
}
