package envelope_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
)

// TestFilename reads the forms of RFC 6266 and those that servers send instead.
func TestFilename(t *testing.T) {
	for in, want := range map[string]string{
		"":                                     "",
		"inline":                               "",
		"attachment; filename=hive.md":         "hive.md",
		`attachment; filename="bee notes.csv"`: "bee notes.csv",
		"attachment; filename*=UTF-8''Bienenst%C3%B6cke.py": "Bienenstöcke.py",
		"attachment; filename=bee notes.yaml":               "bee notes.yaml",
		"ATTACHMENT; FILENAME=a.md; size=3":                 "a.md",
	} {
		assert.Equal(t, want, envelope.Filename(in), in)
	}
}
