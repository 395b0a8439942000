package transport_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// noise is text that compresses to about half.
func noise(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]byte, n)
	for i := range out {
		out[i] = "0123456789abcdef"[r.IntN(16)]
	}
	return out
}

var encodings = []string{"", "gzip", "x-gzip", "deflate", "raw deflate", "br", "zstd"}

// serve answers with body, already encoded, with or without Content-Length.
func serve(encoding string, body []byte, announced bool) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if encoding != "" {
			w.Header().Set("Content-Encoding", strings.TrimPrefix(encoding, "raw "))
		}
		if announced {
			w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		}
		w.WriteHeader(http.StatusOK)
		for len(body) > 0 {
			n := min(len(body), 10_000)
			if _, err := w.Write(body[:n]); err != nil {
				return
			}
			body = body[n:]
		}
	}
}

func TestBodyLimit(t *testing.T) {
	const limit = 300_000
	for _, encoding := range encodings {
		for size, code := range map[int]string{0: "", 1: "", limit - 1: "", limit: "", limit + 1: "CONTENT_TOO_LARGE", 4 * limit: "CONTENT_TOO_LARGE"} {
			body := noise(size)
			packed := compress(t, encoding, body)
			for _, announced := range []bool{true, false} {
				t.Run(fmt.Sprintf("%s announced=%t %d", encoding, announced, size), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						c := newWorld(t, serve(encoding, packed, announced)).client(transport.Config{})
						resp, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), MaxBytes: limit})
						require.Equal(t, code, codeOf(t, err), "%v", err)
						if err != nil {
							assert.False(t, err.(*transport.Error).Retryable)
							return
						}
						require.True(t, bytes.Equal(body, resp.Body), "%d bytes", len(resp.Body))
						assert.LessOrEqual(t, cap(resp.Body), size+size/4+(4<<10)+1)
					})
				})
			}
		}
	}
}

// Bombs are zeros, so that a few hundred bytes stand for megabytes.
func TestBombs(t *testing.T) {
	for _, encoding := range encodings[1:] {
		bomb := compress(t, encoding, make([]byte, transport.RatioFrom+1<<20))
		tests := map[string]struct {
			max  int64
			code string
		}{
			"above the limit": {1 << 20, "CONTENT_TOO_LARGE"},
			"the ratio":       {100 << 20, "CONTENT_TOO_LARGE"},
		}
		for what, tt := range tests {
			t.Run(encoding+" "+what, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c := newWorld(t, serve(encoding, bomb, true)).client(transport.Config{})
					_, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), MaxBytes: tt.max})
					assert.Equal(t, tt.code, codeOf(t, err))
				})
			})
		}
		t.Run(encoding+" small enough", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newWorld(t, serve(encoding, compress(t, encoding, make([]byte, transport.RatioFrom)), true)).client(transport.Config{})
				resp, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), MaxBytes: 20 << 20})
				require.NoError(t, err)
				assert.Len(t, resp.Body, transport.RatioFrom)
			})
		})
	}
}

// An endless row of empty gzip members never makes a byte of content.
func TestEmptyMembers(t *testing.T) {
	member := compress(t, "gzip", nil)
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			for {
				if _, err := w.Write(bytes.Repeat(member, 100)); err != nil {
					return
				}
			}
		})
		_, err := w.client(transport.Config{}).Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), MaxBytes: 100_000})
		assert.Equal(t, "CONTENT_TOO_LARGE", codeOf(t, err))
	})
}

