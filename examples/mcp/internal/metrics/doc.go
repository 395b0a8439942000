// Package metrics counts what a server does, in the form that Prometheus reads.
//
// A [Metrics] is an observer: set it as webfetch.Options.Observer of the client
// that a server uses, and serve its Handler on a port of its own, which is not for
// the callers of the server. Labels have few values: tools, codes, classes of status,
// kinds of steps, and the hosts that are configured. No address is ever one.
package metrics
