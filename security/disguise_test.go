package security

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestDisguised(t *testing.T) {
	for _, s := range []string{
		"𝐩𝐥𝐞𝐚𝐬𝐞 wait", "ｐｌｅａｓｅ", "ⓟⓛⓔⓐⓢⓔ", "pl\u200bea\u200bse wa\u200bit n\u200bow", "plеаse wаit hеre nоw", "p\u0335\u0336l\u0335\u0336e\u0335\u0336a\u0335\u0336se",
		"ok\U000e0077\U000e0061\U000e0069\U000e0074",
	} {
		assert.True(t, disguised(s), "%q", s)
	}
	for _, s := range []string{
		"", "Bread and salt.", "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschaft", "Привет, мир: добрый день", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f 👨\u200d👩\u200d👧 ok", "می\u200cخواهم می\u200cروم می\u200cبینم می\u200cدانم", "naïve café déjà vu", "Ａ a",
	} {
		assert.False(t, disguised(s), "%q", s)
	}
}

// TestDisguiseSpeaksForAnAttack: in plain letters the passage is not enough.
func TestDisguiseSpeaksForAnAttack(t *testing.T) {
	wide := func(r rune) rune {
		if r > ' ' && r < 0x7f {
			return r + 0xfee0
		}
		return r
	}
	for _, plain := range sentences() {
		if len(scanText(plain)) > 0 {
			continue
		}
		found := scanText("The mill stands by the river.\n\n" + strings.Map(wide, plain) + "\n\nBread keeps for a week.")
		if len(found) == 1 && found[0].Level == Certain && strings.Contains(found[0].Reason, "disguised") {
			return
		}
	}
	t.Error("no sentence is found only when it is disguised")
}
