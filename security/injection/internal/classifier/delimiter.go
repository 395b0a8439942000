package classifier

import "bytes"

// delimiter reports whether a token of a chat format stands at b[i]: one that
// models are trained to take for a border between turns, and that ordinary text
// has no use for.
func delimiter(b []byte, i int, lineStart bool) (end int, ok bool) {
	rest := b[i:]
	switch b[i] {
	case '<':
		return angled(rest, i)
	case '[':
		return listed(rest, i, bracketTokens)
	case '#':
		if lineStart {
			return heading(rest, i)
		}
	case '{':
		return object(rest, i)
	case '-':
		if len(rest) > 1 && rest[1] == '-' {
			return listed(rest, i, dashTokens)
		}
	}
	return 0, false
}

// angled knows tokens in angle brackets.
func angled(rest []byte, i int) (int, bool) {
	if len(rest) > 3 && (rest[1] == '|' || bytes.HasPrefix(rest[1:], []byte("｜"))) {
		if n := bytes.IndexByte(rest[:min(len(rest), 48)], '>'); n > 3 {
			return i + n + 1, true
		}
	}
	return listed(rest, i, angleTokens)
}

func listed(rest []byte, i int, tokens []string) (int, bool) {
	for _, t := range tokens {
		if len(rest) >= len(t) && rest[1] == t[1] && string(rest[:len(t)]) == t {
			return i + len(t), true
		}
	}
	return 0, false
}

// heading knows the headings of instruction formats.
func heading(rest []byte, i int) (int, bool) {
	text := bytes.TrimLeft(rest, "#")
	marks := len(rest) - len(text)
	if marks < 2 || marks > 6 {
		return 0, false
	}
	text = bytes.TrimLeft(text, " ")
	for _, t := range [...]string{"instruction:", "instructions:", "response:", "system:", "system prompt", "system message", "new instruction", "assistant:", "human:", "user:", "input:", "end of ", "system\n", "override"} {
		if bytes.HasPrefix(text, []byte(t)) {
			return i + marks, true
		}
	}
	return 0, false
}

// object knows the beginnings of messages and calls in JSON, and of template
// languages.
func object(rest []byte, i int) (int, bool) {
	if bytes.HasPrefix(rest, []byte("{{")) {
		return listed(rest, i, braceTokens)
	}
	head := make([]byte, 0, 48)
	n := 1
	for n < len(rest) && n < 64 && len(head) < 40 {
		if c := rest[n]; c > ' ' {
			head = append(head, c)
		}
		n++
	}
	for _, t := range [...]string{`"role":"system"`, `"role":"developer"`, `"role":"assistant"`, `"role":"user"`, `"tool":`, `"tool_name":`, `"tool_call`, `"function":`, `"function_call`, `"type":"tool_use"`, `"type":"function"`, `"tool_use`, `"action":`, `"recipient_name":`, `"jsonrpc":`, `"method":"tools/`, `"system":`, `"system_prompt`} {
		if bytes.HasPrefix(head, []byte(t)) {
			return i + 1, true
		}
	}
	return 0, false
}

// Tokens of chat formats, by the byte that they start with.

var bracketTokens = []string{
	`[inst]`, `[/inst]`, `[system]`, `[/system]`, `[system message]`, `[system override]`, `[admin]`, `[assistant]`, `[user]`,
	`[developer]`, `[new instructions]`, `[end of document]`, `[end of page]`, `[end context]`, `[tool_calls]`, `[available_tools]`, `[instructions]`, `[begin system`, `[end system`, `[system_prompt]`, `[internal]`,
}

var dashTokens = []string{
	`--- end of document`, `---end of document`, `--- end of page`, `--- begin system`, `--- system`, `--- new instructions`, `--- end of input`, `----- end of`, `-----begin`, `--- end context`,
}

var angleTokens = []string{
	`<<sys>>`, `<</sys>>`, `<system>`, `</system>`, `<system`, `<assistant>`, `</assistant>`, `<user>`, `</user>`, `<human>`, `</human>`,
	`<start_of_turn>`, `<end_of_turn>`, `<tool_call>`, `</tool_call>`, `<tool_use`, `<function_call`, `</function_call`, `<function_results`, `</function_results`,
	`<function=`, `<invoke`, `</invoke`, `<parameter name`, `<tool_result`, `</tool_result`, `<tool_response`, `</tool_response`, `<antml`, `<instructions>`, `</instructions>`, `<instruction>`, `<important>`, `</important>`,
	`</document>`, `</context>`, `</input>`, `</user_input>`, `</untrusted`, `</page>`, `</content>`, `</data>`, `</retrieved`, `</search_result`, `</web_page`, `</webpage`, `</article_text`,
	`<admin`, `<developer`, `<override`, `<secret`, `<prompt>`, `</prompt>`, `<thinking>`, `</thinking>`, `<think>`, `</think>`, `</s>`, `<s>[`, `<bos>`, `<eos>`, `<system_prompt`, `</system_prompt`, `<system-reminder`, `<system_message`, `<tools>`, `<mcp`, `<agent`,
}

var braceTokens = []string{
	"{{#system~}}", "{{#system}}", "{{#user~}}", "{{#assistant~}}", "{{/system~}}", "{{/system}}", "{{~/system}}", "{{/user~}}", "{{~/user}}", "{{/assistant~}}", "{{~/assistant}}",
}
