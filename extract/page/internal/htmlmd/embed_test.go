package htmlmd_test

import (
	"strings"
	"testing"
)

func TestEmbeds(t *testing.T) {
	testWritten(t, []written{
		{
			name: "frame",
			html: `<p>a<iframe src=/b title="c d"></iframe><iframe src=https://e.example></iframe><iframe src=about:blank></iframe><iframe srcdoc=x></iframe>`,
			want: "a\n\n[c d](https://example.org/b)\n\n<https://e.example>",
		},
		{
			name: "media",
			html: "<video title=a><source src=/b.mp4>no</video><audio src=/c.mp3></audio><embed src=/d.swf><video></video>",
			want: "[a](https://example.org/b.mp4)\n\n[c.mp3](https://example.org/c.mp3)\n\n<https://example.org/d.swf>",
		},
		{
			name: "object",
			html: "<object data=/a.pdf>b</object><object data=/c.pdf title=d></object>",
			want: "b\n\n[d](https://example.org/c.pdf)",
		},
		{
			name: "term in a button with its meaning",
			html: "<p>The <button>noria</button><span role=tooltip hidden>A wheel.</span> turns, <span class=x>sluice<span class=tooltip-text>A gate.</span></span> shuts.",
			want: "The noria (A wheel.) turns, sluice (A gate.) shuts.",
		},
		{
			name: "film with a copy for readers without scripts",
			html: "<p>a<iframe data-src=//e.example/embed/b></iframe><noscript><iframe src=//e.example/embed/b></iframe></noscript>",
			want: "a\n\n<https://e.example/embed/b>",
		},
		{
			name: "custom elements",
			html: "<p>a<lite-youtube videoid=x playlabel=Play></lite-youtube><amp-vimeo data-videoid=7></amp-vimeo><amp-iframe src=/b title=c></amp-iframe><amp-video src=/d.mp4></amp-video><figure><oembed url=https://e.example/f></oembed></figure><x-iframe></x-iframe>",
			want: "a\n\n[Play](https://www.youtube.com/watch?v=x)\n\n<https://vimeo.com/7>\n\n[c](https://example.org/b)\n\n<https://example.org/d.mp4>\n\n<https://e.example/f>",
		},
		{
			name: "drawing",
			html: "<svg role=img aria-label=a><path/></svg> <svg><title>b</title><text>c</text></svg> <svg aria-hidden=true><title>d</title></svg>",
			want: "a b",
		},
		{
			name: "post that its script has put in a frame",
			html: `<p>a<div class=twitter-tweet><iframe title="X Post" src="https://platform.twitter.com/embed/Tweet.html?id=12" data-tweet-id=12></iframe></div><iframe data-src=/b title=c></iframe>`,
			want: "a\n\n[X Post](https://twitter.com/i/status/12)\n\n[c](https://example.org/b)",
		},
		{
			name: "posts without text",
			html: "<blockquote class=twitter-tweet><a href=https://x.com/a/status/1></a></blockquote><blockquote class=tiktok-embed cite=https://tiktok.com/v/2><section></section></blockquote><blockquote class=instagram-media>" + strings.Repeat(" \n", 90) + "<p>b<a href=/c></a></blockquote>",
			want: "<https://x.com/a/status/1>\n\n<https://tiktok.com/v/2>\n\n> b",
		},
		{
			name: "linked drawing",
			html: "<a href=/a><svg><title>b</title></svg></a>",
			want: "[b](https://example.org/a)",
		},
		{
			name: "form",
			html: "<form><label>a <input value=b></label><select><option>c</select><textarea>d</textarea><button>e</button><fieldset><legend>f</legend></fieldset></form>",
			want: "a\n\nf",
		},
		{
			name: "text to copy",
			html: "<p>a</p><textarea readonly rows=2>\n@misc{b,\n  year=1990}</textarea><textarea>c</textarea><a href=/d><textarea readonly>e</textarea>f</a>",
			want: "a\n\n```\n@misc{b,\n  year=1990}\n```\n\n[f](https://example.org/d)",
		},
		{
			name: "script of a gist",
			html: "<p>a</p><script src=https://gist.github.com/b/0c1.js?file=d.go></script><script src=https://gist.example/b/0c1.js></script>",
			want: "a\n\n<https://gist.github.com/b/0c1>",
		},
		{
			name: "posts that scripts show",
			html: "<amp-twitter data-tweetid=12></amp-twitter><amp-instagram data-shortcode=ab></amp-instagram><amp-vimeo data-videoid=7></amp-vimeo><script data-telegram-post=tides/3></script><p><amp-img src=/a.png alt=b></amp-img>",
			want: "<https://twitter.com/i/status/12>\n\n<https://www.instagram.com/p/ab>\n\n<https://vimeo.com/7>\n\n<https://t.me/tides/3>\n\n![b](https://example.org/a.png)",
		},
		{
			name: "films of YouTube before a script",
			html: "<lite-youtube videoid=a1></lite-youtube><amp-youtube data-videoid=b2 title=c></amp-youtube><x-youtube></x-youtube><noscript><iframe src=https://d.example/embed/e></iframe></noscript><noscript><iframe src=https://f.example/></iframe></noscript>",
			want: "<https://www.youtube.com/watch?v=a1>\n\n[c](https://www.youtube.com/watch?v=b2)\n\n<https://d.example/embed/e>",
		},
		{
			name: "buttons in sentences",
			html: "<p>Press <button>Start</button> and wait.<p>For: <button>colour</button>, <button>size</button><p>The<button><i>\nlender</i></button>, too, pays <button>?</button> of it. <button>Read more</button> rest",
			want: "Press Start and wait.\n\nFor: colour, size\n\nThe *lender*, too, pays of it. rest",
		},
		{
			name: "buttons of columns",
			html: "<table><tr><th><button>Name</button><th>Year <button>Sort</button><tr><td>Alma<td><button>Buy</button></table>",
			want: "| Name | Year |\n| --- | --- |\n| Alma |  |",
		},
		{
			name: "boxes in cells",
			html: "<table><tr><th>Task<th>Done<tr><td>a<td><input type=checkbox checked disabled><tr><td>b<td><input type=CHECKBOX disabled><tr><td>c<td><input type=checkbox></table>",
			want: "| Task | Done |\n| --- | --- |\n| a | [x] |\n| b | [ ] |\n| c |  |",
		},
		{
			name: "buttons with content",
			html: "<h3><button>a</button></h3><button aria-expanded=false>b</button><button><code>c</code></button><div role=button>d</div>",
			want: "### a\n\nb`c`",
		},
		{
			name: "not shown",
			html: "<p>x<script>a</script><style>b</style><template>c</template><noscript>d</noscript><canvas>e</canvas><!-- f --><head><title>g</title>h",
			want: "xh",
		},
		{
			name: "long noscript",
			html: "<noscript><p>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</noscript>",
			want: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		},
		{
			name: "custom elements",
			html: "<my-page><my-a>a</my-a><my-b><h2>b <x-i></x-i>c</h2><p>d</my-b></my-page>",
			want: "a\n\n## b c\n\nd",
		},
		{
			name: "shadow tree",
			html: "<x-a><template shadowrootmode=open><h2><slot name=t>no</slot></h2><slot></slot></template><p>b</p><i slot=t>a</i><i slot=u>c</i></x-a>",
			want: "## *a*\n\nb",
		},
		{
			name: "slot without content",
			html: "<x-a><template shadowrootmode=open>a <slot>b</slot></template></x-a>",
			want: "a b",
		},
		{
			name: "headings by role",
			html: "<div role=heading aria-level=4>a</div><div role=heading>b</div><p role=heading aria-level=3>c</p>",
			want: "#### a\n\n## b\n\n### c",
		},
	})
}

