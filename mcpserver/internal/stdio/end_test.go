package stdio_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/stdio"
)

// A client that does not read its answers can end the session all the same, by
// closing its output or by stopping the server.
func TestEndDoesNotWaitForReaders(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}` + "\n"
	for name, input := range map[string]string{"answers": ping, "refusals": strings.Repeat("x\n", 20000), "both": "x\n" + ping} {
		for _, how := range []string{"end of input", "stop"} {
			t.Run(how+" with "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					unread, out := io.Pipe()
					defer unread.Close()
					in, w := io.Pipe()
					transport := stdio.New(in, out, 1000, 5*time.Second)
					conn, err := transport.Connect(t.Context())
					require.NoError(t, err)
					wrote := make(chan error, 1)
					go func() {
						for {
							msg, err := conn.Read(t.Context())
							if err != nil {
								return
							}
							if req := msg.(*jsonrpc.Request); req.IsCall() {
								wrote <- conn.Write(t.Context(), &jsonrpc.Response{ID: req.ID, Result: json.RawMessage(`1`)})
							}
						}
					}()
					_, err = io.WriteString(w, input)
					require.NoError(t, err)
					synctest.Wait()
					began := time.Now()
					if how == "stop" {
						transport.Stop()
					} else {
						require.NoError(t, w.Close())
					}
					require.NoError(t, transport.Wait(nil), "the handlers of the session never end")
					assert.Equal(t, 5*time.Second+250*time.Millisecond, time.Since(began), "the drain, and the time for handlers to notice")
					if name != "refusals" {
						assert.ErrorIs(t, <-wrote, stdio.ErrClosed)
					}
					w.Close()
				})
			})
		}
	}
}
