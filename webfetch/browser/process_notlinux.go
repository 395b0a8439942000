//go:build !linux

package browser

import "os"

// canSandbox reports whether a sandbox is worth a try: elsewhere than on Linux
// there is none for root.
func canSandbox() bool { return os.Getuid() != 0 }

// memory is not measured here.
func memory(int) int64 { return 0 }

// killLarge knows of no memory either.
func killLarge(int, int64) {}
