// Package schedule runs work for many hosts: so much of it in all, so much for
// one host, hosts taking turns, so that a slow host or one with many pages does
// not hold the others up. FetchAll and package crawl share it.
//
// [Queue] decides what is next and knows no goroutines. [Run] is the loop around
// it: it reads ahead of the work so far and no further, begins work, and hands
// each result to its caller, in whose goroutine everything but the work and the
// reading happens. Work that has ended and was not handed over yet counts as
// under way: a slow caller slows the work down.
package schedule
