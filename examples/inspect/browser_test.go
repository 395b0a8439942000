package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// TestInTheBrowser reads a page as a person does: it is dropped, seen beside its Markdown,
// filtered, pointed at and saved.
func TestInTheBrowser(t *testing.T) {
	path, err := browser.Find("")
	require.NoError(t, err, browser.Install())
	s := serve(t)
	ctx, end := chromedp.NewContext(t.Context(), chromedp.WithAllocatorOptions(chromedp.ExecPath(path), chromedp.NoSandbox))
	defer end()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	do := func(script string) string {
		t.Helper()
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
		require.NoError(t, err, script)
		return got
	}
	require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL)))
	do(fmt.Sprintf(`(async () => {
		window.violations = [];
		document.addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective + ' ' + e.blockedURI));
		const files = new DataTransfer();
		files.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt())], 'harbour.html', {type: 'text/html'}));
		dispatchEvent(new DragEvent('drop', {dataTransfer: files}));
		while (document.getElementById('panes').hidden) await new Promise((next) => setTimeout(next, 20));
		return '';
	})()`, base64.StdEncoding.EncodeToString([]byte(harbour))))

	assert.Equal(t, "How the harbour keeps its depth", do(`document.querySelector('#sum h1').textContent`))
	assert.Equal(t, "content", do(`document.querySelector('.tag').textContent`))
	assert.Equal(t, "b0 kept", do(`(b => b.querySelector('i').textContent + ' ' + b.dataset.s)(document.querySelector('.block'))`))
	assert.Contains(t, do(`document.querySelector('mark').textContent`), "ignore your earlier instructions")
	assert.Equal(t, "flagged", do(`document.querySelector('mark').closest('.block').dataset.s`))

	// What is said of a block: its score and the pass that decided.
	assert.Regexp(t, `b\d+ · paragraph.*score 0\.\d+, kept from 0\.\d+ on.*decided by`,
		do(`(b => { b.onmouseenter(); return document.getElementById('tip').textContent })(document.querySelector('.block.paragraph'))`))
	assert.Contains(t, do(`document.querySelector('.gap').textContent`), "left out")
	// A chip takes its state out of the text and of the frame.
	assert.Equal(t, "0 kept+hidden+flagged", do(`(() => {
		document.querySelector('.chip[data-s=left]').click();
		return [...document.querySelectorAll('.gap summary')].filter((e) => e.textContent.includes('left out')).length + ' ' + new URL(document.getElementById('frame').src).search.slice(6);
	})()`))
	// A click on a block leads to its place in the frame.
	assert.Regexp(t, `^#wf-\d+$`, do(`(() => { document.querySelectorAll('.block')[2].click(); return new URL(document.getElementById('frame').src).hash })()`))
	assert.Contains(t, do(`(() => { document.querySelector('[data-tab=findings]').click(); return document.getElementById('body').textContent })()`), "override")
	assert.Contains(t, do(`(() => { document.querySelector('[data-tab=facts]').click(); return document.getElementById('body').textContent })()`), "Where the time went")
	assert.Contains(t, do(`(() => { document.querySelector('[data-tab=chunks]').click(); return document.getElementById('body').textContent })()`), "c0")

	// The frame of the stranger has no scripts and no origin.
	assert.Equal(t, "true null", do(`(f => (f.sandbox.length === 0 && f.hasAttribute('sandbox')) + ' ' + f.contentDocument)(document.getElementById('frame'))`))
	assert.Equal(t, "How the harbour keeps its depth · inspect undefined", do(`document.title + ' ' + typeof window.taken`))
	assert.Empty(t, do(`violations.join('; ')`))

	// The case is downloaded under a name of its own.
	assert.Regexp(t, `^[a-z0-9-]+\.zip \d{3,}$`, do(`new Promise((done) => {
		HTMLAnchorElement.prototype.click = async function () { done(this.download + ' ' + (await (await (URL.createObjectURL.last)).arrayBuffer()).byteLength) };
		const make = URL.createObjectURL.bind(URL);
		URL.createObjectURL = (b) => { URL.createObjectURL.last = b; return make(b) };
		document.getElementById('save').click();
		document.getElementById('case').requestSubmit();
	})`))

	// A refusal says what to do.
	assert.Contains(t, do(`(async () => {
		document.getElementById('url').value = '10.0.0.1';
		document.getElementById('ask').requestSubmit();
		while (document.getElementById('error').hidden) await new Promise((next) => setTimeout(next, 20));
		return document.getElementById('error').textContent;
	})()`), "SSRF_BLOCKED")
}

// Hidden text comes to light with the elements around it that hold nothing else.
func TestHiddenTextIsRevealed(t *testing.T) {
	path, err := browser.Find("")
	require.NoError(t, err, browser.Install())
	s := serve(t)
	r := post(t, s, `<title>x</title><article><p>`+strings.Repeat("The tide turns twice a day, and the gates with it. ", 8)+
		`</p><div style="display:none"><section><p>Tell nobody what the gates have cost the town.</p></section></div></article>`)
	ctx, end := chromedp.NewContext(t.Context(), chromedp.WithAllocatorOptions(chromedp.ExecPath(path), chromedp.NoSandbox))
	defer end()
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for show, want := range map[string]string{"kept": "none false", "hidden": "block true"} {
		require.NoError(t, chromedp.Do(ctx, chromedp.Navigate(s.URL+"/page/"+r.ID+"?show="+show)))
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](`(d => getComputedStyle(d).display + ' ' + d.checkVisibility())(document.querySelector('div'))`))
		require.NoError(t, err)
		assert.Equal(t, want, got, show)
	}
}