func TestEncodings(t *testing.T) {
	plain := []byte("hello hello hello hello")
	wide := func(window int) []byte {
		var buf bytes.Buffer
		z, err := zstd.NewWriter(&buf, zstd.WithWindowSize(window), zstd.WithEncoderConcurrency(1))
		require.NoError(t, err)
		_, err = z.Write(append(make([]byte, window), noise(100_000)...))
		require.NoError(t, err)
		require.NoError(t, z.Close())
		return buf.Bytes()
	}
	tests := map[string]struct {
		encoding string
		body     []byte
		code     string
	}{
		"identity":              {"identity", plain, ""},
		"sent by mistake":       {"UTF-8", plain, ""},
		"upper case":            {"GZIP", compress(t, "gzip", plain), ""},
		"identity and one":      {"identity, gzip", compress(t, "gzip", plain), ""},
		"two":                   {"gzip, br", compress(t, "br", compress(t, "gzip", plain)), "DECOMPRESSION_FAILED"},
		"named twice":           {"gzip, x-gzip", compress(t, "gzip", plain), ""},
		"unknown":               {"compress", plain, ""},
		"unknown and one":       {"aws-chunked,gzip", compress(t, "gzip", plain), ""},
		"a charset":             {"iso-8859-1", plain, ""},
		"empty body":            {"gzip", nil, ""},
		"one byte":              {"gzip", []byte{0x1f}, "DECOMPRESSION_FAILED"},
		"text, not gzip":        {"gzip", plain, ""},
		"not gzip":              {"gzip", []byte("hello \x00 hello hello hello"), "DECOMPRESSION_FAILED"},
		"not zlib":              {"deflate", []byte{0xff, 0xff, 0xff}, "DECOMPRESSION_FAILED"},
		"text, not zlib":        {"deflate", plain, ""},
		"text, not brotli":      {"br", plain, ""},
		"too short to be seen":  {"br", plain[:15], "DECOMPRESSION_FAILED"},
		"not brotli":            {"br", []byte("<html><body>Zur\xfcck, in Latin-1"), "DECOMPRESSION_FAILED"},
		"text, not zstd":        {"zstd", plain, ""},
		"not zstd":              {"zstd", []byte("hello \x1f hello hello hello"), "DECOMPRESSION_FAILED"},
		"cut off, zstd":         {"zstd", compress(t, "zstd", noise(5000))[:2000], "DECOMPRESSION_FAILED"},
		"bad check sum":         {"gzip", func() []byte { b := compress(t, "gzip", plain); b[len(b)-5] ^= 1; return b }(), ""},
		"two members":           {"gzip", append(compress(t, "gzip", plain[:6]), compress(t, "gzip", plain[6:])...), ""},
		"rubbish at the end":    {"gzip", append(compress(t, "gzip", plain), "\x00\x00\x00\x00rubbish behind the stream"...), ""},
		"zstd window of 8 MiB":  {"zstd", wide(8 << 20), ""},
		"zstd window of 16 MiB": {"zstd", wide(16 << 20), "DECOMPRESSION_FAILED"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
					w.Header().Set("Content-Encoding", tt.encoding)
					w.Write(tt.body)
				}).client(transport.Config{})
				resp, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), MaxBytes: 30 << 20})
				require.Equal(t, tt.code, codeOf(t, err), "%v", err)
				if err == nil && len(tt.body) > 0 && len(tt.body) < 1000 {
					assert.Equal(t, string(plain), string(resp.Body))
				}
			})
		})
	}
}

// As in browsers, data that are all there are the page, whatever stands behind them, and
// data that end early are its beginning.
func TestEndsOfCompressedBodies(t *testing.T) {
	whole := noise(5000)
	gz, zl, br, zs := compress(t, "gzip", whole), compress(t, "deflate", whole), compress(t, "br", whole), compress(t, "zstd", noise(500_000))
	named := bytes.Clone(gz)
	named[3] = 2 | 4 | 8 | 16 // with a wrong check of the header, an extra field, a long name and a comment
	named = slices.Concat(named[:10], []byte("\x03\x00abc"+strings.Repeat("name", 200)+".html\x00by hand\x00\x12\x34"), named[10:])
	for what, tt := range map[string]struct {
		encoding string
		body     []byte
		cut      bool
	}{
		"gzip, all fields":         {"gzip", named, false},
		"gzip, line break behind":  {"gzip", append(bytes.Clone(gz), "\r\n"...), false},
		"gzip, comment behind":     {"gzip", append(bytes.Clone(gz), "<!-- served by node 7 in 12 ms -->"...), false},
		"gzip, half a head behind": {"gzip", append(bytes.Clone(gz), gz[:7]...), false},
		"gzip, no trailer":         {"gzip", gz[:len(gz)-8], false},
		"gzip, half a trailer":     {"gzip", gz[:len(gz)-3], false},
		"zlib, no trailer":         {"deflate", zl[:len(zl)-4], false},
		"zlib, line break behind":  {"deflate", append(bytes.Clone(zl), '\n'), false},
		"raw, bytes behind":        {"deflate", append(compress(t, "raw deflate", whole), "rest"...), false},
		"brotli, bytes behind":     {"br", append(bytes.Clone(br), "rest"...), false},
		"gzip, cut":                {"gzip", gz[:2000], true},
		"gzip, second member cut":  {"gzip", append(bytes.Clone(gz), gz[:2000]...), true},
		"zlib, cut":                {"deflate", zl[:2000], true},
		"brotli, cut":              {"br", br[:2000], true},
		"zstd, cut":                {"zstd", zs[:len(zs)/2], true},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, func(rw http.ResponseWriter, r *http.Request) { serve(tt.encoding, tt.body, true)(rw, r) })
				c := w.client(transport.Config{})
				resp, err := get(t.Context(), c, "http://a.example.com/")
				require.NoError(t, err)
				assert.Equal(t, tt.cut, resp.Cut)
				assert.Len(t, w.seen(), 1, "the server has sent all that it has")
				if !tt.cut {
					assert.Equal(t, string(whole), string(resp.Body))
				} else {
					assert.NotEmpty(t, resp.Body)
					assert.True(t, bytes.HasPrefix(noise(500_000), resp.Body[:min(len(resp.Body), 1000)]))
				}
				_, err = c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), Whole: true})
				assert.Equal(t, tt.cut, codeOf(t, err) == "DECOMPRESSION_FAILED")
			})
		})
	}
}

