package emulator

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

func (e *Emulator) chat(w http.ResponseWriter, q *query, fault Fault) {
	if q.Query != nil || q.question() == "" {
		refuse(w, 400, 60012, "messages is required")
		return
	}
	chunks, err := e.search(q)
	if err != nil {
		refuse(w, 400, 60012, err.Error())
		return
	}
	text := ""
	var content any // null without a text
	if len(chunks) > 0 && !e.NoAnswer {
		text = "Die Seite „" + chunks[0].item.Key + "“ sagt: " + strings.Join(strings.Fields(chunks[0].text), " ")
		content = text
	}
	w.Header().Set("cf-aig-cache-status", "MISS")
	if q.Stream {
		e.stream(w, chunks, text, fault)
		return
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
