package compact

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

func TestMentions(t *testing.T) {
	cases := []struct {
		text                  string
		numbers, dates, names []string
	}{
		{"Nothing here at all.", nil, nil, nil},
		{"It weighs 13.5 kg and costs €1,200.50 now.", []string{"13.5 kg", "1,200.50 now"}, nil, nil},
		{"Born on 26 July 1855 in Malaga.", []string{"26 July", "1855 in"}, []string{"26 July 1855"}, []string{"Malaga"}},
		{"On March 4, 1981, it began.", []string{"4", "1981"}, []string{"March 4, 1981"}, nil},
		{"Released 2024-03-17.", []string{"2024-03-17"}, []string{"2024-03-17"}, nil},
		{"Version 7.30.2 is out.", []string{"7.30.2 is"}, nil, nil},
		{"We met Ida van der Berg there.", nil, nil, []string{"Ida van der Berg"}},
		{"See [Paris](https://x.org/1999) now.", nil, nil, []string{"Paris"}},
		{"Am 3. Mai 2019 kam sie.", []string{"3", "2019 kam"}, []string{"3. Mai 2019"}, nil},
		{"成立于1998年。", []string{"1998年"}, []string{"1998"}, nil},
		{"据海因里希·佐林格1847年估计", []string{"1847年估计"}, []string{"1847"}, []string{"海因里希·佐林格"}},
		{"技師リチャード・ヘンリー・ブラントンである", nil, nil, []string{"リチャード・ヘンリー・ブラントン"}},
		{"读《雪山·飞狐》。红·", nil, nil, []string{"雪山·飞狐"}},
		{"ก่อตั้งในปี พ.ศ. 2536 หนัก 4 ตัน", []string{"2536 หนัก", "4 ตัน"}, []string{"2536"}, nil},
		{"평일 오후 3시, 1998년부터 70년간 17만 명이", []string{"3시", "1998년부터", "70년간", "17만"}, []string{"1998", "70"}, nil},
		{"1998年以后70年", []string{"1998年以后", "70年"}, []string{"1998", "70"}, nil},
		{"２０１９年３月に 在 ۱۳۹۴ و ٢٠١٨", []string{"２０１９年", "３月に", "۱۳۹۴ و", "٢٠١٨"}, []string{"２０１９年３", "۱۳۹۴", "٢٠١٨"}, nil},
		{"At 50% of 3 MB/s.", []string{"50%", "3 MB/s"}, nil, nil},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			var numbers, dates, names []string
			mentions(c.text, func(k facts, a, b int) {
				switch {
				case k&hasNumber != 0:
					numbers = append(numbers, c.text[a:b])
				case k&hasDate != 0:
					dates = append(dates, c.text[a:b])
				case k&hasName != 0:
					names = append(names, c.text[a:b])
				}
			})
			assert.Equal(t, c.numbers, numbers, "numbers")
			assert.Equal(t, c.dates, dates, "dates")
			assert.Equal(t, c.names, names, "names")
		})
	}
}

func TestPhrases(t *testing.T) {
	var got []string
	text := "The tower of the old harbour was moved to a town of 5,000 people, [far from the sea](https://a.example/on the) and cold."
	for _, p := range phrases(text) {
		got = append(got, text[p.Start:p.End])
	}
	assert.Equal(t, []string{"The tower", "of the old harbour", "was moved", "to a town of 5,000 people,", "[far from the sea](https://a.example/on the)", "and cold."}, got)
}

func TestMeasures(t *testing.T) {
	for text, want := range map[string]facts{
		"13 kg": hasMass, "5 miles": hasLength, "3 Stunden": hasTime, "€5": hasMoney, "5 Euro": hasMoney, "20 °C": hasHeat, "80 km/h": hasSpeed,
		"3 bar": hasPressure, "41 dB": hasSound, "21 W": hasPower, "5 %": hasShare, "16 GB": hasData, "2 l": hasVolume, "80 m²": hasArea, "7 apples": 0, "5 公斤": hasMass, "หนัก 100 กิโลกรัม": hasMass, "3 ถึง 4 ชั่วโมง": hasTime,
	} {
		assert.Equal(t, want, findFacts(text, chunk.SentenceUnit)&measures, text)
	}
}

