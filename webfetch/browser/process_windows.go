package browser

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
)

// prepare gives the browser the pipes as handles, which it learns of by a
// switch: Windows has no descriptors to inherit by number.
func prepare(cmd *exec.Cmd, dir string, _ bool, in, out *os.File) error {
	cmd.Dir = dir
	read, write := syscall.Handle(in.Fd()), syscall.Handle(out.Fd())
	for _, h := range []syscall.Handle{read, write} {
		if err := syscall.SetHandleInformation(h, syscall.HANDLE_FLAG_INHERIT, syscall.HANDLE_FLAG_INHERIT); err != nil {
			return fmt.Errorf("a pipe for the browser: %w", err)
		}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags:              syscall.CREATE_NEW_PROCESS_GROUP,
		AdditionalInheritedHandles: []syscall.Handle{read, write},
	}
	cmd.Args = slices.Insert(cmd.Args, 1, "--remote-debugging-io-pipes="+
		strconv.FormatUint(uint64(read), 10)+","+strconv.FormatUint(uint64(write), 10))
	return nil
}

// exists reports whether a process runs.
func exists(pid int) bool {
	_, err := os.FindProcess(pid) // opens it
	return err == nil
}

// awaitGroup has nothing to wait for.
func awaitGroup(cmd *exec.Cmd) { killGroup(cmd) }

// killGroup kills the process. Its children end when they lose it.
func killGroup(cmd *exec.Cmd) {
	if cmd != nil && cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}
