package htmlmd_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLabelsAndValues(t *testing.T) {
	row := func(label, value string) string {
		return "<div class=spec><div class=l>" + label + "</div><div class=v>" + value + "</div></div>"
	}
	long := strings.Repeat("word ", 20) + "."
	for name, test := range map[string]struct{ in, want string }{
		"rows":                {row("Weight", "2 kg") + row("Width (cm)", "20"), "Weight: 2 kg\n\nWidth (cm): 20"},
		"items":               {"<ul><li><div>Weight</div> <div>2 kg</div><li><div>Width</div><div>20 cm</div></ul>", "- Weight: 2 kg\n- Width: 20 cm"},
		"items of paragraphs": {"<ul><li><p>Weight<p>2 kg<li><p>Width<p>20 cm</ul>", "- Weight: 2 kg\n\n- Width: 20 cm"},
		"strong labels":       {row("<b>Weight</b>", "2 kg") + row("<b>Width</b>", "20 cm"), "**Weight**: 2 kg\n\n**Width**: 20 cm"},
		"a single row":        {row("Weight", "2 kg"), "Weight\n\n2 kg"},
		"numbers":             {"<div><div>1. </div><div>Quill N. Wet ropes, " + long + "</div></div><div><div>(b)</div><div>Rot</div></div>", "1\\. Quill N. Wet ropes, " + long + "\n\n(b) Rot"},
		"keys":                {"<div class=citation><span class=label>[<a role=doc-backlink href=#i>Quill02</a>]</span><p>Quill N. Wet ropes.</p></div>", "[Quill02] Quill N. Wet ropes."},
		"a gap in brackets":   {"<div><p>[…]</p><p>Wet ropes rot.</p></div>", "[…]\n\nWet ropes rot."},
		"spans":               {"<div><span class=n>1.</span><div>Quill N.</div></div><div><span class=n>2.</span><div>Reed B.</div></div>", "1\\. Quill N.\n\n2\\. Reed B."},
		"a single colon":      {row("Weight:", "2 kg"), "Weight: 2 kg"},
		"colons":              {row("Weight :", "2 kg") + row("Width:", "20 cm"), "Weight : 2 kg\n\nWidth: 20 cm"},
		"of other kinds":      {row("Weight", "2 kg") + "<div class=note><div class=l>Width</div><div class=v>2</div></div>", "Weight\n\n2 kg\n\nWidth\n\n2"},
		"questions":           {row("How much?", "2 kg") + row("How wide?", "20 cm"), "How much?\n\n2 kg\n\nHow wide?\n\n20 cm"},
		"figures first":       {row("42", "Countries") + row("7", "Seas"), "42\n\nCountries\n\n7\n\nSeas"},
		"prose":               {row("Weight", long) + row("Width", long), "Weight\n\n" + long + "\n\nWidth\n\n" + long},
		"links":               {row("<a href=/a>Weight</a>", "2 kg") + row("<a href=/b>Width</a>", "20 cm"), "[Weight](/a)\n\n2 kg\n\n[Width](/b)\n\n20 cm"},
		"three parts":         {strings.Repeat("<div><div>Weight</div><div>2 kg</div><div>net</div></div>", 2), "Weight\n\n2 kg\n\nnet\n\nWeight\n\n2 kg\n\nnet"},
		"text beside":         {strings.Repeat("<div>The <div>Weight</div><div>2 kg</div></div>", 2), "The\n\nWeight\n\n2 kg\n\nThe\n\nWeight\n\n2 kg"},
		"headings":            {strings.Repeat("<div><h3>Weight</h3><div>2 kg</div></div>", 2), "### Weight\n\n2 kg\n\n### Weight\n\n2 kg"},
		"lines in a value":    {row("Hours", "9 to 5<br>closed on Monday") + row("Width", "20 cm"), "Hours\n\n9 to 5\\\nclosed on Monday\n\nWidth\n\n20 cm"},
	} {
		assert.Equal(t, test.want, write(t, "<title>t</title>"+test.in).Markdown, name)
	}
}