func TestFindFacts(t *testing.T) {
	for text, want := range map[string]facts{
		"**Term**: what it is.":       hasDefinition,
		"- **Delay** means late.":     hasDefinition,
		"A newt is an amphibian.":     hasDefinition,
		"It failed because of rust.":  hasReason,
		"She said “no”.":              hasQuote,
		"Der Molch ist ein Amphibium": hasDefinition,
		"素数是指大于1的自然数":                 hasDefinition,
	} {
		assert.NotZero(t, findFacts(text, chunk.SentenceUnit)&want, text)
	}
	assert.NotZero(t, findFacts("1. Open it.", chunk.ItemUnit)&hasStep)
	assert.Zero(t, findFacts("- Open it.", chunk.ItemUnit)&hasStep)
	assert.Zero(t, findFacts("Open it.", chunk.SentenceUnit))
}

func TestAskedFacts(t *testing.T) {
	for question, want := range map[string]facts{
		"How heavy is it?":               hasMass | hasNumber,
		"How many people came?":          hasNumber,
		"When did it open?":              hasDate | hasMoment,
		"Who built it?":                  hasName,
		"Where is it?":                   hasName,
		"Why did it fail?":               hasReason,
		"How do I clean it?":             hasStep,
		"What is the definition of rate": hasShare | hasNumber,
		"What does scale mean?":          hasDefinition,
		"Wie schwer ist er?":             hasMass | hasNumber,
		"Wann begann es?":                hasDate | hasMoment,
		"Quand est-il né ?":              hasDate | hasMoment,
		"¿Quién lo hizo?":                hasName,
		"Сколько это стоит?":             hasMoney | hasNumber,
		"多少钱？":                           hasMoney | hasNumber,
		"À quel moment passe-t-il ?":     hasDate | hasMoment,
		"ช้างนอนกี่ชั่วโมง":            hasNumber,
		"วันช้างไทยตรงกับวันที่เท่าไร": hasNumber | hasDate | hasMoment,
		"星期几开门？": hasDate | hasMoment | hasNumber,
		"Во сколько обойдётся ремонт?":  hasMoney | hasNumber | hasDate | hasMoment,
		"Cuántos días tarda?":           hasTime | hasNumber,
		"Wie viele Stunden wartet man?": hasTime | hasNumber,
		"¿Qué se cobra por la mesa?":    hasMoney | hasNumber,
		"這座橋是什麼時候建的？":                   hasDate | hasMoment,
		"要多少錢？":                         hasMoney | hasNumber,
		"何時間かかりますか。":                    hasTime | hasNumber | hasDate | hasMoment,
		"요금은 얼마입니까?":                    hasMoney | hasNumber,
		"كم سعر التذكرة؟":               hasNumber,
		"Is it red?":                    0,
	} {
		assert.Equal(t, want, askedFacts(question), question)
	}
}

func TestQuestionWords(t *testing.T) {
	assert.Equal(t, []string{"heavy", "pump"}, questionWords("How heavy is the pump?"))
	assert.Equal(t, []string{"What", "is", "it"}, questionWords("What is it?"))
	assert.Equal(t, []string{"Turm"}, questionWords("Wann wurde der Turm?"))
	assert.Equal(t, []string{"4", "회에", "MBC", "가", "2022", "年"}, allWords("4회에 MBC가 2022年?"))
	assert.Empty(t, questionWords("?!"))
}

