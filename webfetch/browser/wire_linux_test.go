package browser_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/wiretest"
)

// inNamespace is set for the copy of the test that runs in a namespace.
const inNamespace = "WEBFETCH_WIRE_TEST"

// TestNothingGoesBesideTheProxy renders pages that try to reach addresses that
// aren't public, in a network namespace of its own in which every address is
// local, and listens on the wire. Where the system grants no namespaces it is
// skipped.
func TestNothingGoesBesideTheProxy(t *testing.T) {
	if os.Getenv(inNamespace) != "" {
		wire(t)
		return
	}
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inNamespace+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if os.Getuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}
	}
	out, err := cmd.CombinedOutput()
	if _, ran := err.(*exec.ExitError); err != nil && !ran {
		t.Skipf("no namespaces: %v", err)
	}
	require.NoError(t, err, "%s", out)
	t.Logf("%s", out)
}

// attempts are what a page may do to reach HOST, which stands for host and port.
var attempts = map[string]string{
	"image":               `<img src="http://HOST/">`,
	"source set":          `<img srcset="http://HOST/ 1x">`,
	"style sheet":         `<link rel=stylesheet href="http://HOST/">`,
	"import of a style":   `<style>@import "http://HOST/"; body { background: url(http://HOST/b) }</style>`,
	"font":                `<style>@font-face { font-family: x; src: url(http://HOST/) } p { font-family: x }</style><p>text</p>`,
	"script":              `<script src="http://HOST/"></script>`,
	"module":              `<script type=module>import('http://HOST/').catch(() => 0)</script>`,
	"frame":               `<iframe src="http://HOST/"></iframe>`,
	"nested frame":        `<iframe srcdoc="<iframe src='http://HOST/'></iframe>"></iframe>`,
	"data frame":          `<iframe src="data:text/html,<img src=http://HOST/>"></iframe>`,
	"object":              `<object data="http://HOST/"></object><embed src="http://HOST/">`,
	"media":               `<video src="http://HOST/" autoplay muted></video><audio src="http://HOST/" autoplay></audio>`,
	"fetch":               `<script>fetch('http://HOST/', {mode: 'no-cors'}).catch(() => 0)</script>`,
	"request with a body": `<script>fetch('http://HOST/', {mode: 'no-cors', method: 'POST', body: 'x', keepalive: true}).catch(() => 0)</script>`,
	"XMLHttpRequest":      `<script>const x = new XMLHttpRequest(); x.open('GET', 'http://HOST/'); x.send()</script>`,
	"beacon":              `<script>navigator.sendBeacon('http://HOST/', 'x')</script>`,
	"ping":                `<a id=a href="#x" ping="http://HOST/">x</a><script>a.click()</script>`,
	"event source":        `<script>new EventSource('http://HOST/')</script>`,
	"WebSocket":           `<script>new WebSocket('ws://HOST/'); new WebSocket('wss://HOST/')</script>`,
	"WebTransport":        `<script>try { new WebTransport('https://HOST/').ready.catch(() => 0) } catch {}</script>`,
	"STUN and TURN": `<script>const c = new RTCPeerConnection({iceServers: [{urls: 'stun:HOST'}, {urls: 'turn:HOST?transport=tcp', username: 'a', credential: 'b'}, {urls: 'turn:HOST?transport=udp', username: 'a', credential: 'b'}]});
		c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))</script>`,
	"candidate": `<script>const c = new RTCPeerConnection(), d = new RTCPeerConnection(); c.createDataChannel('x');
		c.createOffer().then(async (o) => { await c.setLocalDescription(o); await d.setRemoteDescription(o); const a = await d.createAnswer(); await d.setLocalDescription(a); await c.setRemoteDescription(a);
		const [ip, port] = 'HOST'.split(':'); await c.addIceCandidate({candidate: 'candidate:1 1 udp 2122260223 ' + ip + ' ' + port + ' typ host', sdpMid: '0'}) }).catch(() => 0)</script>`,
	"worker":             `<script>new Worker(URL.createObjectURL(new Blob(['fetch("http://HOST/", {mode: "no-cors"}); new WebSocket("ws://HOST/")'])))</script>`,
	"shared worker":      `<script>new SharedWorker(URL.createObjectURL(new Blob(['fetch("http://HOST/", {mode: "no-cors"})'])))</script>`,
	"prefetch":           `<link rel=prefetch href="http://HOST/"><link rel=preload as=fetch href="http://HOST/p"><link rel=modulepreload href="http://HOST/m">`,
	"preconnect":         `<link rel=preconnect href="http://HOST/"><link rel=dns-prefetch href="//HOST/">`,
	"speculation":        `<script type="speculationrules">{"prefetch": [{"source": "list", "urls": ["http://HOST/"], "eagerness": "immediate"}], "prerender": [{"source": "list", "urls": ["http://HOST/r"], "eagerness": "immediate"}]}</script>`,
	"form":               `<iframe name=f></iframe><form id=g method=post target=f action="http://HOST/"></form><script>g.submit()</script>`,
	"window":             `<script>open('http://HOST/')</script><a id=a href="http://HOST/" target=_blank>x</a><script>a.click()</script>`,
	"refresh of a frame": `<iframe srcdoc="<meta http-equiv=refresh content='0;url=http://HOST/'>"></iframe>`,
	"redirect":           `<img src="/to/HOST"><iframe src="/to/HOST"></iframe><script>fetch('/to/HOST', {mode: 'no-cors'}).catch(() => 0)</script>`,
	"report":             `<meta http-equiv="Content-Security-Policy" content="img-src 'none'; report-uri http://HOST/"><img src="/x">`,
	"manifest and icon":  `<link rel=manifest href="http://HOST/"><link rel=icon href="http://HOST/i">`,
	"drawing":            `<svg><image href="http://HOST/"/><use href="http://HOST/#x"/></svg>`,
	"top":                `<script>location.href = 'http://HOST/'</script>`,
	"refresh":            `<meta http-equiv=refresh content="0;url=http://HOST/">`,
}