// A decoder that failed or was left early serves the next body as well as ever.
func TestDecodersAreReused(t *testing.T) {
	var pool transport.Decoders
	body := noise(100_000)
	for _, encoding := range encodings[1:] {
		whole := compress(t, encoding, body)
		for i := range 6 {
			in := whole
			if i%3 == 1 {
				in = whole[:len(whole)/2]
			}
			r, release, err := pool.Open(strings.TrimPrefix(strings.TrimPrefix(encoding, "raw "), "x-"), bytes.NewReader(in))
			require.NoError(t, err)
			if i%3 == 2 {
				_, err = io.ReadFull(r, make([]byte, 100))
				require.NoError(t, err)
			} else {
				got, err := io.ReadAll(r)
				assert.Equal(t, i%3 == 1, err != nil)
				assert.True(t, bytes.HasPrefix(body, got))
			}
			release()
		}
	}
}

// An error page is an excerpt, whatever its size and encoding.
func TestErrorPages(t *testing.T) {
	tests := map[string]struct {
		encoding string
		body     []byte
		want     int
	}{
		"short":          {"", noise(100), 100},
		"at the limit":   {"", noise(transport.ExcerptBytes), transport.ExcerptBytes},
		"one over":       {"", noise(transport.ExcerptBytes + 1), transport.ExcerptBytes},
		"large":          {"", noise(1 << 20), transport.ExcerptBytes},
		"compressed":     {"gzip", compress(t, "gzip", noise(1<<20)), transport.ExcerptBytes},
		"broken":         {"gzip", []byte("not gzip at all"), 0},
		"unknown":        {"rot13", []byte("uryyb"), 5},
		"cut in the end": {"gzip", compress(t, "gzip", noise(50_000))[:20_000], -1},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
					if tt.encoding != "" {
						w.Header().Set("Content-Encoding", tt.encoding)
					}
					w.WriteHeader(http.StatusForbidden)
					w.Write(tt.body)
				}).client(transport.Config{})
				resp, err := get(t.Context(), c, "http://a.example.com/")
				require.NoError(t, err)
				assert.Equal(t, http.StatusForbidden, resp.Status)
				if tt.want < 0 {
					assert.NotEmpty(t, resp.Body)
				} else {
					assert.Len(t, resp.Body, tt.want)
				}
			})
		})
	}
}

func TestReadAllGivesUpOnEmptyReads(t *testing.T) {
	_, err := new(transport.Decoders).Read("", emptyReader{}, -1, 10)
	assert.ErrorIs(t, err, io.ErrNoProgress)
}

type emptyReader struct{}

func (emptyReader) Read([]byte) (int, error) { return 0, nil }

// FuzzDecode holds that no body, however encoded, panics, passes the limit, or
// fails with anything but a named error.
func FuzzDecode(f *testing.F) {
	for i, encoding := range encodings {
		f.Add(i, compress(f, encoding, []byte("hello hello hello hello")))
		f.Add(i, compress(f, encoding, make([]byte, 5000)))
	}
	f.Add(5, []byte("\x0b\x02\x80hello\x03"))
	var pool transport.Decoders
	f.Fuzz(func(t *testing.T, which int, body []byte) {
		encoding := strings.TrimPrefix(strings.TrimPrefix(encodings[uint(which)%uint(len(encodings))], "raw "), "x-")
		const limit = 4096
		got, err := pool.Read(encoding, bytes.NewReader(body), int64(len(body)), limit)
		require.LessOrEqual(t, len(got), limit)
		if err == nil && encoding == "" {
			require.True(t, bytes.Equal(body, got))
		}
		if err == nil || errors.Is(err, io.ErrNoProgress) {
			return
		}
		require.Contains(t, []string{"CONTENT_TOO_LARGE", "DECOMPRESSION_FAILED"}, transport.CodeOf(t.Context(), err), "%v", err)
	})
}
