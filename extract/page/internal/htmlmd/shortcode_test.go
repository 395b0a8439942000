package htmlmd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestShortcodes(t *testing.T) {
	for page, want := range map[string]string{
		`<p>[vc_row][vc_column width="1/2"][vc_column_text]Welcome to the harbour.[/vc_column_text][/vc_column][/vc_row]`: "Welcome to the harbour.",
		`<p>[caption id="attachment_1" align="alignnone"]<img src=/a alt=b> The pier[/caption]`:                           "![b](/a) The pier",
		`<p>[caption]The pier [/caption] <p>[gallery ids="1,2"]<p>[/et_pb_section]`:                                       "The pier",
		`<p>[et_pb_section admin_label="a]b"]Tides<br>[fusion_text]Ropes[/fusion_text]`:                                   "b\"]Tides\\\nRopes",
		`<p>Tides.[vc_row el_class="x"]Ropes.`:                                                                            "Tides. Ropes.",
		`<p>Photos: [gallery ids="1,2"]`:                                                                                  "Photos:",
		`<p>Use [gallery] or [vc_row el_class="x"] in a page.`:                                                            "Use [gallery] or [vc_row el_class=\"x\"] in a page.",
		`<p><b>Use</b> [gallery] in a page.`:                                                                              "**Use** [gallery] in a page.",
		`<p>Write "[caption]" and "[/caption]" around it.`:                                                                "Write \"[caption]\" and \"[/caption]\" around it.",
		`<p>[video](x) [gallery [galleryx] [1] [sic] [/] [`:                                                               "[video\\](x) [gallery [galleryx] [1] [sic] [/] [",
		`<pre>[vc_row]</pre><p><code>[gallery ids="1"]</code>`:                                                            "```\n[vc_row]\n```\n\n`[gallery ids=\"1\"]`",
		`<p>[embed]https://a.example/v[/embed]<p>[contact-form-7 id="3" title="Write"]`:                                   "https://a.example/v",
	} {
		assert.Equal(t, want, write(t, page).Markdown, page)
	}
}
