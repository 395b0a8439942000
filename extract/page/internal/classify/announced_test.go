package classify_test

import "testing"

// A list of links is part of the text if a sentence above announces it.
func TestAnnouncedListsAreKept(t *testing.T) {
	const list = "<ul><li><a href=/ebb>EBB_TIDE</a><li><a href=/flood>FLOOD_TIDE</a></ul>"
	for name, test := range map[string]struct{ body, kept, added string }{
		"below a sentence":     {"<p>It adds one of the following flags:</p>" + list, "It adds one of…", "EBB_TIDE | FLOOD_TIDE"},
		"within a paragraph":   {"<div>It adds one of the following flags:" + list + "</div>", "It adds one of…", "EBB_TIDE | FLOOD_TIDE"},
		"sentence is left out": {"<p>It adds one of the following flags:</p>" + list, "", ""},
		"a label":              {"<p>Read more about tides:</p>" + list, "Read more about tides:", ""},
		"no colon":             {"<p>It adds one of the following flags.</p>" + list, "It adds one of…", ""},
		"of links itself":      {"<p><a href=/f>It adds one of the following</a> flags:</p>" + list, "It adds one of…", ""},
		"in a menu":            {"<p>It adds one of the following flags:</p><nav>" + list + "</nav>", "It adds one of…", ""},
		"behind a text":        {"<p>It adds one of the following flags:</p><p>None.</p>" + list, "It adds one of…", ""},
	} {
		t.Run(name, func(t *testing.T) {
			run(t, state{html: test.body, kept: test.kept}, "keep introduced lists").assertAdds(t, test.added)
		})
	}
}
