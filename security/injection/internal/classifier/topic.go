package classifier

import l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"

// topics says what a run is about by the classes of its words: the first line of which it has one of each set.
var topics = [...]struct {
	category string
	of       [2]l.ClassSet // the second may be empty
}{
	{"fake_delimiter", [2]l.ClassSet{l.ClassSetOf(l.Delimiter)}},
	{"exfiltration", [2]l.ClassSet{l.ClassSetOf(l.Send, l.Fetch, l.Link), l.ClassSetOf(l.Secret, l.Conversation, l.Detail)}},
	{"stealth", [2]l.ClassSet{l.ClassSetOf(l.Stealth)}},
	{"memory", [2]l.ClassSet{l.ClassSetOf(l.Keep), l.ClassSetOf(l.Memory, l.Bank, l.Lasting)}},
	{"prompt_extraction", [2]l.ClassSet{l.ClassSetOf(l.Reveal), l.ClassSetOf(l.System)}},
	{"user_deception", [2]l.ClassSet{l.ClassSetOf(l.Ask), l.ClassSetOf(l.User)}},
	{"override", [2]l.ClassSet{l.ClassSetOf(l.Ignore, l.Drop, l.DeclaredInvalid, l.NewTask), l.ClassSetOf(l.Order, l.Rule, l.System, l.CurrentTask)}},
	{"role_change", [2]l.ClassSet{l.ClassSetOf(l.Role, l.Unbound)}},
	{"agent_directed", [2]l.ClassSet{l.ClassSetOf(l.Agent)}},
	{"promotion", [2]l.ClassSet{l.ClassSetOf(l.Praise)}},
	{"tool_use", [2]l.ClassSet{l.ClassSetOf(l.Act), l.ClassSetOf(l.UserAssets, l.Tool)}},
}

func topic(run []scoredSentence) string {
	var mask l.ClassSet
	for i := range run {
		mask = mask.Union(run[i].mask)
	}
	for i := range topics {
		if t := &topics[i]; mask.Intersects(t.of[0]) && (t.of[1].IsEmpty() || mask.Intersects(t.of[1])) {
			return t.category
		}
	}
	return "output_hijack"
}
