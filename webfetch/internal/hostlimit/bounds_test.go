package hostlimit_test

import "time"

// What the limiter is bound to, whoever asks.
const (
	window                 = time.Minute + 500*time.Millisecond // in which no host gets more than its rate
	breakerFailures        = 5                                  // in a row open the circuit
	breakerFirst           = 30 * time.Second                   // is how long
	maxHosts               = 10_000                             // are remembered
	maxHeld                = 100                                // addresses of a host wait for a Retry-After of their own
	maxWaiting             = 10_000
	maxWaitingPerPrincipal = 1_000
)
