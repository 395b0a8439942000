package browser

import "fmt"

// commandLine returns the arguments to start the browser with. wall is the address of the
// proxy that refuses everything; it serves traffic that belongs to no page.
func (o *Options) commandLine(dir, wall string, sandbox bool) []string {
	args := []string{
		"--headless", "--remote-debugging-pipe", "--user-data-dir=" + dir,

		// Nothing goes out beside the proxy. Loopback would, by a rule of the
		// browser, except <-loopback>. The resolver answers for nothing else, so
		// that not even a look-up leaves. WebRTC uses no UDP.
		"--proxy-server=http://" + wall,
		"--proxy-bypass-list=<-loopback>",
		"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
		"--webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
		"--disable-quic", "--dns-prefetch-disable", "--no-pings",

		// The browser asks for nothing of its own.
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
