// Package panics turns panics into errors, so that a fault in one call does not
// end the program with all others.
package panics

import (
	"fmt"
	"runtime/debug"
)

// Error is a panic that was stopped. It never unwraps to its value: what an
// error that was thrown means is not known where it was caught.
type Error struct {
	// Value is the argument of panic.
	Value any
	// Stack is that of the goroutine that panicked, as debug.Stack writes it.
	Stack []byte
}

// Error says that it was a panic, and its value.
func (e *Error) Error() string { return fmt.Sprintf("panic: %v", e.Value) }

// Do returns what work returns, and an [*Error] where it panics.
func Do[T any](work func() (T, error)) (made T, err error) {
	defer Catch(&err)
	return work()
}

// Catch stops a panic and stores it in *err. It must be deferred itself:
//
//	defer panics.Catch(&err)
func Catch(err *error) {
	if value := recover(); value != nil {
		*err = &Error{Value: value, Stack: debug.Stack()}
	}
}
