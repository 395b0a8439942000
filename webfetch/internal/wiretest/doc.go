// Package wiretest listens on the wire in tests that run in a network namespace
// of their own: what a program sends is seen, whatever it reports.
package wiretest
