package stdio_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/stdio"
)

// record is a writer whose lines can be read while it is written to.
type record struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.Write(p)
}

func (r *record) lines() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.FieldsFunc(r.b.String(), func(c rune) bool { return c == '\n' })
}

// echo answers every request with its method until the input ends.
func echo(t testing.TB, in io.Reader, limit int) []string {
	out := &record{}
	transport := stdio.New(in, out, limit, time.Second)
	conn, err := transport.Connect(context.Background())
	require.NoError(t, err)
	for {
		msg, err := conn.Read(context.Background())
		if err != nil {
			require.ErrorIs(t, err, io.EOF)
			require.NoError(t, conn.Close())
			return out.lines()
		}
		if req, isRequest := msg.(*jsonrpc.Request); isRequest && req.IsCall() {
			require.NoError(t, conn.Write(context.Background(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage(`"` + req.Method + `"`)}))
		}
	}
}

func TestLinesThatAreNoMessages(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":9,"method":"ping"}`
	const pong = `{"jsonrpc":"2.0","id":9,"result":"ping"}`
	for name, tt := range map[string]struct {
		line string
		code int
		id   string
	}{
		"no JSON":          {`hello`, jsonrpc.CodeParseError, "null"},
		"half a message":   {`{"jsonrpc":"2.0","id":1,`, jsonrpc.CodeParseError, "null"},
		"two on one line":  {ping + ping, jsonrpc.CodeParseError, "null"},
		"binary":           {"\x00\xff\xfe", jsonrpc.CodeParseError, "null"},
		"batch":            {`[` + ping + `]`, jsonrpc.CodeInvalidRequest, "null"},
		"empty batch":      {`[]`, jsonrpc.CodeInvalidRequest, "null"},
		"number":           {`42`, jsonrpc.CodeInvalidRequest, "null"},
		"null":             {`null`, jsonrpc.CodeInvalidRequest, "null"},
		"no version":       {`{"id":1,"method":"ping"}`, jsonrpc.CodeInvalidRequest, "1"},
		"version 1":        {`{"jsonrpc":"1.0","id":"a","method":"ping"}`, jsonrpc.CodeInvalidRequest, `"a"`},
		"neither":          {`{"jsonrpc":"2.0"}`, jsonrpc.CodeInvalidRequest, "null"},
		"object as id":     {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, jsonrpc.CodeInvalidRequest, "null"},
		"no method":        {`{"jsonrpc":"2.0","id":4}`, jsonrpc.CodeInvalidRequest, "4"},
		"null as id":       {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, jsonrpc.CodeInvalidRequest, "null"},
		"method no string": {`{"jsonrpc":"2.0","id":3,"method":7}`, jsonrpc.CodeInvalidRequest, "3"},
		"too deep":         {`{"jsonrpc":"2.0","id":3,"method":"ping","params":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`, jsonrpc.CodeInvalidRequest, "3"},
		"too long":         {`{"jsonrpc":"2.0","id":3,"method":"` + strings.Repeat("x", 100<<10) + `"}`, jsonrpc.CodeParseError, "null"},
	} {
		t.Run(name, func(t *testing.T) {
			got := echo(t, strings.NewReader(tt.line+"\r\n\n"+ping+"\n"), 90<<10)
			require.Len(t, got, 2)
			var answer struct {
				ID    json.RawMessage
				Error jsonrpc.Error
			}
			require.NoError(t, json.Unmarshal([]byte(got[0]), &answer))
			assert.EqualValues(t, tt.code, answer.Error.Code)
			assert.Equal(t, tt.id, string(answer.ID))
			assert.Equal(t, pong, got[1], "the session lives on")
		})
	}
}

func TestLineLimit(t *testing.T) {
	for extra, code := range map[int]bool{0: true, 1: false} {
		line := `{"jsonrpc":"2.0","id":1,"method":""}`
		line = strings.Replace(line, `""`, `"`+strings.Repeat("m", 100000-len(line)-1+extra)+`"`, 1) + "\n"
		require.Len(t, line, 100000+extra)
		got := echo(t, strings.NewReader(line), 100000)
		require.Len(t, got, 1)
		assert.Equal(t, code, strings.Contains(got[0], "result"), got[0][:80])
	}
}

func TestLastLineWithoutNewline(t *testing.T) {
	got := echo(t, strings.NewReader("\ufeff"+`{"jsonrpc":"2.0","id":1,"method":"ping"}`), 1000)
	assert.Equal(t, []string{`{"jsonrpc":"2.0","id":1,"result":"ping"}`}, got)
}

