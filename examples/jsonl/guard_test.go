package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/dns/dnsmessage"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// trial is a world on loopback: a DNS server with prepared answers, and a
// server that stands in for every address that is dialed and notes which.
type trial struct {
	t        *testing.T
	dns      net.PacketConn
	listener net.Listener
	pages    map[string]string // "host/path" to Location

	mu      sync.Mutex
	answers map[string][][]string // by name: what each look-up gets, the last repeats
	dialed  []string
	asked   []string // "host/path"
}

func newTrial(t *testing.T) *trial {
	dns, err := net.ListenPacket("udp", "127.0.0.1:0")
	require.NoError(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	w := &trial{t: t, dns: dns, listener: listener, answers: map[string][][]string{}, pages: map[string]string{}}
	t.Cleanup(func() { dns.Close(); listener.Close() })
	go w.serveDNS()
	go w.serveHTTP()
	t.Setenv("SSRF_DNS", dns.LocalAddr().String())
	t.Setenv("SSRF_DIAL", listener.Addr().String())
	return w
}

// prepare sets what names resolve to and which pages redirect.
func (w *trial) prepare(answers map[string][][]string, pages map[string]string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	maps.Copy(w.answers, answers)
	maps.Copy(w.pages, pages)
}

// seen returns the pages asked for so far.
func (w *trial) seen() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

func (w *trial) serveDNS() {
	buf := make([]byte, 1500)
	for {
		n, from, err := w.dns.ReadFrom(buf)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(buf[:n]) != nil || len(m.Questions) != 1 {
			continue
		}
		m.Response, m.Additionals = true, nil
		w.answer(&m)
		if out, err := m.Pack(); err == nil {
			_, _ = w.dns.WriteTo(out, from)
		}
	}
}

// answer gives the addresses of a name that fit the type asked for. Each type
// goes through the sets of the name on its own.
func (w *trial) answer(m *dnsmessage.Message) {
	w.mu.Lock()
	defer w.mu.Unlock()
	q := m.Questions[0]
	key := q.Type.String() + " " + strings.TrimSuffix(strings.ToLower(q.Name.String()), ".")
	name := key[strings.Index(key, " ")+1:]
	if w.answers[key] == nil {
		w.answers[key] = w.answers[name]
	}
	sets := w.answers[key]
	if len(sets) == 0 {
		m.RCode = dnsmessage.RCodeNameError
		return
	}
	if len(sets) > 1 {
		w.answers[key] = sets[1:]
	}
	for _, text := range sets[0] {
		addr := netip.MustParseAddr(text)
		header := dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET, TTL: 1}
		switch {
		case addr.Is4() && q.Type == dnsmessage.TypeA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: addr.As4()}})
		case addr.Is6() && q.Type == dnsmessage.TypeAAAA:
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}})
		}
	}
}

func (w *trial) serveHTTP() {
	for {
		conn, err := w.listener.Accept()
		if err != nil {
			return
		}
		go w.serve(conn)
	}
}

func (w *trial) serve(conn net.Conn) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	target, err := r.ReadString('\n')
	if err != nil {
		return
	}
	w.mu.Lock()
	w.dialed = append(w.dialed, strings.TrimSpace(target))
	w.mu.Unlock()
	for {
		req, err := http.ReadRequest(r)
		if err != nil {
			return
		}
		page := req.Host + req.URL.RequestURI()
		w.mu.Lock()
		w.asked = append(w.asked, page)
		location := w.pages[page]
		w.mu.Unlock()
		head := "HTTP/1.1 200 OK\r\n"
		if location != "" {
			head = "HTTP/1.1 302 Found\r\nLocation: " + location + "\r\n"
		}
		_, _ = io.WriteString(conn, head+"Content-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
	}
}

