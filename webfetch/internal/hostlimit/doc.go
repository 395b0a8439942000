// Package hostlimit decides when a request may be sent: how often and how many
// at a time one host is asked, how long it is left alone after it said so
// (Retry-After) or stopped answering (circuit breaker), and how long to wait
// before a request is repeated (exponential backoff with full jitter).
//
// All requests that wait stand in one [HostLimiter]. It looks at them again
// whenever something changes, so that a Retry-After reaches those that were
// there before it. Where several requests could be sent, those of different
// principals take turns, and within a principal its hosts do.
//
// Time is that of package time, so that tests run under testing/synctest.
package hostlimit
