// Package wiretest captures network traffic in tests that run in a network namespace of
// their own, to see what a program really sends.
package wiretest
