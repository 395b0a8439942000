package security_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// names answers look-ups in turn: the last set of a name repeats.
type names map[string][][]string

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	sets := n[host]
	if len(sets) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	if len(sets) > 1 {
		n[host] = sets[1:]
	}
	var addrs []netip.Addr
	for _, text := range sets[0] {
		addrs = append(addrs, netip.MustParseAddr(text))
	}
	return addrs, nil
}

// dialed is a Policy.Dial that notes the addresses and connects to nothing.
func dialed(got *[]string) func(context.Context, string, string) (net.Conn, error) {
	return func(_ context.Context, _, address string) (net.Conn, error) {
		*got = append(*got, address)
		return nil, errors.New("not connected")
	}
}

func TestDialContext(t *testing.T) {
	answers := func() names {
		return names{
			"a.example.com.":         {{"93.184.216.34"}},
			"six.example.com.":       {{"2606:4700:4700::1111"}},
			"both.example.com.":      {{"93.184.216.34", "1.1.1.1", "2606:4700:4700::1111"}},
			"mapped.example.com.":    {{"::ffff:93.184.216.34"}},
			"private.example.com.":   {{"10.0.0.1"}},
			"mixed.example.com.":     {{"93.184.216.34", "127.0.0.1"}},
			"mixed6.example.com.":    {{"93.184.216.34", "fd00::1"}},
			"loop.example.com.":      {{"::ffff:127.0.0.1"}},
			"rebinds.example.com.":   {{"93.184.216.34"}, {"127.0.0.1"}},
			"empty.example.com.":     {{}},
			"intranet":               {{"10.1.2.3"}},
			"half.lan":               {{"10.1.2.3", "1.1.1.1"}},
			"public.lan":             {{"1.1.1.1"}},
			"localhost":              {{"1.1.1.1"}}, // never asked
			"xn--bcher-kva.example.": {{"1.1.1.1"}},
			"public.test":            {{"1.1.1.1"}},
			"private.test":           {{"10.1.2.3"}},
			"a.invalid":              {{"1.1.1.1"}}, // never asked without a rule
		}
	}
	lan := rules("10.0.0.0/8", 80)
	tests := map[string]struct {
		policy  security.Policy
		address string
		want    []string
		kind    security.BlockReason
	}{
		"name":                {security.Policy{}, "a.example.com:80", []string{"93.184.216.34:80"}, ""},
		"upper, final dot":    {security.Policy{}, "A.Example.COM.:80", []string{"93.184.216.34:80"}, ""},
		"international":       {security.Policy{}, "bücher.example:80", []string{"1.1.1.1:80"}, ""},
		"IPv6":                {security.Policy{}, "six.example.com:443", []string{"[2606:4700:4700::1111]:443"}, ""},
		"families in turn":    {security.Policy{}, "both.example.com:80", []string{"93.184.216.34:80", "[2606:4700:4700::1111]:80", "1.1.1.1:80"}, ""},
		"mapped":              {security.Policy{}, "mapped.example.com:80", []string{"93.184.216.34:80"}, ""},
		"address":             {security.Policy{}, "1.1.1.1:80", []string{"1.1.1.1:80"}, ""},
		"IPv6 address":        {security.Policy{}, "[2606:4700:4700::1111]:80", []string{"[2606:4700:4700::1111]:80"}, ""},
		"private":             {security.Policy{}, "private.example.com:80", nil, security.BlockedAddress},
		"private address":     {security.Policy{}, "10.0.0.1:80", nil, security.BlockedAddress},
		"mixed":               {security.Policy{}, "mixed.example.com:80", nil, security.BlockedAddress},
		"mixed families":      {security.Policy{}, "mixed6.example.com:80", nil, security.BlockedAddress},
		"mapped loopback":     {security.Policy{}, "loop.example.com:80", nil, security.BlockedAddress},
		"no such name":        {security.Policy{}, "gone.example.com:80", nil, security.Unresolved},
		"no address":          {security.Policy{}, "empty.example.com:80", nil, security.Unresolved},
		"port":                {security.Policy{}, "a.example.com:81", nil, security.BlockedPort},
		"port too high":       {security.Policy{}, "a.example.com:65536", nil, security.BlockedURL},
		"no port":             {security.Policy{}, "a.example.com", nil, security.BlockedURL},
		"empty":               {security.Policy{}, "", nil, security.BlockedURL},
		"localhost":           {security.Policy{}, "localhost:80", nil, security.BlockedName},
		"blocked domain":      {security.Policy{BlockDomains: []string{"example.com"}}, "a.example.com:80", nil, security.BlockedDomain},
		"rule":                {security.Policy{Allow: lan}, "private.example.com:80", []string{"10.0.0.1:80"}, ""},
		"rule, one label":     {security.Policy{Allow: lan}, "intranet:80", []string{"10.1.2.3:80"}, ""},
		"special, half ruled": {security.Policy{Allow: lan}, "half.lan:80", nil, security.BlockedName},
		"special, public":     {security.Policy{Allow: lan}, "public.lan:80", nil, security.BlockedName},
		"rule, not localhost": {security.Policy{Allow: lan}, "localhost:80", nil, security.BlockedName},
		"test, nowhere":       {security.Policy{}, "gone.test:80", nil, security.Unresolved},
		"test, public":        {security.Policy{}, "public.test:80", nil, security.BlockedName},
		"test, private":       {security.Policy{}, "private.test:80", nil, security.BlockedName},
		"test, ruled":         {security.Policy{Allow: lan}, "private.test:80", []string{"10.1.2.3:80"}, ""},
		"invalid":             {security.Policy{}, "a.invalid:80", nil, security.Unresolved},
		"internal":            {security.Policy{}, "a.internal:80", nil, security.BlockedName},
		"local":               {security.Policy{}, "a.local:80", nil, security.BlockedName},
		"localhost by rule":   {security.Policy{Allow: rules("127.0.0.0/8", 3000)}, "localhost:3000", []string{"127.0.0.1:3000"}, ""},
		"localhost, IPv6":     {security.Policy{Allow: rules("::1/128", 3000)}, "www.localhost:3000", []string{"[::1]:3000"}, ""},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			var got []string
			p := tt.policy
			p.Resolver, p.Dial = answers(), dialed(&got)
			_, err := p.DialContext(t.Context(), "tcp", tt.address)
			if tt.kind != "" {
				assert.Equal(t, tt.kind, kindOf(t, err))
			} else {
				assert.EqualError(t, err, "not connected")
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

func TestDialContextFamilies(t *testing.T) {
	resolver := names{"both.example.com.": {{"1.1.1.1", "2606:4700:4700::1111"}}, "six.example.com.": {{"2606:4700:4700::1111"}}}
	for _, tt := range []struct {
		network, host string
		want          []string
	}{
		{"tcp4", "both.example.com:80", []string{"1.1.1.1:80"}},
		{"tcp6", "both.example.com:80", []string{"[2606:4700:4700::1111]:80"}},
		{"tcp4", "six.example.com:80", nil},
		{"udp", "both.example.com:80", nil},
	} {
		var got []string
		p := &security.Policy{Resolver: resolver, Dial: dialed(&got)}
		_, err := p.DialContext(t.Context(), tt.network, tt.host)
		assert.Error(t, err)
		assert.Equal(t, tt.want, got, "%s %s", tt.network, tt.host)
	}
}

func TestRebinding(t *testing.T) {
	var got []string
	p := &security.Policy{Resolver: names{"a.example.com.": {{"1.1.1.1"}, {"127.0.0.1"}, {"1.1.1.1"}}}, Dial: dialed(&got)}
	for _, kind := range []security.BlockReason{"", security.BlockedAddress, ""} {
		_, err := p.DialContext(t.Context(), "tcp", "a.example.com:80")
		if kind != "" {
			assert.Equal(t, kind, kindOf(t, err))
		}
	}
	assert.Equal(t, []string{"1.1.1.1:80", "1.1.1.1:80"}, got)
}

// closed tells when a connection is closed.
type closed struct {
	net.Conn
	count *atomic.Int32
}

func (c closed) Close() error { c.count.Add(1); return nil }

// raced connects to a name of some addresses by a dial function, which is told the last byte
// of each.
func raced(ctx context.Context, addresses int, dial func(last byte) (net.Conn, error)) (net.Conn, error) {
	var list []string
	for n := range addresses {
		list = append(list, fmt.Sprintf("1.1.1.%d", n+1))
	}
	p := security.WithOwnAddresses(func() ([]net.Addr, error) { return nil, nil })
	p.Resolver = names{"a.example.com.": {list}}
	p.Dial = func(_ context.Context, _, address string) (net.Conn, error) {
		return dial(netip.MustParseAddrPort(address).Addr().As4()[3])
	}
	return p.DialContext(ctx, "tcp", "a.example.com:80")
}

// An address is tried when the one before has failed, or beside it after 250 ms (RFC 8305).
func TestAddressesRace(t *testing.T) {
	refused := errors.New("refused")
	tests := map[string]struct {
		delay  [3]time.Duration // negative: fails after it
		fails  bool
		took   time.Duration
		closed int32
	}{
		"first at once":         {[3]time.Duration{10 * time.Millisecond}, false, 10 * time.Millisecond, 0},
		"second after failure":  {[3]time.Duration{-10 * time.Millisecond, 5 * time.Millisecond}, false, 15 * time.Millisecond, 0},
		"second overtakes":      {[3]time.Duration{time.Second, 10 * time.Millisecond}, false, 260 * time.Millisecond, 1},
		"first after all":       {[3]time.Duration{260 * time.Millisecond, time.Second, time.Second}, false, 260 * time.Millisecond, 1},
		"all fail":              {[3]time.Duration{-time.Millisecond, -time.Millisecond, -time.Millisecond}, true, 3 * time.Millisecond, 0},
		"third, others hanging": {[3]time.Duration{time.Hour, time.Hour, time.Millisecond}, false, 501 * time.Millisecond, 2},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var shut atomic.Int32
				start := time.Now()
				conn, err := raced(t.Context(), 3, func(last byte) (net.Conn, error) {
					delay := tt.delay[last-1]
					time.Sleep(delay.Abs())
					if delay < 0 {
						return nil, refused
					}
					return closed{count: &shut}, nil
				})
				assert.Equal(t, tt.took, time.Since(start))
				if tt.fails {
					assert.Equal(t, refused, err)
				} else {
					require.NoError(t, err)
					require.NotNil(t, conn)
				}
				time.Sleep(2 * time.Hour) // what lost is closed, and nothing is left running
				assert.Equal(t, tt.closed, shut.Load())
			})
		})
	}
}

func TestARaceStopsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 900*time.Millisecond)
		defer cancel()
		var shut atomic.Int32
		start := time.Now()
		_, err := raced(ctx, 12, func(byte) (net.Conn, error) {
			time.Sleep(time.Minute) // deaf to its context
			return closed{count: &shut}, nil
		})
		assert.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 900*time.Millisecond, time.Since(start))
		time.Sleep(time.Hour)
		assert.Equal(t, int32(4), shut.Load(), "one every 250 ms")
	})
}

// Of a name with many addresses, eight are tried.
func TestARaceIsBounded(t *testing.T) {
	for addresses, want := range map[int]int{7: 7, 8: 8, 9: 8, 100: 8} {
		count := 0
		_, err := raced(t.Context(), addresses, func(byte) (net.Conn, error) { count++; return nil, errors.New("refused") })
		assert.Error(t, err)
		assert.Equal(t, want, count, "%d addresses", addresses)
	}
}

// The address of the name server is of the caller's network: errors, which may be
// shown, leave it out.
func TestErrorsLeaveTheNameServerOut(t *testing.T) {
	failed := &net.DNSError{Err: "no such host", Name: "gone.example.com.", Server: "10.255.0.53:53", IsNotFound: true}
	policy := security.Policy{Resolver: failingResolver{failed}}
	_, err := policy.DialContext(context.Background(), "tcp", "gone.example.com:80")
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "10.255.0.53")
	var dns *net.DNSError
	require.ErrorAs(t, err, &dns)
	assert.True(t, dns.IsNotFound)
	assert.Equal(t, "10.255.0.53:53", failed.Server, "the resolver's own error is left as it was")
}

type failingResolver struct{ err error }

func (f failingResolver) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return nil, f.err
}
