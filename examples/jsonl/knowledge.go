package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

type knowledgeRequest struct {
	Op        string          `json:"op"`
	ID        json.RawMessage `json:"id"`
	Retrieval string          `json:"retrieval_type"`
	K         int             `json:"k"`
	Schema    []struct {
		Name string `json:"field_name"`
		Type string `json:"data_type"`
	} `json:"custom_metadata"`
	Key       string            `json:"key"`
	Title     string            `json:"title"`
	Text      string            `json:"text"`
	Timestamp int64             `json:"timestamp"`
	Meta      map[string]string `json:"meta"`
	Prefix    string            `json:"prefix"`
	Filters   json.RawMessage   `json:"filters"`
}

type knowledgeAnswer struct {
	ID  json.RawMessage   `json:"id,omitempty"`
	IDs []json.RawMessage `json:"ids,omitzero"`
}

const looseFolder = "docs/"

type knowledgeRun struct {
	base      *local.Base
	folder    string // of the file of the base
	retrieval string
	k         int
	ids       map[string]json.RawMessage // by key
}

// newKnowledge stores documents in a base of its own and ranks them by queries:
// {op: "config", retrieval_type, k, custom_metadata}, then {op: "doc", id, key,
// title, text, timestamp, meta} and {op: "query", id, text, prefix, filters} ->
// {id, ids}. The base is a temporary file.
func newKnowledge(*flags) (verb, func() error, error) {
	run := &knowledgeRun{}
	return each(run.answer), run.close, nil
}

func (r *knowledgeRun) close() error {
	if r.base == nil {
		return nil
	}
	return errors.Join(r.base.Close(), os.RemoveAll(r.folder))
}

func (r *knowledgeRun) answer(ctx context.Context, in *knowledgeRequest) (any, error) {
	if r.base == nil && in.Op != "config" {
		return nil, errors.New("the first line must be a config")
	}
	switch in.Op {
	case "config":
		return knowledgeAnswer{ID: json.RawMessage(`"config"`)}, r.open(ctx, in)
	case "doc":
		return knowledgeAnswer{ID: in.ID}, r.put(ctx, in)
	case "query":
		ids, err := r.rank(ctx, in)
		return knowledgeAnswer{in.ID, ids}, err
	}
	return nil, fmt.Errorf("unknown op %q", in.Op)
}

func (r *knowledgeRun) open(ctx context.Context, in *knowledgeRequest) error {
	if r.base != nil {
		return errors.New("there was a config already")
	}
	schema := map[string]string{}
	for _, f := range in.Schema {
		schema[f.Name] = f.Type
	}
	folder, err := os.MkdirTemp("", "jsonl-knowledge-")
	if err != nil {
		return err
	}
	r.base, err = local.Open(ctx, local.Options{Path: filepath.Join(folder, "base.db"), Schema: schema})
	if err != nil {
		return errors.Join(err, os.RemoveAll(folder))
	}
	r.folder = folder
	r.retrieval, r.k, r.ids = in.Retrieval, in.K, map[string]json.RawMessage{}
	return nil
}

func (r *knowledgeRun) put(ctx context.Context, in *knowledgeRequest) error {
	key := in.Key
	if key == "" {
		key = fmt.Sprintf("%s%d.md", looseFolder, len(r.ids))
	}
	slash := strings.LastIndexByte(key, '/') + 1
	scope, err := knowledge.FolderScope(key[:slash])
	if err != nil {
		return err
	}
	doc := knowledge.Document{Scope: scope, Name: key[slash:], Title: in.Title, Markdown: in.Text, Metadata: in.Meta, AnyQuality: true}
	if in.Timestamp != 0 {
		doc.RetrievedAt = time.UnixMilli(in.Timestamp)
	}
	r.ids[key] = in.ID
	_, err = r.base.Put(ctx, doc)
	return err
}

func (r *knowledgeRun) rank(ctx context.Context, in *knowledgeRequest) ([]json.RawMessage, error) {
	ids := []json.RawMessage{}
	for _, prefix := range r.prefixes(in.Prefix) {
		scope, err := knowledge.FolderScope(prefix)
		if err != nil {
			return nil, err
		}
		keys, err := r.base.Rank(ctx, knowledge.Query{
			Scope: scope, Messages: []knowledge.Message{{Role: "user", Content: in.Text}}, Retrieval: r.retrieval, Filters: in.Filters,
		}, r.k)
		if err != nil {
			return nil, err
		}
		for _, key := range keys {
			ids = append(ids, r.ids[key])
		}
	}
	if r.k > 0 {
		ids = ids[:min(len(ids), r.k)]
	}
	return ids, nil
}

func (r *knowledgeRun) prefixes(prefix string) []string {
	switch {
	case strings.Contains(prefix, `\`):
		return nil
	case prefix != "":
		return []string{prefix}
	}
	folders := map[string]bool{}
	for key := range r.ids {
		outermost, _, _ := strings.Cut(key, "/")
		folders[outermost+"/"] = true
	}
	return slices.Sorted(maps.Keys(folders))
}
