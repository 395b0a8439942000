package compact_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// shrinkTo returns what is kept for a question within a number of words.
func shrinkTo(t *testing.T, md, question string, budget int) string {
	t.Helper()
	r, err := compact.Shrink(context.Background(), markdown.Parse(md), compact.Options{MaxTokens: budget, SummaryOnly: true, Question: question, Counter: words{}})
	require.NoError(t, err)
	return r.Compacted.Summary
}

// mills are paragraphs about water mills that differ in name, year and what they say.
func mills() string {
	var md strings.Builder
	for i, name := range []string{"Aldermill", "Brookmill", "Cressmill", "Dunmill", "Eskmill", "Fernmill"} {
		for year := 1911; year < 1915; year++ {
			fmt.Fprintf(&md, "Visitors of %s ask when it opens in %d, and how many loaves it will bake.\n\n", name, year)
			fmt.Fprintf(&md, "How many sacks will %s grind in %d?\n\n", name, year)
			fmt.Fprintf(&md, "In %d the stones of %s ground %d sacks of rye.\n\n", year, name, 300+17*i+(year-1911)*131)
		}
		fmt.Fprintf(&md, "The wheel of %s has a diameter of %d metres. It was built by Tam Orchard%d.\n\n", name, 4+i, i)
	}
	return md.String()
}

// TestEachPartOfAQuestionIsAnswered has room for a few sentences, and questions that need two.
func TestEachPartOfAQuestionIsAnswered(t *testing.T) {
	for _, c := range []struct {
		question string
		want     []string
	}{
		{"How many sacks did Brookmill and Fernmill grind in 1913?", []string{"ground 579 sacks", "ground 647 sacks"}},
		{"How many sacks of rye did Eskmill grind in 1911 and 1914?", []string{"ground 368 sacks", "ground 761 sacks"}},
		{"How many sacks did Aldermill grind in 1912, and how many did Dunmill grind?", []string{"ground 431 sacks", "ground 482 sacks"}},
		{"Who built Cressmill? How wide is the wheel of Dunmill?", []string{"Tam Orchard2", "diameter of 7 metres"}},
		{"What is the diameter of the wheels of Aldermill, Brookmill and Cressmill?", []string{"4 metres", "5 metres", "6 metres"}},
	} {
		got := shrinkTo(t, mills(), c.question, 60)
		for _, w := range c.want {
			assert.Contains(t, got, w, "%s", c.question)
		}
	}
}

// TestEachPartOfAQuestionIsAnsweredWithoutSpaces has the same in a script that puts no spaces between words.
func TestEachPartOfAQuestionIsAnsweredWithoutSpaces(t *testing.T) {
	var md strings.Builder
	for i, name := range []string{"青溪桥", "白石桥", "落雁桥", "望江桥", "双喜桥"} {
		for year := 1951; year < 1954; year++ {
			fmt.Fprintf(&md, "游客常问%s在%d年会不会关闭。\n\n", name, year)
			fmt.Fprintf(&md, "%d年，%s的维修花费了%d万元。\n\n", year, name, 40+i*3+year-1950)
		}
	}
	for _, c := range []struct {
		question string
		want     []string
	}{
		{"1952年白石桥和双喜桥的维修各花费多少？", []string{"45万元", "54万元"}},
		{"1953年青溪桥与望江桥维修花了多少钱？", []string{"43万元", "52万元"}},
	} {
		got := shrinkTo(t, md.String(), c.question, 8)
		for _, w := range c.want {
			assert.Contains(t, got, w, "%s", c.question)
		}
	}
}

// TestEachClauseWithoutSpacesIsAnswered asks twice in one sentence, with a comma between, where most of what the document
// says has words of the first clause.
func TestEachClauseWithoutSpacesIsAnswered(t *testing.T) {
	var md strings.Builder
	for i, season := range []string{"春天", "夏天", "秋天", "冬天"} {
		fmt.Fprintf(&md, "云岭茶厂的参观路线在%s全长%d公里。\n\n", season, 3+i)
		fmt.Fprintf(&md, "参观云岭茶厂路线的客人在%s可以领取地图。\n\n", season)
		fmt.Fprintf(&md, "云岭茶厂的参观路线在%s不收费。\n\n", season)
	}
	md.WriteString("食堂早上七点开门。\n\n厂里的旧炉子由铁匠罗大成打造。\n\n")
	for i, season := range []string{"春", "夏", "秋", "冬"} {
		fmt.Fprintf(&md, "星見町の図書館は%sに本を%d冊まで貸す。\n\n", season, 10+i)
		fmt.Fprintf(&md, "星見町の図書館の本は%sに人気がある。\n\n", season)
	}
	md.WriteString("入口で眠る猫はミケと呼ばれる。\n\n")
	for _, c := range []struct {
		question string
		want     []string
	}{
		{"云岭茶厂的参观路线在秋天全长多少公里，食堂几点开门？", []string{"5公里", "七点"}},
		{"云岭茶厂的参观路线冬天全长多少公里；厂里的旧炉子是谁打造的", []string{"6公里", "罗大成"}},
		{"星見町の図書館は夏に本を何冊貸しますか、入口で眠る猫は何と呼ばれますか", []string{"11冊", "ミケ"}},
	} {
		got := shrinkTo(t, md.String(), c.question, 5)
		for _, w := range c.want {
			assert.Contains(t, got, w, "%s", c.question)
		}
	}
}

// TestOneThingIsNotTwoParts asks for what is joined in the document as well, and for what lies between two.
func TestOneThingIsNotTwoParts(t *testing.T) {
	md := strings.Repeat("Salt is sold in bags. Vinegar is sold in bottles. A salt lamp glows, and a vinegar mother floats.\n\n", 12) +
		"The flavour salt and vinegar was first made in 1967 by Orla Kettle.\n\n" + "From Hulm to Varby it is 48 kilometres by road.\n\nHulm has a market. Varby has a fair.\n\n"
	assert.Contains(t, shrinkTo(t, md, "Who made salt and vinegar first?", 14), "Orla Kettle")
	assert.Contains(t, shrinkTo(t, md, "How far is it between Hulm and Varby?", 10), "48 kilometres")
}
