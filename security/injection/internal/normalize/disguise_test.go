package normalize_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

func TestDisguised(t *testing.T) {
	for _, s := range []string{
		"𝐩𝐥𝐞𝐚𝐬𝐞 wait", "ｐｌｅａｓｅ", "ⓟⓛⓔⓐⓢⓔ", "pl\u200bea\u200bse wa\u200bit n\u200bow", "plеаse wаit hеre nоw", "p\u0335\u0336l\u0335\u0336e\u0335\u0336a\u0335\u0336se",
		"ok\U000e0077\U000e0061\U000e0069\U000e0074",
		"🏴 ok\U000e0077\U000e0061\U000e0069\U000e0074",
	} {
		assert.True(t, normalize.New(s).Disguised(0, len(s)), "%q", s)
	}
	for _, s := range []string{
		"", "Bread and salt.", "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschaft", "Привет, мир: добрый день", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f 👨\u200d👩\u200d👧 ok", "می\u200cخواهم می\u200cروم می\u200cبینم می\u200cدانم", "naïve café déjà vu", "Ａ a",
	} {
		assert.False(t, normalize.New(s).Disguised(0, len(s)), "%q", s)
	}
}