func TestIDInUse(t *testing.T) {
	in, out := strings.NewReader(strings.Repeat(`{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n", 2)), &record{}
	conn, err := stdio.New(in, out, 1000, time.Second).Connect(t.Context())
	require.NoError(t, err)
	_, err = conn.Read(t.Context())
	require.NoError(t, err)
	require.Eventually(t, func() bool { return len(out.lines()) == 1 }, time.Second, time.Millisecond)
	assert.Contains(t, out.lines()[0], "request id is in use")
	require.NoError(t, conn.Close())
}

// reuse is a client that reuses the id of a request as soon as it sees the
// answer.
type reuse struct {
	record
	in   io.Writer
	once sync.Once
}

func (r *reuse) Write(p []byte) (int, error) {
	r.once.Do(func() { io.WriteString(r.in, `{"jsonrpc":"2.0","id":1,"method":"again"}`+"\n") })
	return r.record.Write(p)
}

func TestIDIsFreeWithItsAnswer(t *testing.T) {
	in, w := io.Pipe()
	out := &reuse{in: w}
	conn, err := stdio.New(in, out, 1000, time.Second).Connect(t.Context())
	require.NoError(t, err)
	go io.WriteString(w, `{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n")
	for _, method := range []string{"ping", "again"} {
		msg, err := conn.Read(t.Context())
		require.NoError(t, err)
		req := msg.(*jsonrpc.Request)
		assert.Equal(t, method, req.Method)
		require.NoError(t, conn.Write(t.Context(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage(`1`)}))
	}
	assert.Len(t, out.lines(), 2)
	require.NoError(t, w.Close())
	_, err = conn.Read(t.Context())
	assert.ErrorIs(t, err, io.EOF)
}

// The end of the input is held back until what is due is answered; what takes
// too long is cancelled, so that it answers.
func TestEndWaitsForAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"slow"}` + "\n" + `{"jsonrpc":"2.0","id":2,"method":"endless"}` + "\n" + `{"jsonrpc":"2.0","id":3,"method":"subscriptions/listen"}` + "\n")
		out := &record{}
		conn, err := stdio.New(in, out, 1000, 5*time.Second).Connect(t.Context())
		require.NoError(t, err)
		began := time.Now()
		var cancelled []string
		for {
			msg, err := conn.Read(t.Context())
			if err != nil {
				require.ErrorIs(t, err, io.EOF)
				break
			}
			req := msg.(*jsonrpc.Request)
			switch req.Method {
			case "slow":
				time.AfterFunc(3*time.Second, func() {
					assert.NoError(t, conn.Write(t.Context(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage(`"done"`)}))
				})
			case "notifications/cancelled":
				var params struct{ RequestID float64 }
				require.NoError(t, json.Unmarshal(req.Params, &params))
				cancelled = append(cancelled, time.Since(began).String()+" "+strconv.FormatFloat(params.RequestID, 'f', -1, 64))
				id, err := jsonrpc.MakeID(params.RequestID)
				require.NoError(t, err)
				require.NoError(t, conn.Write(t.Context(), &jsonrpc.Response{ID: id, Result: json.RawMessage(`"cancelled"`)}))
			}
		}
		assert.Equal(t, []string{"0s 3", "4s 2"}, cancelled)
		assert.Equal(t, 4*time.Second, time.Since(began))
		assert.Len(t, out.lines(), 3)
		require.NoError(t, conn.Close())
	})
}

// A handler that never answers does not keep the process alive.
func TestEndDoesNotWaitForever(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn, err := stdio.New(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"stuck"}`), io.Discard, 1000, 5*time.Second).Connect(t.Context())
		require.NoError(t, err)
		began := time.Now()
		for err == nil {
			_, err = conn.Read(t.Context())
		}
		assert.ErrorIs(t, err, io.EOF)
		assert.Equal(t, 5*time.Second, time.Since(began))
	})
}

// A session that is told to stop cancels its calls at once, and ends when they
// are answered.
func TestStopCancelsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, w := io.Pipe()
		defer w.Close()
		out := &record{}
		transport := stdio.New(in, out, 1000, 5*time.Second)
		conn, err := transport.Connect(t.Context())
		require.NoError(t, err)
		go io.WriteString(w, `{"jsonrpc":"2.0","id":1,"method":"endless"}`+"\n")
		_, err = conn.Read(t.Context())
		require.NoError(t, err)
		began := time.Now()
		transport.Stop()
		msg, err := conn.Read(t.Context())
		require.NoError(t, err)
		assert.Equal(t, "notifications/cancelled", msg.(*jsonrpc.Request).Method)
		id, err := jsonrpc.MakeID(1.0)
		require.NoError(t, err)
		require.NoError(t, conn.Write(t.Context(), &jsonrpc.Response{ID: id, Result: json.RawMessage(`1`)}))
		_, err = conn.Read(t.Context())
		assert.ErrorIs(t, err, io.EOF)
		assert.Zero(t, time.Since(began))
		assert.Len(t, out.lines(), 1)
		require.NoError(t, conn.Close())
	})
}

