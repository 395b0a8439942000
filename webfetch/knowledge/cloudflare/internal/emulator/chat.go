package emulator

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// answerText is what the model of the emulator writes.
func (e *Emulator) answerText(chunks []found) string {
	if len(chunks) == 0 || e.NoAnswer {
		return ""
	}
	return "Die Seite „" + chunks[0].item.Key + "“ sagt: " + strings.Join(strings.Fields(chunks[0].text), " ")
}

func (e *Emulator) chat(w http.ResponseWriter, body map[string]any, fault Fault) {
	if _, has := body["query"]; has || question(body) == "" {
		refuse(w, 400, 60012, "messages is required")
		return
	}
	chunks, err := e.search(body)
	if err != nil {
		refuse(w, 400, 60012, err.Error())
		return
	}
	text := e.answerText(chunks)
	w.Header().Set("cf-aig-cache-status", "MISS")
	if body["stream"] == true {
		e.stream(w, chunks, text, fault)
		return
	}
	var content any = text
	if text == "" {
		content = nil
	}
	_ = json.NewEncoder(w).Encode(map[string]any{"id": "chatcmpl-1", "object": "chat.completion", "model": "@cf/test/model",
		"choices": []any{map[string]any{"index": 0, "message": map[string]any{"role": "assistant", "content": content}, "finish_reason": "stop"}},
		"chunks":  e.wire(chunks)})
}

// stream writes the events of an answer in slices of 7 bytes, which cut through
// characters and names of fields.
func (e *Emulator) stream(w http.ResponseWriter, chunks []found, text string, fault Fault) {
	w.Header().Set("Content-Type", "text/event-stream")
	all := fault.Stream
	if all == "" {
		all = e.events(chunks, text)
		if fault.NoDone {
			all = strings.Split(all, "data: [DONE]")[0]
			all = strings.ReplaceAll(all, `"finish_reason":"stop"`, `"finish_reason":null`)
		}
	}
	for i := 0; i < len(all); i += 7 {
		if fault.Cut > 0 && i > fault.Cut {
			panic(http.ErrAbortHandler)
		}
		_, _ = w.Write([]byte(all[i:min(i+7, len(all))]))
		_ = http.NewResponseController(w).Flush()
	}
}

func (e *Emulator) events(chunks []found, text string) string {
	list, _ := json.Marshal(e.wire(chunks))
	first := "event: chunks\r\ndata: " + string(list) + "\r\n\r\n"
	if e.Shape > 0 {
		first = `data: {"chunks":` + string(list) + "}\n\n"
	}
	pieces := ": keep-alive\n\n"
	runes := []rune(text)
	for i := 0; i < len(runes); i += 11 {
		piece, _ := json.Marshal(string(runes[i:min(i+11, len(runes))]))
		pieces += fmt.Sprintf("data: {\"id\":\"1\",\"model\":\"@cf/test/model\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%s}}]}\n\n", piece)
	}
	end := "data: {\"id\":\"1\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: {\"usage\":{\"total_tokens\":9}}\n\ndata: [DONE]\n\n"
	if e.Shape == 2 {
		return pieces + first + end
	}
	return first + pieces + end
}

// serveRAG answers the first generation of the API.
func (e *Emulator) serveRAG(w http.ResponseWriter, path string, body map[string]any) {
	if path != "search" && path != "ai-search" {
		refuse(w, 404, 7000, "no route for that URI")
		return
	}
	if q, _ := body["query"].(string); q == "" {
		refuse(w, 400, 7001, "query is required")
		return
	}
	filters := map[string]any{}
	for _, f := range list(object(body, "filters")["filters"]) {
		c, _ := f.(map[string]any)
		key, _ := c["key"].(string)
		operators, _ := filters[key].(map[string]any)
		if operators == nil {
			operators = map[string]any{}
			filters[key] = operators
		}
		value := c["value"]
		if text, is := value.(string); is && key == "timestamp" { // as the documentation writes them
			n, err := strconv.ParseFloat(text, 64)
			if err != nil {
				refuse(w, 400, 7001, "timestamp is not a number")
				return
			}
			value = n
		}
		operators["$"+fmt.Sprint(c["type"])] = value
	}
	retrieval := map[string]any{"filters": filters, "keyword_match_mode": "or", "match_threshold": 0.0}
	if n, set := body["max_num_results"]; set {
		retrieval["max_num_results"] = n
	}
	if t, set := object(body, "ranking_options")["score_threshold"]; set {
		retrieval["match_threshold"] = t
	}
	chunks, err := e.search(map[string]any{"query": body["query"], "ai_search_options": map[string]any{"retrieval": retrieval}})
	if err != nil {
		refuse(w, 400, 7001, err.Error())
		return
	}
	result := map[string]any{"object": "vector_store.search_results.page", "search_query": body["query"], "has_more": false, "data": e.ragData(chunks)}
	if path == "ai-search" {
		result["response"] = e.answerText(chunks)
	}
	succeed(w, result)
}

func (e *Emulator) ragData(chunks []found) []any {
	out := []any{}
	for _, f := range chunks {
		folder, name, _ := strings.Cut(f.item.Key, "/")
		out = append(out, map[string]any{"file_id": fmt.Sprintf("%s-%d", f.item.id, f.part), "filename": f.item.Key, "score": f.score,
			"attributes": map[string]any{"timestamp": f.item.Uploaded.UnixMilli(), "folder": folder, "filename": name, "file": f.item.metadata},
			"content":    []any{map[string]any{"id": f.item.id, "type": "text", "text": f.text}}})
	}
	return out
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}
