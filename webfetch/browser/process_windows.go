package browser

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// prepare gives the browser the pipes as handles and names them by a switch, since
// Windows can't pass on descriptors by number.
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

// lockFolder creates and opens a file in the folder. Windows lets no other process remove the
// file while it is open.
func lockFolder(dir string) (io.Closer, error) {
	name, err := syscall.UTF16PtrFromString(filepath.Join(dir, "lock"))
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(name, syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(h), "lock"), nil
}

func awaitGroup(cmd *exec.Cmd) { killGroup(cmd) }

func killGroup(cmd *exec.Cmd) {
	if cmd != nil && cmd.Process != nil {
		_ = cmd.Process.Kill()
	}
}