// A line that nobody waits for any more is not written, unless it is being
// written already; those behind it are.
func TestWritesCanBeGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		read, out := io.Pipe()
		in, w := io.Pipe()
		defer w.Close()
		conn, err := stdio.New(in, out, 1000, time.Second).Connect(t.Context())
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(t.Context())
		results := make(chan error, 3)
		for i := range 3 {
			id, err := jsonrpc.MakeID(float64(i))
			require.NoError(t, err)
			waits := t.Context()
			if i == 1 {
				waits = ctx
			}
			go func() { results <- conn.Write(waits, &jsonrpc.Response{ID: id, Result: json.RawMessage(`1`)}) }()
			synctest.Wait()
		}
		cancel()
		assert.ErrorIs(t, <-results, context.Canceled)
		lines := bufio.NewScanner(read)
		for _, id := range []string{`"id":0`, `"id":2`} {
			require.True(t, lines.Scan())
			assert.Contains(t, lines.Text(), id)
			assert.NoError(t, <-results)
		}
		require.NoError(t, conn.Close())
	})
}

func TestCloseEndsReading(t *testing.T) {
	in, w := io.Pipe()
	conn, err := stdio.New(in, io.Discard, 1000, time.Second).Connect(t.Context())
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	require.NoError(t, conn.Close())
	_, err = conn.Read(t.Context())
	assert.ErrorIs(t, err, io.EOF)
	require.NoError(t, w.Close())
}

// Whatever comes in, every line of the answer is one JSON-RPC message, and the
// session ends with the input.
func FuzzLines(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n",
		"x\n[1]\n\n{}\n", `{"jsonrpc":"2.0","id":"a","method":"x","params":{"a":[1,{"b":null}]}}`,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n",
		`{"jsonrpc":"2.0","id":1,"result":{}}` + "\n", "\xff\n" + strings.Repeat("[", 100) + "\n",
		`{"jsonrpc":"2.0","id":1.5,"method":"ping"}` + "\n" + `{"jsonrpc":"2.0","id":null,"method":"ping"}` + "\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		out := &record{}
		conn, err := stdio.New(bytes.NewReader(input), out, 4096, time.Minute).Connect(t.Context())
		require.NoError(t, err)
		for err == nil {
			var msg jsonrpc.Message
			msg, err = conn.Read(t.Context())
			if req, isRequest := msg.(*jsonrpc.Request); isRequest && req.IsCall() {
				require.NoError(t, conn.Write(t.Context(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage(`1`)}))
			}
		}
		scanner := bufio.NewScanner(strings.NewReader(strings.Join(out.lines(), "\n")))
		for scanner.Scan() {
			_, err := jsonrpc.DecodeMessage(scanner.Bytes())
			if err != nil && !bytes.Contains(scanner.Bytes(), []byte(`"id":null`)) {
				t.Fatalf("answer %q: %v", scanner.Bytes(), err)
			}
		}
	})
}

// A request that the client has cancelled is not answered; one that the server cancels at its
// end is.
func TestCancelledRequestsAreNotAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, client := io.Pipe()
		out := &record{}
		transport := stdio.New(in, out, 1<<20, time.Second)
		conn, err := transport.Connect(t.Context())
		require.NoError(t, err)
		var requests []*jsonrpc.Request
		read := make(chan struct{})
		go func() {
			defer close(read)
			for {
				msg, err := conn.Read(t.Context())
				if err != nil {
					return
				}
				if req, isRequest := msg.(*jsonrpc.Request); isRequest && req.IsCall() {
					requests = append(requests, req)
				}
			}
		}()
		for _, line := range []string{
			`{"jsonrpc":"2.0","id":1,"method":"slow"}`, `{"jsonrpc":"2.0","id":"a","method":"slow"}`, `{"jsonrpc":"2.0","id":9007199254740993,"method":"slow"}`,
			`{"jsonrpc":"2.0","id":2,"method":"slow"}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9007199254740993}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`,
			`{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`,
		} {
			_, err := io.WriteString(client, line+"\n")
			require.NoError(t, err)
		}
		synctest.Wait()
		require.Len(t, requests, 4)
		for _, req := range requests {
			require.NoError(t, conn.Write(t.Context(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage(`{}`)}))
		}
		require.NoError(t, client.Close())
		<-read
		require.NoError(t, conn.Close())
		assert.Equal(t, []string{`{"jsonrpc":"2.0","id":2,"result":{}}`}, out.lines())
	})
}
