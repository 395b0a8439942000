// Package wiretest listens on the wire in tests that run in a network namespace
// of their own: whatever a program says of itself, what it sends is seen.
package wiretest
