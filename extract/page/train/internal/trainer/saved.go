package trainer

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

// saveFolds writes the models of a seed, one for each fold, so that the choice
// made from their scores can be tried again without fitting them.
func (t *trainer) saveFolds(dir string, seed uint64) error {
	if dir == "" {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for k, m := range t.model {
		s, _ := t.lexicon(k)
		s.First, s.Second = m.First, m.Second
		if err := os.WriteFile(foldFile(dir, seed, k), gbdt.Encode(s), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (t *trainer) loadFolds(dir string, seed uint64) error {
	for k := range t.model {
		b, err := os.ReadFile(foldFile(dir, seed, k))
		if err != nil {
			return err
		}
		m, err := gbdt.Decode(b)
		if err != nil {
			return fmt.Errorf("%s: %w", foldFile(dir, seed, k), err)
		}
		t.model[k] = m
	}
	return nil
}

func foldFile(dir string, seed uint64, fold int) string {
	return filepath.Join(dir, fmt.Sprintf("seed%d-fold%d.bin", seed, fold))
}