func TestTerms(t *testing.T) {
	cases := []struct {
		text string
		want string
	}{
		{"The Pumps pump", "the pump pump"},
		{"regulation regulations", "regula regula"},
		{"Straße naïve École", "straße naive ecole"},
		{"see [docs](https://x.org/a-b) now", "see doc now"},
		{"抽水泵", "抽水 水泵"},
		{"水", "水"},
		{"v2 und 中文abc", "v2 und 中文 abc"},
		{"กขค", "กขค"},
		{"ช้างไทย", "ชาง างไ งไท ไทย"},
		{"กข", "กข"},
		{"class glass gas", "class glass gas"},
		{"롯데리아의 알바생이 MBC에", "롯데 데리 리아 아의 알바 바생 생이 mbc 에"},
		{"المدرسة والمدرسه للمدرسة مدرسة ولد إلى", "مدرسه مدرسه مدرسه مدرسه ولد الي"},
		{"臺灣後門 台湾后门", "台湾 湾后 后门 台湾 湾后 后门"},
		{"۱۳۹۴ ٢٠١٨ ２０２４ Ａｂｃ", "1394 2018 2024 abc"},
	}
	for _, c := range cases {
		x := newVocabulary()
		ids := x.terms(nil, c.text, true)
		byID := make([]string, len(x.ids))
		for term, id := range x.ids {
			byID[id] = term
		}
		var got []string
		for _, id := range ids {
			got = append(got, byID[id])
		}
		assert.Equal(t, c.want, strings.Join(got, " "), c.text)
		assert.Empty(t, newVocabulary().terms(nil, c.text, false))
	}
}

func TestLinkShare(t *testing.T) {
	for text, want := range map[string]struct {
		words int
		share float64
	}{
		"":                         {0, 0},
		"one two":                  {2, 0},
		"[one](/a) two":            {2, .5},
		"[one two](/a-b-c)":        {2, 1},
		"![alt text](/a.png) word": {3, 2. / 3},
		"中文":                       {2, 0},
		"<https://e.org/a/b> word": {2, 0},
		"a <b> c < d":              {4, 0},
	} {
		words, share := linkShare(text)
		assert.Equal(t, want.words, words, text)
		assert.InDelta(t, want.share, share, 1e-9, text)
	}
}

// The words and numbers of an address are no facts.
func TestNoFactsInAddresses(t *testing.T) {
	mentions("<https://e.org/2017/02/14/Mira-Holt>, [it](https://e.org/2018)", func(_ facts, a, b int) { t.Errorf("%d to %d", a, b) })
	for _, hostile := range []string{"<https://", "<", "<mailto:a "} {
		linkShare(strings.Repeat(hostile, 1<<20/len(hostile)))
		mentions(strings.Repeat(hostile, 1<<20/len(hostile)), func(facts, int, int) {})
	}
}

func TestNotice(t *testing.T) {
	for _, text := range []string{
		"We use cookies to improve your experience. [Accept all](#)",
		"Diese Website verwendet Cookies.",
		"© 2024 Example. All rights reserved.",
		"[Skip to content](#main)",
		"By A. Writer · 4 min read · 120 views",
		"Advertisement", "**Sponsored:** ten habits [Read](/x)", "Comments are closed.", "3 comments · [Log in](/l) to reply",
		"Share on [X](#)", "Was this page helpful? [Yes](#)", "[Back to top](#top)",
	} {
		assert.True(t, notice(text), text)
	}
	for _, text := range []string{
		"The recipe makes twelve cookies.",
		"A cookie is a small piece of data that a server sends.",
		"Copyright law protects authors.",
		"The committee heard comments from the public.",
		"Advertising began in 1704.",
		"Follow the path to the river.",
	} {
		assert.False(t, notice(text), text)
	}
}

// A target ends at its parenthesis, on the same line and not too far away; else
// there is none.
func TestSkipTarget(t *testing.T) {
	for text, want := range map[string]int{
		"(a)b": 3, "(a b)": 5, "()": 2, "(a": 1, "(": 1, "(a\nb)": 1,
		"(" + strings.Repeat("a", maxTarget-2) + ")": maxTarget, "(" + strings.Repeat("a", maxTarget-1) + ")": 1,
	} {
		assert.Equal(t, want, skipTarget(text, 0), "%.20q", text)
	}
}

// Compare the MB/s of the sizes: no shape of text takes more than linear time.
func BenchmarkShrinkHostile(b *testing.B) {
	for name, unit := range map[string]string{"word": "x", "links": "[a](", "clauses": "Ada Finch, ", "items": "- Ada Finch 3 May 2019\n", "code": "    pump.Open(ctx, 12)\n\n", "sections": "## A\n\n1 m.\n\n"} {
		for _, size := range []int{1 << 16, 1 << 18} {
			doc := markdown.Parse(strings.Repeat(unit, size/len(unit)))
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					_, err := Shrink(b.Context(), doc, Options{MaxTokens: 500, Preserve: []string{"names", "numbers"}})
					require.NoError(b, err)
				}
			})
		}
	}
}

