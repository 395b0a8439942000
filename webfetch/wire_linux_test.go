package webfetch_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/wiretest"
)

// inNamespace is set for the copy of the test that runs in a namespace.
const inNamespace = "WEBFETCH_WIRE_TEST"

// TestNothingForbiddenIsOnTheWire fetches from a network namespace of its own
// in which every address is local, and listens on the wire: whatever the client
// says, no packet may be sent to an address that isn't public. Where the system
// grants no namespaces it is skipped.
func TestNothingForbiddenIsOnTheWire(t *testing.T) {
	if os.Getenv(inNamespace) != "" {
		wire(t)
		return
	}
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skip("no ip command (iproute2)")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inNamespace+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if _, ran := err.(*exec.ExitError); err != nil && !ran {
		t.Skipf("no namespaces: %v", err)
	}
	require.NoError(t, err, "%s", out)
}

// forbidden are prefixes that no packet may go to (RFC 6890 and its registries),
// written down apart from those that the policy uses.
var forbidden = strings.Fields(`0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
	192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 168.63.129.16/32
	::/3 2001::/23 2001:db8::/32 2002::/16 3fff::/20 4000::/2 8000::/1`)

// targets are addresses in many spellings, none of which may be reached.
var targets = strings.Fields(`http://127.0.0.1/ http://127.1/ http://2130706433/ http://0x7f000001/ http://0177.0.0.1/ http://0/
	http://10.0.0.1/ http://172.16.0.1:8080/ http://192.168.1.1/ http://100.64.0.1/ http://169.254.169.254/latest/meta-data/
	http://168.63.129.16/ http://100.100.100.200/ http://198.18.0.1/ http://224.0.0.1/ http://255.255.255.255/ http://0.0.0.0:8080/
	http://[::1]/ http://[::]/ http://[::ffff:127.0.0.1]/ http://[::ffff:a9fe:a9fe]/ http://[::127.0.0.1]/ http://[64:ff9b::10.0.0.1]/
	http://[64:ff9b:1::1]/ http://[2002:a00:1::]/ http://[2001:0:1::1]/ http://[fd00:ec2::254]/ http://[fe80::1]/ http://[fec0::1]/
	http://[ff02::1]/ http://[2001:db8::1]/ http://[3fff::1]/ http://[5f00::1]/ http://localhost/ http://metadata.google.internal/
	http://１２７.０.０.１/ http://①②⑦.⓪.⓪.①/ http://private.example/ http://mixed.example/ http://mapped.example/ http://six-private.example/
	http://public.example:22/ http://public.example:6379/ http://93.184.216.34:25/ file:///etc/passwd ftp://public.example/`)

// answers are what names resolve to, one set for each look-up, the last again
// and again.
type answers struct {
	mu   sync.Mutex
	sets map[string][]string
}

func (a *answers) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	host = strings.TrimSuffix(host, ".")
	sets := a.sets[host]
	if len(sets) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	if len(sets) > 1 {
		a.sets[host] = sets[1:]
	}
	var out []netip.Addr
	for text := range strings.FieldsSeq(sets[0]) {
		out = append(out, netip.MustParseAddr(text))
	}
	return out, nil
}

// wire is the test inside of the namespace.
func wire(t *testing.T) {
	for _, args := range []string{"link set lo up", "route add local 0.0.0.0/0 dev lo", "-6 route add local ::/0 dev lo"} {
		out, err := exec.CommandContext(t.Context(), "ip", strings.Fields(args)...).CombinedOutput()
		require.NoError(t, err, "ip %s: %s", args, out)
	}
	for _, port := range []string{"80", "8080"} {
		listener, err := net.Listen("tcp", ":"+port)
		require.NoError(t, err)
		server := &http.Server{Handler: http.HandlerFunc(anyHost), ReadHeaderTimeout: time.Minute}
		go server.Serve(listener)
		defer server.Close()
	}
	sniffed := wiretest.Sniff(t)
	names := &answers{sets: map[string][]string{
		"public.example": {"93.184.216.34"}, "six.example": {"2606:2800:220:1::1"}, "private.example": {"10.0.0.1"},
		"mixed.example": {"93.184.216.35 127.0.0.1"}, "mapped.example": {"::ffff:169.254.169.254"}, "six-private.example": {"fd00::1"},
		"rebinds.example": {"93.184.216.36", "127.0.0.1"}, "rebinds-back.example": {"127.0.0.1", "93.184.216.37"}, "metadata.google.internal": {"169.254.169.254"},
	}}
	c, err := webfetch.New(webfetch.Options{
		Policy: &security.Policy{Resolver: names}, Limits: webfetch.Limits{RatePerHost: -1, MaxRetries: -1, Timeout: 10 * time.Second, MaxRedirects: 3, CacheTTL: -1},
	})
	require.NoError(t, err)
	get := func(address string) error {
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: address})
		return err
	}
	for _, public := range []string{"http://public.example/", "http://six.example:8080/", "http://93.184.216.34/", "http://[2606:2800:220:1::2]/", "http://public.example/to/http:%2F%2Fsix.example%2F"} {
		assert.NoError(t, get(public))
	}
	for i, target := range targets {
		assert.Error(t, get(target), target)
		assert.Error(t, get("http://public.example/to/"+url.QueryEscape(target)), "redirect to %s", target)
		host := fmt.Sprintf("robots-%d.example", i)
		names.mu.Lock()
		names.sets[host] = []string{"93.184.216.38"}
		names.mu.Unlock()
		_ = get("http://" + host + "/") // whatever comes of it
	}
	_ = get("http://rebinds.example:8080/to/" + url.QueryEscape("http://rebinds.example/"))
	_ = get("http://rebinds-back.example/")

	_, err = net.DialTimeout("tcp", "10.9.8.7:80", time.Second) // what the sniffer must see
	require.NoError(t, err)
	judge(t, sniffed())
}

// anyHost is the server behind every address.
func anyHost(w http.ResponseWriter, r *http.Request) {
	if to, found := strings.CutPrefix(r.URL.Path, "/to/"); found {
		to, _ = url.QueryUnescape(to)
		http.Redirect(w, r, to, http.StatusFound)
		return
	}
	if r.URL.Path == "/robots.txt" && strings.HasPrefix(r.Host, "robots-") {
		var i int
		if _, err := fmt.Sscanf(r.Host, "robots-%d.example", &i); err == nil {
			http.Redirect(w, r, targets[i], http.StatusFound)
			return
		}
	}
	w.Header().Set("Content-Type", "text/html")
	fmt.Fprint(w, "<p>A page of some host, which the reader may read at leisure.</p>")
}

// judge holds what was sent against the forbidden prefixes.
func judge(t *testing.T, sent map[netip.AddrPort]bool) {
	t.Logf("%d targets on the wire", len(sent))
	control := netip.MustParseAddrPort("10.9.8.7:80")
	assert.True(t, sent[control], "the sniffer is awake")
	delete(sent, control)
	assert.True(t, sent[netip.MustParseAddrPort("93.184.216.34:80")])
	assert.True(t, sent[netip.MustParseAddrPort("[2606:2800:220:1::1]:8080")])
	for target := range sent {
		for _, text := range forbidden {
			assert.False(t, netip.MustParsePrefix(text).Contains(target.Addr()), "%s was asked, of %s", target, text)
		}
		assert.Contains(t, []uint16{80, 8080}, target.Port())
	}
}
