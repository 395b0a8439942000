package local

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
)

// maxDimensions bounds the length of vectors.
const maxDimensions = 8192

// headed returns a passage under its title and headings, as models see it.
func headed(title string, path []string, text string) string {
	head := strings.Join(append([]string{title}, path...), " > ")
	return strings.TrimPrefix(head+"\n\n"+text, " > ")
}

// embed returns the vectors of texts, of length one.
func (b *Base) embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := b.opts.Embedder.Embed(ctx, texts)
	if err == nil && len(vectors) != len(texts) {
		err = fmt.Errorf("the model returned %d vectors for %d texts", len(vectors), len(texts))
	}
	if err != nil {
		return nil, err
	}
	out := make([][]float32, len(vectors))
	for i, v := range vectors {
		sum := 0.0
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		if len(v) == 0 || len(v) > maxDimensions || sum == 0 || math.IsNaN(sum) || math.IsInf(sum, 0) {
			return nil, errors.New("the model returned a vector that is none")
		}
		for _, x := range v {
			out[i] = append(out[i], float32(float64(x)/math.Sqrt(sum)))
		}
	}
	return out, nil
}

func (b *Base) insertVectors(ctx context.Context, tx *sql.Tx, file int64, vectors [][]float32) error {
	for n, v := range vectors {
		data := make([]byte, 0, 4*len(v))
		for _, x := range v {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO vectors VALUES (?,?,?,?)`, file, n, b.opts.Embedder.Model(), data); err != nil {
			return err
		}
	}
	return nil
}

// vectorScores returns how near each passage of an area is to a vector, from 0
// to 1. Passages without a vector of the model are not in it.
func (b *Base) vectorScores(ctx context.Context, tx *sql.Tx, a *area, query []float32) (map[place]float64, error) {
	scores := map[place]float64{}
	err := eachRow(ctx, tx, `SELECT v.file, v.n, v.vector FROM folders d JOIN files f ON f.folder = d.id JOIN vectors v ON v.file = f.id
		WHERE d.folder >= ? AND d.folder < ? AND v.model = ?`, []any{a.low, a.high, b.opts.Embedder.Model()}, func(rows *sql.Rows) error {
		var at place
		var data sql.RawBytes
		if err := rows.Scan(&at.file, &at.n, &data); err != nil || len(data) != 4*len(query) || !a.passes(at.file) {
			return err
		}
		sum := float32(0)
		for i, x := range query {
			sum += x * math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:]))
		}
		scores[at] = min(1, max(0, float64(sum)))
		return nil
	})
	return scores, err
}
