package phrases

// shared are words that texts of every language use as they are.
const shared = `
agent: llm, llms, gpt, chatgpt, claude, gemini, copilot, openai, anthropic, deepseek, grok, llama, mistral, ai-assist*
order: prompt, prompts
system: system prompt, system message, prompt system
secret: api key*, api-*, password*, token, tokens, ssh key*, cvv, pin
tool: api, mcp
jailbreak: jailbreak
`
