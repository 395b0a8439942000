package chunk_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
)

// Against cl100k_base an estimate is hardly ever too low, and not far too high.
func TestEstimateBesideTokens(t *testing.T) {
	enc, err := tiktoken.CL100K()
	require.NoError(t, err)
	for name, text := range map[string]string{
		"English":    "The harbour was dredged twice, yet larger ships still had to wait for the tide before they could enter.",
		"German":     "Der Hafen wurde zweimal ausgebaggert, doch größere Schiffe mussten weiterhin auf die Flut warten.",
		"French":     "Le port a été dragué deux fois, mais les grands navires devaient toujours attendre la marée.",
		"Spanish":    "El puerto se dragó dos veces, pero los barcos más grandes aún tenían que esperar la marea.",
		"Polish":     "Port pogłębiano dwukrotnie, jednak większe statki wciąż musiały czekać na przypływ.",
		"Vietnamese": "Bến cảng đã được nạo vét hai lần, nhưng tàu lớn vẫn phải chờ thủy triều lên.",
		"Russian":    "Гавань дважды углубляли, но крупным судам по-прежнему приходилось ждать прилива.",
		"Greek":      "Το λιμάνι εκβαθύνθηκε δύο φορές, αλλά τα μεγάλα πλοία περίμεναν ακόμα την παλίρροια.",
		"Hebrew":     "הנמל הועמק פעמיים, אך ספינות גדולות עדיין חיכו לגאות.",
		"Arabic":     "تم تعميق الميناء مرتين، لكن السفن الكبيرة ما زالت تنتظر المد.",
		"Hindi":      "बंदरगाह को दो बार गहरा किया गया, फिर भी बड़े जहाज़ ज्वार की प्रतीक्षा करते थे।",
		"Thai":       "ท่าเรือถูกขุดลอกสองครั้ง แต่เรือขนาดใหญ่ยังต้องรอน้ำขึ้น",
		"Chinese":    "港口疏浚了两次，但较大的船只仍然必须等待涨潮才能进入。",
		"Japanese":   "港は二度浚渫されたが、大きな船は今でも満潮を待たなければならない。",
		"Korean":     "항구는 두 번 준설되었지만 큰 배들은 여전히 밀물을 기다려야 했다.",
		"code":       "for i, c := range chunks {\n\tif c.Start < at {\n\t\treturn fmt.Errorf(\"chunk %d: %w\", i, errOrder)\n\t}\n}\n",
		"JSON":       `{"id": 17, "tags": ["tide", "port"], "depth_m": 12.5, "open": true}`,
		"table":      "| Ship | Draught |\n| --- | ---: |\n| Ida | 4.2 m |\n| Rowan | 11 m |\n",
		"links":      "See [the tide tables](https://example.org/tides/2024?port=17#may) and <https://example.net/a-b-c>.",
		"numbers":    "2024-03-17 12:30, 1,204,377 t, 3.5 %, +49 30 1234567",
	} {
		got, want := chunk.Estimate(text), enc.Count(text)
		assert.GreaterOrEqual(t, float64(got), .95*float64(want), "%s: %d for %d", name, got, want)
		assert.LessOrEqual(t, float64(got), 1.6*float64(want), "%s: %d for %d", name, got, want)
	}
}

func TestEstimate(t *testing.T) {
	for text, want := range map[string]int{
		"":                           0,
		"word":                       1,
		" word":                      1,
		"one two three":              3,
		"12":                         1,
		"1234567":                    3,
		"the 7":                      3,
		"HTTPServerError":            4,
		"\n\n":                       1,
		strings.Repeat("=", 16):      2,
		strings.Repeat(" ", 64):      3,
		"\xff\xfe":                   2,
		strings.Repeat("中", 12):      19,
		strings.Repeat("word ", 100): 100,
	} {
		assert.Equal(t, want, chunk.Estimate(text), "%q", text)
	}
}

func TestEstimateAllocatesNothing(t *testing.T) {
	text := strings.Repeat("The tide, 12.5 m, größer 港口 ``` {x} \n", 50)
	assert.Zero(t, testing.AllocsPerRun(10, func() { chunk.Estimate(text) }))
}
