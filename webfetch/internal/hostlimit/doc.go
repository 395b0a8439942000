// Package hostlimit paces requests: how often and how many at a time one host is
// asked, how long it is left alone after it said so (Retry-After) or stopped
// answering (circuit breaker), and how long to wait before a request is
// repeated (exponential backoff with full jitter).
//
// Time is that of package time, so that tests run under testing/synctest.
package hostlimit
