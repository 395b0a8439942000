package emulator

import (
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// serveItems answers the Items API.
func (e *Emulator) serveItems(w http.ResponseWriter, r *http.Request, rest string) {
	id, download := strings.CutSuffix(rest, "/download")
	i := slices.IndexFunc(e.items, func(it *item) bool { return it.id == id })
	switch {
	case r.Method == http.MethodPost && rest == "":
		e.upload(w, r)
	case r.Method == http.MethodGet && rest == "":
		e.listItems(w, r)
	case i < 0:
		refuse(w, 404, 7003, "item_not_found")
	case download:
		_, _ = io.WriteString(w, e.items[i].Body)
	case r.Method == http.MethodDelete:
		e.items = slices.Delete(e.items, i, i+1)
		e.sync()
		succeed(w, map[string]any{})
	default:
		refuse(w, 404, 7000, "no route for that URI")
	}
}

func (e *Emulator) upload(w http.ResponseWriter, r *http.Request) {
	file, header, err := r.FormFile("file")
	if err != nil {
		refuse(w, 400, 7001, "file is required")
		return
	}
	key := header.Filename
	if _, params, err := mime.ParseMediaType(header.Header.Get("Content-Disposition")); err == nil {
		key = params["filename"] // the standard library keeps the last segment only
	}
	if len(key) > 128 {
		refuse(w, 400, 7001, "key is too long")
		return
	}
	body, _ := io.ReadAll(file)
	var metadata map[string]string
	if err := json.Unmarshal([]byte(r.FormValue("metadata")), &metadata); err != nil {
		refuse(w, 400, 7001, "metadata is not JSON")
		return
	}
	e.items = slices.DeleteFunc(e.items, func(it *item) bool { return it.Key == key })
	it := e.newItem(Object{Key: key, Body: string(body), Metadata: metadata, Uploaded: time.Now()})
	e.items = append(e.items, it)
	status := "running"
	if r.FormValue("wait_for_completion") == "true" && !e.SlowIndex {
		e.sync()
		status = "completed"
	}
	succeed(w, wireItem(it, status))
}

func (e *Emulator) listItems(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if q.Get("key") != "" && q.Get("source") == "" {
		refuse(w, 400, 7001, "key is filtered by together with source")
		return
	}
	page, _ := strconv.Atoi(q.Get("page"))
	size, err := strconv.Atoi(q.Get("per_page"))
	if err != nil || size > 50 {
		size = 50
	}
	out := []any{}
	for i, it := range e.items {
		if key := q.Get("key"); key != "" && it.Key != key || i < (page-1)*size && q.Get("key") == "" || len(out) == size {
			continue
		}
		out = append(out, wireItem(it, "completed"))
	}
	succeed(w, out)
}

func wireItem(it *item, status string) map[string]any {
	return map[string]any{"id": it.id, "key": it.Key, "status": status, "file_size": len(it.Body), "metadata": it.Metadata, "source_id": "builtin"}
}
