package classifier

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

func TestRuleTable(t *testing.T) {
	table, err := parseRules("# a comment\n\n" +
		"a.1\toverride\t4.6\tdecisive,english\tignore! prior|all<30 order<32/newtask|obey\tsets aside\n" +
		"a.2\tjailbreak\t1\tunordered,halved\tsay^\tspeaks\n" +
		"b.1\tmemory\t2\t-\tcode\tkeeps\n")
	require.NoError(t, err)
	require.Len(t, table.list, 2)
	first, second := table.list[0], table.list[1]
	assert.Equal(t, []patternElement{{any: l.ClassSetOf(l.Ignore), imp: true}, {any: l.ClassSetOf(l.Prior, l.All), gap: 30}, {any: l.ClassSetOf(l.Order), gap: 32, stop: l.ClassSetOf(l.NewTask, l.Obey)}}, first.steps)
	assert.True(t, first.decisive && first.english && !first.loose && !first.halved)
	assert.Equal(t, []patternElement{{any: l.ClassSetOf(l.Say), line: true}}, second.steps)
	assert.True(t, second.loose && second.halved && !second.decisive)
	assert.Equal(t, first.group, second.group)
	assert.NotEqual(t, first.key, second.key)
	b := table.codedRule("b.1")
	assert.Equal(t, "keeps", b.reason)
	assert.NotEqual(t, first.group, b.group)
	assert.Panics(t, func() { table.codedRule("a.1") })
}

func TestRuleTableIsStrict(t *testing.T) {
	for line, want := range map[string]string{
		"a.1\toverride\t4\t-\tsay":                                 "5 fields",
		"a\toverride\t4\t-\tsay\tr":                                "group.number",
		"a.x\toverride\t4\t-\tsay\tr":                              "group.number",
		"a.1\tnothing\t4\t-\tsay\tr":                               "category",
		"a.1\toverride\t0\t-\tsay\tr":                              "weight",
		"a.1\toverride\t4\tfast\tsay\tr":                           "fast",
		"a.1\toverride\t4\t-\tshout\tr":                            "shout",
		"a.1\toverride\t4\t-\tsay/shout\tr":                        "shout",
		"a.1\toverride\t4\t-\tsay<x\tr":                            "gap",
		"a.1\toverride\t4\t-\t\tr":                                 "0 elements",
		"a.1\toverride\t4\t-\tsay say say say say\tr":              "5 elements",
		"a.1\toverride\t4\t-\tsay\t":                               "reason",
		"a.1\toverride\t4\t-\tsay\tr\na.1\toverride\t4\t-\tsay\tr": "twice",
	} {
		_, err := parseRules(line)
		assert.ErrorContains(t, err, want, strings.ReplaceAll(line, "\t", " / "))
	}
}
