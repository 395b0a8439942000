// Package phrases knows the words of injected instructions in many languages,
// sorted into classes that rules combine: verbs of ignoring, nouns for
// instructions, names of the machine that reads, and so on.
//
// The words are kept in folded form (see package fold), in lists that are
// turned into one trie on first use.
package phrases

// WordClass is a set of word classes.
type WordClass uint64

// The classes of words.
const (
	Ignore           WordClass = 1 << iota // ignore, disregard, forget: imperative forms
	Drop                                   // drop, skip, cancel: also said of other things
	DeclaredInvalid                        // no longer valid, void, superseded
	Order                                  // instructions, prompts, directives
	Rule                                   // rules, policies, task: also said of other things
	PageContent                            // page, document, message, input
	Prior                                  // previous, earlier, above
	All                                    // all, any, everything
	Safety                                 // safety, content, ethical
	System                                 // system prompt, initial prompt, hidden instructions
	Conversation                           // conversation, chat history
	Agent                                  // AI, language model, assistant, names of models
	Machine                                // agent, bot, model, system
	Answer                                 // answer, reply, response, summary
	Your                                   // your
	You                                    // you
	Say                                    // respond, print, say, repeat
	Exactly                                // only, with the word, nothing else
	Alter                                  // add, insert, replace, begin, end
	Reveal                                 // reveal, show, leak
	Send                                   // send, post, upload
	Secret                                 // password, API key, card number
	User                                   // the user, the reader, the human
	Ask                                    // ask, tell, convince
	Stealth                                // without telling, do not mention
	Role                                   // you are now, act as, pretend
	Unbound                                // without restrictions, unfiltered
	Jailbreak                              // do anything now, developer mode
	Memory                                 // memory, profile
	Lasting                                // permanently, in every conversation
	Keep                                   // remember, store, save
	Tool                                   // tool, function, plugin
	Act                                    // delete, transfer, click, run
	UserAssets                             // files, account, permissions
	Consent                                // already approved, no need to ask
	Authority                              // system override, message from the developer
	If                                     // if you are, when you are
	Reading                                // reading, summarising, processing
	Endless                                // forever, until you run out
	Praise                                 // five stars, rank first, best candidate
	NewTask                                // new instructions, your real task
	Must                                   // must, should, are required to
	Address                                // note to, instructions for, attention
	Not                                    // do not, never
	BeforeImperative                       // please, now, then: may stand before an imperative
	Other                                  // they, we, who: another subject
	Mention                                // phrase, example, such as, so-called
	Topic                                  // prompt injection, attacker, guardrail
	Docs                                   // template, syntax, parameter
	Turn                                   // system, user, assistant as names of turns
	Obey                                   // follow, comply, obey
	Modal                                  // must, should, to: before a verb
	Asked                                  // if someone asks, whatever the question
	Power                                  // administrator, developer, operator
	IAm                                    // this is, I am, message from
	Flaw                                   // negatives, weaknesses, competitors
	CurrentTask                            // what you are doing, your task
	Bank                                   // memory, profile, notes: also said of other things
	Unasked                                // without asking, already approved
	ObfuscateVerb                          // misspell, scramble, modify: odd things to do to an answer
	Detail                                 // address, phone number: what only a person should give
	Fetch                                  // load, open, visit
	Link                                   // an address; found by its form
	Delimiter                              // a token that chat formats reserve; found by its form
)

// names in the lists.
func classNamed(name string) WordClass {
	switch name {
	case "ignore":
		return Ignore
	case "drop":
		return Drop
	case "voided":
		return DeclaredInvalid
	case "order":
		return Order
	case "rule":
		return Rule
	case "matter":
		return PageContent
	case "prior":
		return Prior
	case "all":
		return All
	case "safety":
		return Safety
	case "system":
		return System
	case "talk":
		return Conversation
	case "agent":
		return Agent
	case "machine":
		return Machine
	case "answer":
		return Answer
	case "your":
		return Your
	case "you":
		return You
	case "say":
		return Say
	case "exactly":
		return Exactly
	case "alter":
		return Alter
	case "reveal":
		return Reveal
	case "send":
		return Send
	case "secret":
		return Secret
	case "user":
		return User
	case "ask":
		return Ask
	}
	return classNamed2(name)
}

func classNamed2(name string) WordClass {
	switch name {
	case "stealth":
		return Stealth
	case "role":
		return Role
	case "unbound":
		return Unbound
	case "jailbreak":
		return Jailbreak
	case "memory":
		return Memory
	case "lasting":
		return Lasting
	case "keep":
		return Keep
	case "tool":
		return Tool
	case "act":
		return Act
	case "goods":
		return UserAssets
	case "consent":
		return Consent
	case "authority":
		return Authority
	case "if":
		return If
	case "reading":
		return Reading
	case "endless":
		return Endless
	case "praise":
		return Praise
	case "newtask":
		return NewTask
	case "must":
		return Must
	case "address":
		return Address
	case "not":
		return Not
	case "lead":
		return BeforeImperative
	case "other":
		return Other
	case "mention":
		return Mention
	case "topic":
		return Topic
	case "docs":
		return Docs
	case "turn":
		return Turn
	case "obey":
		return Obey
	case "detail":
		return Detail
	case "fetch":
		return Fetch
	case "garble":
		return ObfuscateVerb
	case "unasked":
		return Unasked
	case "asked":
		return Asked
	case "power":
		return Power
	case "iam":
		return IAm
	case "flaw":
		return Flaw
	case "work":
		return CurrentTask
	case "bank":
		return Bank
	case "delimiter":
		return Delimiter
	case "modal":
		return Modal
	}
	return 0
}