func TestGuardAddresses(t *testing.T) {
	for text, blocked := range map[string]bool{
		"1.1.1.1": false, "2606:4700:4700::1111": false, "::ffff:8.8.8.8": false,
		"127.0.0.1": true, "::1": true, "::ffff:a9fe:a9fe": true, "64:ff9b::7f00:1": true, "2002:a00:1::": true, "168.63.129.16": true,
		"fe80::1%eth0": true, "": true, "127.1": true, "0x7f000001": true, "1.1.1.1 ": true, "[::1]": true, "example.com": true, "01.1.1.1": true,
	} {
		answers := lines(t, jsonLine(t, map[string]any{"id": text, "kind": "ip", "ip": text}), "guard")
		assert.Equal(t, blocked, answers[0]["blocked"], "%q: %v", text, answers[0]["reason"])
	}
}

func TestGuardFetches(t *testing.T) {
	public := [][]string{{"93.184.216.34"}}
	tests := map[string]struct {
		url     string
		answers map[string][][]string
		pages   map[string]string
		blocked bool
	}{
		"public":                 {"http://a.example.com/", map[string][][]string{"a.example.com": public}, nil, false},
		"public, port 8080":      {"http://a.example.com:8080/", map[string][][]string{"a.example.com": public}, nil, false},
		"public address":         {"http://1.1.1.1/", nil, nil, false},
		"both families":          {"http://a.example.com/", map[string][][]string{"a.example.com": {{"93.184.216.34", "2606:4700:4700::1111"}}}, nil, false},
		"redirect":               {"http://a.example.com/", map[string][][]string{"a.example.com": public}, map[string]string{"a.example.com/": "/b"}, false},
		"loopback":               {"http://127.0.0.1/", nil, nil, true},
		"localhost":              {"http://localhost/", map[string][][]string{"localhost": public}, nil, true},
		"metadata by name":       {"http://metadata.google.internal/", map[string][][]string{"metadata.google.internal": public}, nil, true},
		"octal":                  {"http://0177.0.0.1/", nil, nil, true},
		"mapped":                 {"http://[::ffff:169.254.169.254]/", nil, nil, true},
		"user information":       {"http://a.example.com@127.0.0.1/", nil, nil, true},
		"port":                   {"http://a.example.com:6379/", map[string][][]string{"a.example.com": public}, nil, true},
		"scheme":                 {"file:///etc/passwd", nil, nil, true},
		"no such name":           {"http://gone.example.com/", nil, nil, true},
		"resolves private":       {"http://a.example.com/", map[string][][]string{"a.example.com": {{"10.0.0.1"}}}, nil, true},
		"resolves private IPv6":  {"http://a.example.com/", map[string][][]string{"a.example.com": {{"fd00::1"}}}, nil, true},
		"mixed":                  {"http://a.example.com/", map[string][][]string{"a.example.com": {{"93.184.216.34", "127.0.0.1"}}}, nil, true},
		"mixed families":         {"http://a.example.com/", map[string][][]string{"a.example.com": {{"93.184.216.34", "::1"}}}, nil, true},
		"private, public later":  {"http://a.example.com/", map[string][][]string{"a.example.com": {{"10.0.0.1"}, {"93.184.216.34"}}}, nil, true},
		"public, private later":  {"http://a.example.com/", map[string][][]string{"a.example.com": {{"93.184.216.34"}, {"127.0.0.1"}}}, nil, false},
		"redirect to loopback":   {"http://a.example.com/", map[string][][]string{"a.example.com": public}, map[string]string{"a.example.com/": "http://127.0.0.1/"}, true},
		"redirect to NAT64":      {"http://a.example.com/", map[string][][]string{"a.example.com": public}, map[string]string{"a.example.com/": "http://[64:ff9b::7f00:1]/"}, true},
		"redirect to file":       {"http://a.example.com/", map[string][][]string{"a.example.com": public}, map[string]string{"a.example.com/": "file:///etc/passwd"}, true},
		"redirect and rebinding": {"http://a.example.com/", map[string][][]string{"a.example.com": {{"93.184.216.34"}, {"127.0.0.1"}}}, map[string]string{"a.example.com/": "http://a.example.com:8080/"}, true},
		"redirect loop":          {"http://a.example.com/", map[string][][]string{"a.example.com": public}, map[string]string{"a.example.com/": "/"}, true},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			w := newTrial(t)
			w.prepare(tt.answers, tt.pages)
			answers := lines(t, jsonLine(t, map[string]any{"id": 1, "kind": "url", "url": tt.url}), "guard")
			require.Len(t, answers, 1)
			assert.Equal(t, tt.blocked, answers[0]["blocked"], "%v", answers[0])
			if !tt.blocked {
				assert.EqualValues(t, 200, answers[0]["status"])
				assert.EqualValues(t, 5, answers[0]["bytes"])
			}
			w.judge()
		})
	}
}