func TestEmbedSources(t *testing.T) {
	testWritten(t, []written{
		{
			name: "lazy frame",
			html: `<iframe data-src=https://video.example/a src=about:blank title=Film></iframe>`,
			want: "[Film](https://video.example/a)",
		},
		{
			name: "frame that can't be seen",
			html: `a<iframe src=/track width=1 height=1></iframe>`,
			want: "a",
		},
		{
			name: "frame that runs",
			html: `a<iframe src=javascript:b title=c></iframe>`,
			want: "a",
		},
		{
			name: "videos that are decoration",
			html: `<video autoplay loop muted src=/a.mp4></video><video autoplay loop muted controls src=/b.mp4></video><video autoplay loop muted title=Tides src=/c.mp4></video><video loop muted src=/d.mp4></video>`,
			want: "[b.mp4](https://example.org/b.mp4)\n\n[Tides](https://example.org/c.mp4)\n\n[d.mp4](https://example.org/d.mp4)",
		},
		{
			name: "video with its own source",
			html: `<video src=/a.mp4 aria-label="A storm"><track kind=captions label=English src=/a.vtt></video>`,
			want: "[A storm](https://example.org/a.mp4)",
		},
		{
			name: "audio among text",
			html: `<p>Listen: <audio controls src=/a.ogg></audio> now.`,
			want: "Listen:\n\n[a.ogg](https://example.org/a.ogg)\n\nnow.",
		},
		{
			name: "media in a link",
			html: `<a href=/a><video src=/b.mp4></video>c</a>`,
			want: "[c](https://example.org/a)",
		},
		{
			name: "object with a fallback",
			html: `<object data=/a.svg><param name=x value=y><p>Chart of tides</p></object>`,
			want: "Chart of tides",
		},
		{
			name: "in an item",
			html: `<ul><li>a<iframe src=/b title=c></iframe></ul>`,
			want: "- a\\\n  [c](https://example.org/b)",
		},
		{
			name: "title with signs",
			html: `<iframe src=/a title="b [c] *d*"></iframe>`,
			want: "[b [c] \\*d\\*](https://example.org/a)",
		},
	})
}

