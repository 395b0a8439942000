package classifier

import l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"

// topic is the category of a run in which no rule holds, by the classes of its
// words.
func topic(run []scoredSentence) string {
	var mask l.WordClass
	for i := range run {
		mask |= run[i].mask
	}
	has := func(a, b l.WordClass) bool { return mask&a != 0 && mask&b != 0 }
	switch {
	case mask&l.Delimiter != 0:
		return Fake
	case has(l.Send|l.Fetch|l.Link, l.Secret|l.Conversation|l.Detail):
		return Exfiltration
	case mask&l.Stealth != 0:
		return Stealth
	case has(l.Keep, l.Memory|l.Bank|l.Lasting):
		return MemoryWrite
	case has(l.Reveal, l.System):
		return Extraction
	case has(l.Ask, l.User):
		return Deception
	case has(l.Ignore|l.Drop|l.DeclaredInvalid|l.NewTask, l.Order|l.Rule|l.System|l.CurrentTask):
		return Override
	case mask&(l.Role|l.Unbound) != 0:
		return Role
	case mask&l.Agent != 0:
		return Directed
	case mask&l.Praise != 0:
		return Promotion
	case has(l.Act, l.UserAssets|l.Tool):
		return ToolUse
	}
	return Hijack
}