// judge holds that nothing but public addresses was dialed.
func (w *trial) judge() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, target := range w.dialed {
		assert.NoError(w.t, new(security.Policy).CheckAddr(netip.MustParseAddrPort(target)))
	}
}

func TestGuardObeysRobots(t *testing.T) {
	w := newTrial(t)
	w.prepare(map[string][][]string{"a.example.com": {{"93.184.216.34"}}}, nil)
	in := ""
	for _, kind := range []string{"robots", "url"} {
		in += jsonLine(t, map[string]any{"id": kind, "kind": kind, "url": "http://a.example.com/page"})
	}
	answers := lines(t, in, "guard", "-robots-token", "tester")
	assert.Equal(t, false, answers[0]["blocked"])
	assert.Equal(t, false, answers[1]["blocked"])
	assert.Equal(t, []string{"a.example.com/robots.txt", "a.example.com/page", "a.example.com/page"}, w.seen())
}

func TestGuardRefusesConnectionHeaders(t *testing.T) {
	w := newTrial(t)
	w.prepare(map[string][][]string{"a.example.com": {{"93.184.216.34"}}}, nil)
	answers := lines(t, jsonLine(t, map[string]any{
		"id": 1, "kind": "redirect", "url": "http://a.example.com/", "headers": map[string]string{"Proxy-Authorization": "x"},
	}), "guard")
	assert.Equal(t, true, answers[0]["blocked"])
	assert.Equal(t, "INVALID_INPUT", answers[0]["code"])
	w.mu.Lock()
	defer w.mu.Unlock()
	assert.Empty(t, w.dialed)
}

func TestGuardRefusesBadFlags(t *testing.T) {
	assert.ErrorContains(t, run(context.Background(), []string{"guard", "-nonsense"}, strings.NewReader(""), io.Discard), "guard")
	assert.ErrorContains(t, run(context.Background(), []string{"robots", "x"}, strings.NewReader(""), io.Discard), "robots")
}

func TestRobotsVerb(t *testing.T) {
	in := jsonLine(t, map[string]any{"id": 1, "kind": "match", "robots": "User-agent: *\nDisallow: /x\nCrawl-delay: 2", "agent": "tester", "url": "http://example.com/x"}) +
		jsonLine(t, map[string]any{"id": 2, "kind": "match", "robots_b64": "VXNlci1hZ2VudDogKgpEaXNhbGxvdzogL3g=", "agent": "tester", "url": "http://example.com/y"}) +
		jsonLine(t, map[string]any{"id": 3, "kind": "match", "robots": "", "agent": "tester", "url": "http://a b/"}) +
		jsonLine(t, map[string]any{"id": 5, "values": []string{"7"}, "cap_s": 5}) +
		jsonLine(t, map[string]any{"id": 6, "values": []string{"soon"}, "now": "2026-03-01T12:00:00Z", "cap_s": 5}) +
		jsonLine(t, map[string]any{"id": 7, "values": []string{"Sun, 01 Mar 2026 12:00:03 GMT"}, "now": "2026-03-01T12:00:00Z", "cap_s": 5})
	answers := lines(t, in, "robots")
	assert.Equal(t, false, answers[0]["allowed"])
	assert.Equal(t, "Disallow: /x", answers[0]["rule"])
	assert.EqualValues(t, 2, answers[0]["line"])
	assert.EqualValues(t, 2, answers[0]["crawl_delay_s"])
	assert.Equal(t, true, answers[1]["allowed"])
	assert.NotEmpty(t, answers[2]["error"])
	assert.EqualValues(t, 5, answers[3]["delay_s"])
	assert.Contains(t, fmt.Sprint(answers[4]), "delay_s:<nil>")
	assert.EqualValues(t, 3, answers[5]["delay_s"])
}
