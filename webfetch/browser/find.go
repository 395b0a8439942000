package browser

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os/exec"
	"runtime"
	"strings"

	"github.com/chromedp/chromedp/remote"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// ErrNotFound is the error of [Find] and [New] if no browser is installed.
var ErrNotFound = errors.New("no Chromium or Chrome was found")

// Install returns one line on how to install a browser on this system.
func Install() string {
	switch runtime.GOOS {
	case "darwin":
		return "install Google Chrome, or Chromium by: brew install --cask chromium"
	case "windows":
		return "install Google Chrome or Microsoft Edge"
	}
	return "install chromium-headless-shell or chromium, as by: apt-get install chromium-headless-shell"
}

// Find returns the path of the browser to use: path itself, if it is not "", or
// the first that is installed in a usual place. It prefers a
// chromium-headless-shell, which needs half the memory of a whole browser and
// renders several times as many pages in the same time.
func Find(path string) (string, error) {
	if path != "" {
		found, err := exec.LookPath(path)
		if err != nil {
			return "", fmt.Errorf("%w at %s: %w", ErrNotFound, path, err)
		}
		return found, nil
	}
	for _, place := range candidates(runtime.GOOS) {
		if found, err := exec.LookPath(place); err == nil {
			return found, nil
		}
	}
	return "", fmt.Errorf("%w; %s", ErrNotFound, Install())
}

// candidates returns the paths and names of browsers, the best first. On Linux
// they are binaries, not the scripts of a distribution that start them: killing a
// script that doesn't exec would leave the browser running.
func candidates(system string) []string {
	switch system {
	case "darwin":
		return []string{
			"chrome-headless-shell",
			"/Applications/Chromium.app/Contents/MacOS/Chromium",
			"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
			"/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
			"/Applications/Brave Browser.app/Contents/MacOS/Brave Browser",
		}
	case "windows":
		return []string{
			"chrome-headless-shell.exe", "chrome.exe",
			`C:\Program Files\Google\Chrome\Application\chrome.exe`,
			`C:\Program Files (x86)\Google\Chrome\Application\chrome.exe`,
			`C:\Program Files\Chromium\Application\chrome.exe`,
			`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
			`C:\Program Files\Microsoft\Edge\Application\msedge.exe`,
		}
	}
	return []string{
		"/usr/lib/chromium/chromium-headless-shell",
		"/usr/lib64/chromium-browser/headless_shell",
		"/headless-shell/headless-shell",
		"chrome-headless-shell", "headless-shell", "headless_shell", "chromium-headless-shell",
		"/usr/lib/chromium/chromium",
		"/usr/lib/chromium-browser/chromium-browser",
		"/usr/lib64/chromium-browser/chromium-browser",
		"/opt/google/chrome/chrome",
		"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge", "chrome",
		"/snap/bin/chromium",
	}
}

// commandLine returns the arguments to start the browser with. blocker is the address of the
// proxy for traffic that belongs to no page; it refuses every request.
func (o *Options) commandLine(dir, blocker string, sandbox bool) []string {
	args := []string{
		"--headless", "--remote-debugging-pipe", "--user-data-dir=" + dir,

		// All traffic goes to the proxy. <-loopback> takes back the browser's own
		// exception for loopback. The resolver knows the proxy only, so that no
		// DNS query leaves. WebRTC may not use UDP.
		"--proxy-server=http://" + blocker,
		"--proxy-bypass-list=<-loopback>",
		"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--disable-quic", "--dns-prefetch-disable", "--no-pings",

		// The browser sends no requests of its own.
		"--disable-background-networking", "--disable-component-update", "--disable-component-extensions-with-background-pages",
		"--disable-default-apps", "--disable-domain-reliability", "--disable-sync", "--disable-client-side-phishing-detection",
		"--disable-breakpad", "--disable-crash-reporter", "--disable-field-trial-config", "--safebrowsing-disable-auto-update",
		"--metrics-recording-only", "--no-first-run", "--no-default-browser-check", "--disable-search-engine-choice-screen",
		"--disable-features=Translate,OptimizationHints,OptimizationGuideModelDownloading,MediaRouter,DialMediaRouteProvider," +
			"InterestFeedContentSuggestions,CertificateTransparencyComponentUpdater,AutofillServerCommunication," +
			"HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,Prerender2,BackForwardCache,GlobalMediaControls,PaintHolding",

		// Pages get no windows, permissions, devices or sound.
		"--block-new-web-contents", "--deny-permission-prompts", "--disable-extensions", "--disable-print-preview",
		"--mute-audio", "--hide-scrollbars",
		"--password-store=basic", "--use-mock-keychain",

		// Background pages run at full speed, and the CPU draws them.
		"--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
		"--disable-hang-monitor", "--disable-gpu", "--disable-dev-shm-usage", "--force-color-profile=srgb",
		fmt.Sprintf("--window-size=%d,%d", windowWidth, windowHeight),
		fmt.Sprintf("--js-flags=--max-old-space-size=%d", max(o.PageMemory>>22, 1)),
	}
	if o.UserAgent != "" {
		args = append(args, "--user-agent="+o.UserAgent)
	}
	if !sandbox {
		args = append(args, "--no-sandbox")
	}
	return append(append(args, o.flags...), "about:blank")
}

var errUnguarded = errors.New("what pages of a remote browser connect to is not guarded here: its own network has to be")

func (o *Options) connectRemote(address string) (*process, error) {
	p := &process{ended: make(chan struct{}), remote: true}
	var opts []remote.Option
	if u, err := url.Parse(address); err == nil && strings.HasPrefix(u.Scheme, "ws") && (len(u.Path) > 1 || u.RawQuery != "") {
		opts = append(opts, remote.NoModifyURL) // the address is that of the DevTools protocol already
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

// checkRemote checks a request that the page of a remote browser reports. This machine resolves the
// name, and the policy judges the addresses. That protects less than the proxy does, since the browser
// resolves the name again.
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
