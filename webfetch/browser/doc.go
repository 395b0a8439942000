// Package browser reads pages that need scripts, with a Chromium of the machine: it is a
// webfetch.Renderer.
//
//	renderer, err := browser.New(browser.Options{Policy: policy})
//	if err != nil {
//		return err // no browser is installed
//	}
//	defer renderer.Close()
//	client, err := webfetch.New(webfetch.Options{Policy: policy, Renderer: renderer})
//
// The browser is started by the first page, and ended by Close, by a time without pages, or
// with this process. Each page gets a browser context of its own, that is an empty profile
// without cookies, cache or service workers, which ends with it.
//
// # Security considerations
//
// A page may run any script, so nothing that the browser does is trusted. All its traffic
// goes to a proxy in this process, one for each page, which resolves names and checks
// addresses by Options.Policy. The browser can't open other connections, look up names or
// send datagrams. Addresses with another scheme than http and https are refused before the
// browser gets them. Downloads, dialogs, permissions and new windows are refused. Bytes,
// time, and the memory of scripts are bounded.
//
// The sandbox of Chromium is on wherever the system allows it. A process of the user root
// starts the browser as the user nobody, since Chromium has no sandbox for root. Where no
// sandbox is possible (some containers), Options.Logger is warned.
//
// The proxy can't see inside TLS: there it judges by address, port and byte count.
package browser
