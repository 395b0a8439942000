package mcpserver_test

import (
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// deaf starts the program with a client that never reads: its output is a pipe
// that is full. It returns the program and its input.
func deaf(t *testing.T, lines ...string) (*exec.Cmd, io.WriteCloser) {
	path, err := binary()
	require.NoError(t, err)
	unread, out := fullPipe(t)
	t.Cleanup(func() { unread.Close() })
	cmd := exec.Command(path)
	cmd.Env = []string{"BLOCK_PRIVATE_IP=false", "RATE_LIMIT_PER_HOST=0"}
	cmd.Stdout, cmd.Stderr = out, os.Stderr
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	out.Close()
	t.Cleanup(func() { cmd.Process.Kill() })
	_, err = io.WriteString(in, strings.Join(lines, "\n")+"\n")
	require.NoError(t, err)
	return cmd, in
}

// fullPipe returns a pipe that takes nothing more until it is read.
func fullPipe(t *testing.T) (r, w *os.File) {
	fds := make([]int, 2)
	require.NoError(t, syscall.Pipe2(fds, syscall.O_CLOEXEC|syscall.O_NONBLOCK))
	for {
		if _, err := syscall.Write(fds[1], make([]byte, 4096)); err != nil {
			require.ErrorIs(t, err, syscall.EAGAIN)
			break
		}
	}
	// The program gets an ordinary pipe: writing to it waits.
	require.NoError(t, syscall.SetNonblock(fds[1], false))
	return os.NewFile(uintptr(fds[0]), "unread"), os.NewFile(uintptr(fds[1]), "full")
}

// endsInTime waits for the program to exit with status 0.
func endsInTime(t *testing.T, cmd *exec.Cmd) {
	ended := make(chan error, 1)
	began := time.Now()
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		assert.NoError(t, err, "status 0")
		assert.Less(t, time.Since(began), 6*time.Second, "5 s, and some for the machine")
	case <-time.After(30 * time.Second):
		t.Fatal("the program goes on")
	}
}

// A program whose client does not read ends soon after it is asked to, however
// it is asked.
func TestStdioEndsWithoutReaders(t *testing.T) {
	web := newSite(t)
	for name, end := range map[string]func(*exec.Cmd, io.Closer) error{
		"stdin":   func(_ *exec.Cmd, in io.Closer) error { return in.Close() },
		"SIGTERM": func(cmd *exec.Cmd, _ io.Closer) error { return cmd.Process.Signal(syscall.SIGTERM) },
		"SIGINT":  func(cmd *exec.Cmd, _ io.Closer) error { return cmd.Process.Signal(os.Interrupt) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := "/slow/" + name
			cmd, in := deaf(t, "no message", modern(toolCall(1, "chunk", `{"content":"x"}`)), modern(toolCall(2, "fetch", `{"url":"`+web.URL+path+`"}`)))
			require.Eventually(t, func() bool { return web.count(path) > 0 }, 20*time.Second, time.Millisecond)
			require.NoError(t, end(cmd, in))
			endsInTime(t, cmd)
		})
	}
}
