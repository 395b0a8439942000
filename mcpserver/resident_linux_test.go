package mcpserver_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// inMemory copies a program into a file without a file system (memfd_create(2)) and returns a
// path that runs it while the test goes on.
func inMemory(t testing.TB, program string) string {
	from, err := os.Open(program)
	require.NoError(t, err)
	defer from.Close()
	fd, err := unix.MemfdCreate("program", unix.MFD_CLOEXEC|unix.MFD_EXEC)
	if errors.Is(err, unix.EINVAL) { // before Linux 6.3 every such file can be run
		fd, err = unix.MemfdCreate("program", unix.MFD_CLOEXEC)
	}
	require.NoError(t, err)
	to := os.NewFile(uintptr(fd), "program")
	// A file that is open for writing can't be run (ETXTBSY, execve(2)).
	defer to.Close()
	_, err = io.Copy(to, from)
	require.NoError(t, err)
	run, err := os.Open(fmt.Sprintf("/proc/self/fd/%d", fd))
	require.NoError(t, err)
	t.Cleanup(func() { run.Close() })
	return fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), run.Fd())
}