// insides are what the attempts are aimed at, one after the other.
var insides = strings.Fields(`127.0.0.1:8080 localhost:8080 [::1]:8080 169.254.169.254 10.0.0.1:8080 192.168.1.1 2130706433:8080 0.0.0.0:8080
	inside.example:8080 rebinds.example:8080 [fd00::1]:8080 127.1:9222 metadata.google.internal`)

// rebinding leads one name inside the second time.
type rebinding struct {
	mu    sync.Mutex
	asked map[string]int
}

func (r *rebinding) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked[host]++
	address := "93.184.216.34"
	switch host = strings.TrimSuffix(host, "."); {
	case host == "inside.example", host == "metadata.google.internal":
		address = "10.0.0.1"
	case host == "rebinds.example" && r.asked["rebinds.example."] > 1:
		address = "127.0.0.1"
	}
	return []netip.Addr{netip.MustParseAddr(address)}, nil
}

// wire is the test inside of the namespace.
func wire(t *testing.T) {
	for _, args := range []string{
		"link set lo up", "link add d0 type veth peer name d1", "link set d1 up", "addr add 45.33.32.156/32 dev d0", "link set d0 up", // WebRTC wants an interface
		"route add local 0.0.0.0/0 dev lo", "-6 route add local ::/0 dev lo",
	} {
		out, err := exec.CommandContext(t.Context(), "ip", strings.Fields(args)...).CombinedOutput()
		if err != nil && !strings.Contains(args, "d0") {
			t.Fatalf("ip %s: %s", args, out)
		}
	}
	serveWire(t)
	sniffed := wiretest.Sniff(t)
	r := rendererOf(t, browser.Options{Policy: &security.Policy{Resolver: &rebinding{asked: map[string]int{}}}, Concurrency: 6})
	var work sync.WaitGroup
	var read atomic.Int64
	i := 0
	for what, attempt := range attempts {
		// Each way aims at two places, and over all ways each place is aimed at.
		for k := range 2 {
			page := strings.ReplaceAll(attempt, "HOST", insides[(i+k*6)%len(insides)])
			work.Go(func() {
				ctx, req := at(t, "http://public.example/page?"+hexOf(page))
				req.Render.AllowThirdParty, req.Render.Wait = true, 300*time.Millisecond
				got, err := r.Render(ctx, req)
				if err == nil {
					read.Add(1)
					assert.Contains(t, string(got.HTML), "public page", what)
				}
			})
		}
		i++
	}
	work.Wait()
	t.Logf("%d pages, %d of them read", 2*len(attempts), read.Load())
	t.Logf("sandbox: %t", r.Sandboxed())

	_, err := net.DialTimeout("tcp", "10.9.8.7:80", time.Second) // what the sniffer must see
	require.NoError(t, err)
	judge(t, sniffed())
}

func hexOf(s string) string { return fmt.Sprintf("%x", s) }

// serveWire answers on every address: what comes in the query, as a page.
func serveWire(t *testing.T) {
	handler := func(w http.ResponseWriter, r *http.Request) {
		if to, found := strings.CutPrefix(r.URL.Path, "/to/"); found {
			http.Redirect(w, r, "http://"+to+"/", http.StatusFound)
			return
		}
		var page []byte
		_, _ = fmt.Sscanf(r.URL.RawQuery, "%x", &page)
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprintf(w, "<!doctype html><body><p>public page</p>%s", page)
	}
	for _, port := range []string{"80", "8080", "9222"} {
		listener, err := net.Listen("tcp", ":"+port)
		require.NoError(t, err)
		server := &http.Server{Handler: http.HandlerFunc(handler), ReadHeaderTimeout: time.Minute}
		go server.Serve(listener)
		t.Cleanup(func() { _ = server.Close() })
	}
}

// judge lets connections to the proxies pass, which are on ports of 127.0.0.1
// that the system chose, and those to the public page.
func judge(t *testing.T, sent map[netip.AddrPort]bool) {
	control := netip.MustParseAddrPort("10.9.8.7:80")
	assert.True(t, sent[control], "the sniffer is awake")
	delete(sent, control)
	assert.True(t, sent[netip.MustParseAddrPort("93.184.216.34:80")], "the page was asked for")
	for target := range sent {
		switch {
		case target.Addr() == netip.MustParseAddr("127.0.0.1") && target.Port() > 20000:
		case target.Addr() == netip.MustParseAddr("93.184.216.34") && (target.Port() == 80 || target.Port() == 8080):
		default:
			t.Errorf("%s was on the wire", target)
		}
	}
}
