package transport_test

import (
	"io"
	"log"
)

// quiet is a log for servers whose complaints are what a test is about.
func quiet() *log.Logger { return log.New(io.Discard, "", 0) }
