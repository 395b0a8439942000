package main

import (
	"fmt"
	"maps"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
)

// printAblation prints what each rule and each class of words finds: how many attacks and how many other
// texts pass the limit with it alone, by the models of the cross-validation, which are not fitted again.
func printAblation(list []*example, models []*model, set settings, limit float64) {
	fmt.Printf("%-40s%8s%8s%8s%8s\n", "without", "lost", "won", "quieter", "louder")
	parts := classifier.Parts()
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		part := make(map[uint32]bool)
		for _, f := range parts[name] {
			part[f] = true
		}
		var change [2][2]int // of others and attacks: no longer over the limit, newly over it
		for _, ex := range list {
			if len(ex.texts) != 1 || ex.author == "" && ex.set == pageSet { // documents have too many windows
				continue
			}
			other := ex.without(part)
			if other == nil {
				continue
			}
			before, after := models[ex.fold].best(ex, set.hidden).z > limit, models[ex.fold].best(other, set.hidden).z > limit
			kind := 0
			if ex.attack {
				kind = 1
			}
			if before && !after {
				change[kind][0]++
			} else if after && !before {
				change[kind][1]++
			}
		}
		fmt.Printf("%-40s%8d%8d%8d%8d\n", name, change[1][0], change[1][1], change[0][0], change[0][1])
	}
}

// without returns an example that lacks the features of a part and the rules with such features, nil if
// it has none of them.
func (ex *example) without(part map[uint32]bool) *example {
	drops := func(f uint32) bool { return part[f] }
	other, differs := *ex, false
	other.texts = slices.Clone(ex.texts)
	for i := range other.texts {
		samples := slices.Clone(other.texts[i].samples)
		other.texts[i].samples = samples
		for k := range samples {
			s := &samples[k]
			if slices.ContainsFunc(s.Features, drops) {
				differs = true
				s.Features = slices.DeleteFunc(slices.Clone(s.Features), drops)
				s.Rules = slices.DeleteFunc(slices.Clone(s.Rules), func(r classifier.RuleWeight) bool { return part[r.Feature] })
			}
		}
	}
	if !differs {
		return nil
	}
	return &other
}
