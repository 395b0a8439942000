package classifier

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

// request returns what is sent about texts; formatChat takes one text.
func (s *Scanner) request(texts []string) any {
	switch s.opts.Format {
	case formatTEI:
		lists := make([][]string, len(texts))
		for i, text := range texts {
			lists[i] = []string{text}
		}
		return map[string]any{"inputs": lists}
	case formatChat:
		messages := []map[string]string{{"role": "user", "content": texts[0]}}
		if s.opts.Instructions != "" {
			messages = slices.Insert(messages, 0, map[string]string{"role": "system", "content": s.opts.Instructions})
		}
		request := map[string]any{"messages": messages, "temperature": 0, "max_tokens": 32}
		if s.opts.Model != "" {
			request["model"] = s.opts.Model
		}
		return request
	}
	return map[string]any{"inputs": texts}
}

func (s *Scanner) decode(body []byte) ([]verdict, error) {
	if s.opts.Format == formatChat {
		return s.decodeChat(body)
	}
	var list []json.RawMessage
	if json.Unmarshal(body, &list) != nil {
		var in struct{ Results, Predictions, Outputs, Data []json.RawMessage }
		if json.Unmarshal(body, &in) != nil {
			return nil, errors.New("the answer is not JSON of the form that is expected")
		}
		for _, l := range [][]json.RawMessage{in.Results, in.Predictions, in.Outputs, in.Data} {
			if l != nil {
				list = l
			}
		}
	}
	verdicts := make([]verdict, len(list))
	for i, item := range list {
		v, err := s.verdict(item)
		if err != nil {
			return nil, err
		}
		verdicts[i] = v
	}
	return verdicts, nil
}

type labelled struct {
	Label string   `json:"label"`
	Score *float64 `json:"score"`
}

// verdict reads the answer about one text: a label, or the scores of several, of which those of
// harmful ones add up.
func (s *Scanner) verdict(item json.RawMessage) (verdict, error) {
	var several []labelled
	if json.Unmarshal(item, &several) != nil {
		var one labelled
		if json.Unmarshal(item, &one) != nil {
			return verdict{}, errors.New("the answer has no label and score")
		}
		several = []labelled{one}
	}
	if len(several) == 0 {
		return verdict{}, errors.New("the answer has no label and score")
	}
	v := verdict{judged: true}
	most := math.Inf(-1)
	for _, l := range several {
		harmful, err := s.harmful(l.Label)
		if err != nil {
			return v, err
		}
		if l.Score == nil || *l.Score < 0 || *l.Score > 1+1e-6 {
			return v, errors.New("the answer has a score that is none from 0 to 1")
		}
		if !harmful {
			continue
		}
		if v.score += *l.Score; *l.Score > most {
			v.label, most = l.Label, *l.Score
		}
	}
	v.score = min(v.score, 1)
	return v, nil
}

// harmful reports whether a label means an instruction. An unknown label is an error, so
// that it is never taken for harmless.
func (s *Scanner) harmful(label string) (bool, error) {
	harmful, known := s.labels[strings.ToLower(strings.TrimSpace(label))]
	if !known {
		return false, fmt.Errorf("the answer has the label %q, which Labels does not have", word(label))
	}
	return harmful, nil
}

func (s *Scanner) decodeChat(body []byte) ([]verdict, error) {
	var answer struct{ Choices httpapi.Choices }
	if err := json.Unmarshal(body, &answer); err != nil || len(answer.Choices) == 0 {
		return nil, errors.New("the answer is not that of a chat")
	}
	first := ""
	if words := strings.Fields(string(answer.Choices[0].Message.Content)); len(words) > 0 {
		first = strings.Trim(words[0], ".,:;!\"'`*")
	}
	if score, err := strconv.ParseFloat(first, 64); err == nil && score >= 0 && score <= 1 {
		return []verdict{{"harmful", score, true}}, nil
	}
	harmful, err := s.harmful(first)
	if err != nil || !harmful {
		return []verdict{{first, 0, true}}, err
	}
	return []verdict{{first, 1, true}}, nil
}
