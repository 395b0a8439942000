package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/chromedp/chromedp/remote"

	"github.com/webfetch-mcp/webfetch-go/security"
)

var errUnguarded = errors.New("what pages of a remote browser connect to is not guarded here: its own network has to be")

func (o *Options) connectRemote(address string) (*process, error) {
	p := &process{ended: make(chan struct{}), remote: true}
	var opts []remote.Option
	if u, err := url.Parse(address); err == nil && strings.HasPrefix(u.Scheme, "ws") && (len(u.Path) > 1 || u.RawQuery != "") {
		opts = append(opts, remote.NoModifyURL) // it is the address of the protocol itself
	}
	base, cancel := context.WithCancel(context.Background())
	ctx, _ := remote.NewAllocator(base, address, opts...)
	if err := p.attach(ctx, cancel); err != nil {
		cancel()
		return nil, fmt.Errorf("connecting to the remote browser: %w", err)
	}
	go func() {
		<-p.lost
		close(p.ended)
	}()
	return p, nil
}

// checkRemote guards a remote browser, less than the proxy does: of the requests that the page
// reports, those to addresses that the policy refuses, as this machine resolves them, are not made.
// The browser resolves names again.
func (t *tab) checkRemote(ctx context.Context, address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" {
		return &security.BlockedError{Reason: security.BlockedScheme, Host: address[:min(len(address), 100)], Detail: "only http and https can be fetched", Err: err}
	}
	u.User = nil
	if err := t.opts.Policy.CheckURL(u); err != nil {
		return err
	}
	if _, err := t.opts.Policy.Resolve(ctx, u.Hostname(), portOf(u)); err != nil {
		return err
	}
	return t.proxy.Admit(net.JoinHostPort(u.Hostname(), fmt.Sprint(portOf(u))))
}
