package cloudflare

// Quiet returns options of a base that starts no jobs.
func Quiet(o Options) Options {
	o.noJobs = true
	return o
}