func TestControls(t *testing.T) {
	testWritten(t, []written{
		{
			name: "choices",
			html: "<p>a <select><optgroup label=b><option>c</select><datalist><option>d</datalist><progress>5</progress><meter>6</meter>",
			want: "a",
		},
		{
			name: "label and output",
			html: "<p><label for=x>Depth</label> <output>3</output>",
			want: "Depth 3",
		},
		{
			name: "button in text",
			html: "<p>a <button>b</button> c",
			want: "a c",
		},
		{
			name: "button that opens a section",
			html: "<h3><button aria-expanded=false>a</button></h3><div>b</div>",
			want: "### a\n\nb",
		},
		{
			name: "button with a heading",
			html: "<button><h3>a</h3></button>",
			want: "### a",
		},
		{
			name: "buttons that ask what they answer",
			html: "<div><button>What is a <b>tide</b>?</button><div>a</div></div><button>When is the tide low?</button><button>Need help?</button>",
			want: "What is a **tide**?\n\na\n\nWhen is the tide low?",
		},
		{
			name: "question in a heading",
			html: "<h3><button>What is a tide?</button></h3><p>a",
			want: "### What is a tide?\n\na",
		},
		{
			name: "element with the role of a button",
			html: "<div role=button>Share</div><div role=button aria-expanded=true>Details</div>",
			want: "Details",
		},
		{
			name: "frames of old",
			html: "<p>a</p><noframes>b</noframes>",
			want: "a",
		},
		{
			name: "dialog",
			html: "<dialog open><p>a</dialog>",
			want: "a",
		},
	})
}

func TestShadowTrees(t *testing.T) {
	host := func(tree, children string) string {
		return "<x-a><template shadowrootmode=open>" + tree + "</template>" + children + "</x-a>"
	}
	testWritten(t, []written{
		{
			name: "without slots",
			html: host("<p>a", "<p>b"),
			want: "a",
		},
		{
			name: "named before unnamed",
			html: host("<slot name=first></slot><slot></slot>", "<p>a</p><p slot=first>b</p>"),
			want: "b\n\na",
		},
		{
			name: "many for one slot",
			html: host("<ul><slot name=i></slot></ul>", "<li slot=i>a<li slot=i>b"),
			want: "- a\n- b",
		},
		{
			name: "content of a slot that nothing is for",
			html: host("<slot name=x><p>a</slot>", "<p>b"),
			want: "a",
		},
		{
			name: "white space fills no slot",
			html: host("<slot>a</slot>", " \n "),
			want: "a",
		},
		{
			name: "tree in a tree",
			html: host("<x-b><template shadowrootmode=closed>[<slot></slot>]</template><slot></slot></x-b>", "a"),
			want: "[a]",
		},
		{
			name: "style and script in it",
			html: host("<style>p{}</style><script>a</script><p>b", ""),
			want: "b",
		},
		{
			name: "template that is no tree",
			html: "<x-a><template><p>a</template>b</x-a>",
			want: "b",
		},
		{
			name: "slot outside of a tree",
			html: "<p><slot>a</slot>",
			want: "a",
		},
	})
}
