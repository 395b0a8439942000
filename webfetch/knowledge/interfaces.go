package knowledge

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Answerer writes an answer from passages with a model. Implementations are safe for concurrent use, send every
// byte through the egress policy they were made with, and stop soon after ctx is done.
type Answerer interface {
	// Answer answers the last question of the user in the messages of q from passages, best first, whose text
	// goes to the model behind a fence. It minds the model and the system prompt that q names. It returns the
	// answer and the name of the model that wrote it, and calls emit with each piece of the
	// answer as it comes.
	Answer(ctx context.Context, q *Query, passages []Hit, emit func(delta string)) (text, model string, err error)
}

// Field declares a metadata field that filters may name.
type Field struct {
	Name string `json:"field_name"` // of the metadata; compared without case
	// Type is text, number, boolean or datetime: how the values compare, which are strings wherever they are stored.
	Type string `json:"data_type"`
}

// Schema is the fields that filters may name beside filename, folder and timestamp, which always can be.
type Schema []Field

// Validate reports a schema that no base can have: names that are empty, twice there or reserved, types that are
// unknown.
func (s Schema) Validate() error {
	seen := map[string]bool{"": true, "filename": true, "folder": true, "timestamp": true}
	for _, f := range s {
		name := strings.ToLower(f.Name)
		if seen[name] {
			return fmt.Errorf("knowledge: bad schema: field %q is empty, reserved or there twice", f.Name)
		}
		seen[name] = true
		if !slices.Contains([]string{"text", "number", "boolean", "datetime"}, f.Type) {
			return fmt.Errorf("knowledge: bad schema: field %q has the unknown type %q", f.Name, f.Type)
		}
	}
	return nil
}
