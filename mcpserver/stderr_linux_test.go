package mcpserver_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// talkative is a configuration that the program has warnings for.
var talkative = []string{"BLOCK_PRIVATE_IP=false", "RATE_LIMIT_PER_HOST=0", "REDIS_URL=redis://127.0.0.1:1/", "BROWSER_URL=ws://127.0.0.1:9222/", "BROWSER_ALLOW_UNGUARDED=true"}

// Nobody has to read what the program says on stderr: it serves all the same.
func TestStderrMayBeIgnored(t *testing.T) {
	path, err := binary()
	require.NoError(t, err)
	for name, stderr := range map[string]func(t *testing.T) (*os.File, []string){
		"the reader has gone": func(t *testing.T) (*os.File, []string) {
			r, w, err := os.Pipe()
			require.NoError(t, err)
			require.NoError(t, r.Close())
			return w, []string{path}
		},
		"the reader doesn't read": func(t *testing.T) (*os.File, []string) {
			r, w := fullPipe(t)
			t.Cleanup(func() { r.Close() })
			return w, []string{path}
		},
		"it is closed": func(*testing.T) (*os.File, []string) {
			return nil, []string{"/bin/sh", "-c", `exec "$0" 2>&-`, path}
		},
	} {
		t.Run(name, func(t *testing.T) {
			file, command := stderr(t)
			cmd := exec.Command(command[0], command[1:]...)
			cmd.Env = talkative
			if file != nil {
				cmd.Stderr = file
			}
			in, err := cmd.StdinPipe()
			require.NoError(t, err)
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			t.Cleanup(func() { cmd.Process.Kill() })
			if file != nil {
				file.Close()
			}
			answers := make(chan string, 1)
			go func() {
				line, _ := bufio.NewReader(out).ReadString('\n')
				answers <- line
			}()
			_, err = io.WriteString(in, initialize+"\n")
			require.NoError(t, err)
			select {
			case line := <-answers:
				assert.Contains(t, line, "serverInfo")
			case <-time.After(20 * time.Second):
				t.Fatal("no answer")
			}
			require.NoError(t, in.Close())
			endsInTime(t, cmd)
		})
	}
}

// chatter is a site that sends more than it announces.
func chatter(t *testing.T) (url string) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				requests := bufio.NewReader(conn)
				for {
					line, err := requests.ReadString('\n')
					if err != nil {
						return
					}
					if strings.TrimSpace(line) == "" {
						fmt.Fprint(conn, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello words of the site")
					}
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// Nothing that a site says gets into the log.
func TestSitesDontWriteTheLog(t *testing.T) {
	path, err := binary()
	require.NoError(t, err)
	cmd := exec.Command(path)
	cmd.Env = talkative
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	url := chatter(t)
	session := run(t, cmd, nil)
	for i := range 5 {
		r := call(t, session, "fetch", args{"url": url + "/" + itoa(i)})
		assert.True(t, r.Success, r.text)
		time.Sleep(10 * time.Millisecond) // what comes unasked for arrives
	}
	require.NoError(t, session.Close())
	assert.Contains(t, stderr.String(), "BROWSER_URL", "it is the log")
	assert.Contains(t, stderr.String(), "Redis does not answer")
	assert.NotContains(t, stderr.String(), "words of the site")
	assert.NotContains(t, stderr.String(), "nsolicited")
}

// terminal returns both ends of a terminal.
func terminal(t *testing.T) (ours, theirs *os.File) {
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	t.Cleanup(func() { ours.Close() })
	var number, unlock int32
	for request, value := range map[uintptr]*int32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &unlock} {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, ours.Fd(), request, uintptr(unsafe.Pointer(value)))
		require.Zero(t, errno)
	}
	theirs, err = os.OpenFile("/dev/pts/"+itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	require.NoError(t, err)
	t.Cleanup(func() { theirs.Close() })
	return ours, theirs
}

// Who starts the program by hand is told what it waits for, in one line; hosts
// are told nothing.
func TestByHand(t *testing.T) {
	path, err := binary()
	require.NoError(t, err)
	ours, theirs := terminal(t)
	cmd := exec.Command(path)
	stderr, err := cmd.StderrPipe()
	require.NoError(t, err)
	cmd.Stdin = theirs
	require.NoError(t, cmd.Start())
	line, err := bufio.NewReader(stderr).ReadString('\n')
	require.NoError(t, err)
	assert.Contains(t, line, "--help")
	_, err = ours.WriteString("\x04")
	require.NoError(t, err)
	endsInTime(t, cmd)

	var said bytes.Buffer
	cmd = exec.Command(path)
	cmd.Stdin, cmd.Stderr = strings.NewReader(initialize+"\n"), &said
	require.NoError(t, cmd.Run())
	assert.Empty(t, said.String())
}
