//go:build !linux

package browser

import "os"

// canSandbox reports whether to try a sandbox. Outside of Linux, Chromium has none for root.
func canSandbox() bool { return os.Getuid() != 0 }

// memory is not measured here.
func memory(int) int64 { return 0 }

// killLarge knows of no memory either.
func killLarge(int, int64) {}