// Numbers in words, weekdays, months and times of day are facts that a question
// may ask for, in many languages.
func TestFactsInWords(t *testing.T) {
	for text, want := range map[string]facts{
		"The lift is closed for nine days.":         hasNumber | hasTime,
		"Er wiegt zwölf Kilo.":                      hasNumber | hasMass,
		"Lo recibe en quince días.":                 hasNumber | hasTime,
		"Cuire vingt-cinq minutes.":                 hasNumber | hasTime,
		"Через девять дней.":                        hasNumber | hasTime,
		"每日收费十五元。":                                  hasNumber | hasMoney,
		"不得超过平日价格的一倍半。":                             hasNumber | hasShare,
		"冷冻不超过两个月。":                                 hasNumber | hasTime,
		"The market is on Thursday.":                hasMoment,
		"Der Markt ist mittwochs.":                  hasMoment,
		"Дорожка откроется в ноябре.":               hasMoment,
		"Es lo mejor del verano, en agosto.":        hasMoment,
		"日曜日に開きます。":                                 hasMoment,
		"| Guillemot | 19:35 | yes |":               hasNumber | hasMoment,
		"Ouvert à 19h30.":                           hasNumber | hasTime | hasMoment,
		"It was built on 3 May 1904.":               hasNumber | hasDate | hasMoment,
		"They came in the 10th and 11th centuries.": hasNumber | hasDate | hasMoment,
		"A mill of the mid-18th century.":           hasNumber | hasDate | hasMoment,
		"Im 19. Jahrhundert kam die Bahn.":          hasNumber | hasDate | hasMoment,
		"Le pont date du XIXe siècle.":              hasDate | hasMoment,
		"Se fundó en el siglo XV.":                  hasDate | hasMoment,
		"Мост построен в XIX веке.":                 hasDate | hasMoment,
		"大约在18世纪中期。":                                hasNumber | hasDate | hasMoment,
		"直至十九世纪。":                                   hasNumber | hasMoment,
		"The storm of the century":                  0,
		"World War II began, as Part IV says.":      0,
		"One of them came, and another one of them": 0,
		"这是一个人的故事。":                                 0,
		"Ratio of 1:2 here, a1:b2":                  hasNumber,
	} {
		assert.Equal(t, want, findFacts(text, chunk.SentenceUnit)&(hasNumber|hasDate|hasMoment|measures), text)
	}
}

// A family name at the beginning of a clause, or behind a title or a word that introduces a person.
func TestChineseNamesOfPeople(t *testing.T) {
	for text, want := range map[string]string{
		"委员会把奖颁给了梁月桥。": "梁月桥",
		"昨天由唐一舟主持。":    "唐一舟",
		"程小溪，女，教师。":    "程小溪",
		"颜料商雷履泰创立。":    "雷履泰",
		"大家去公园散步。":     "",
	} {
		got := ""
		mentions(text, func(k facts, a, b int) {
			if k&hasPerson != 0 {
				got = text[a:b]
			}
		})
		assert.Equal(t, want, got, text)
	}
}

// No simplified character is a traditional one of another: characters are folded once.
func TestSimplifiedCharacters(t *testing.T) {
	assert.Len(t, simplified(), 2838)
	for traditional, r := range simplified() {
		assert.Zero(t, simplified()[r], string(traditional))
	}
}

// Every list of lexicon.txt is one that the code asks for, and none is empty.
func TestLexicon(t *testing.T) {
	x := loadLexicon()
	all := wordList(0)
	for _, lists := range x.lists {
		assert.NotZero(t, lists)
		all |= lists
	}
	assert.Equal(t, germanWords<<1-1, all)
	measured := facts(0)
	for _, f := range x.measures {
		measured |= f
	}
	assert.Equal(t, measures&^hasVersion, measured)
	for name, list := range x.cues {
		for _, cue := range list {
			assert.NotEmpty(t, strings.TrimSpace(cue), name)
		}
	}
}
