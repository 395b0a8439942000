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

// ValidateSchema reports a schema that no base can have. A schema has the names of the metadata fields that filters
// may name beside filename, folder and timestamp, and their types: text, number, boolean or datetime. Names are
// compared without case. They must not be empty, reserved or there twice.
func ValidateSchema(schema map[string]string) error {
	seen := map[string]bool{"": true, "filename": true, "folder": true, "timestamp": true}
	for field, typ := range schema {
		name := strings.ToLower(field)
		if seen[name] {
			return fmt.Errorf("knowledge: bad schema: field %q is empty, reserved or there twice", field)
		}
		seen[name] = true
		if !slices.Contains([]string{"text", "number", "boolean", "datetime"}, typ) {
			return fmt.Errorf("knowledge: bad schema: field %q has the unknown type %q", field, typ)
		}
	}
	return nil
}
