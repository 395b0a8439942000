package classifier

import l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"

// topic is the category of a run in which no rule holds, by the classes of its
// words.
func topic(run []scoredSentence) string {
	var mask l.ClassSet
	for i := range run {
		mask = mask.Union(run[i].mask)
	}
	has := func(classes ...l.Class) bool { return mask.Intersects(l.ClassSetOf(classes...)) }
	switch {
	case has(l.Delimiter):
		return Fake
	case has(l.Send, l.Fetch, l.Link) && has(l.Secret, l.Conversation, l.Detail):
		return Exfiltration
	case has(l.Stealth):
		return Stealth
	case has(l.Keep) && has(l.Memory, l.Bank, l.Lasting):
		return MemoryWrite
	case has(l.Reveal) && has(l.System):
		return Extraction
	case has(l.Ask) && has(l.User):
		return Deception
	case has(l.Ignore, l.Drop, l.DeclaredInvalid, l.NewTask) && has(l.Order, l.Rule, l.System, l.CurrentTask):
		return Override
	case has(l.Role, l.Unbound):
		return Role
	case has(l.Agent):
		return Directed
	case has(l.Praise):
		return Promotion
	case has(l.Act) && has(l.UserAssets, l.Tool):
		return ToolUse
	}
	return Hijack
}
