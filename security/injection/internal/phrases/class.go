// Package phrases knows the words of injected instructions in many languages,
// sorted into classes that rules combine: verbs of ignoring, nouns for
// instructions, names of the machine that reads, and so on.
//
// The words are kept in folded form (see package normalize), in lists that are
// turned into one trie on first use.
package phrases

import (
	"iter"
	"math/bits"
	"slices"
)

// Class is a class of words.
type Class uint8

// The classes of words. A new one stands last and has a name in classNames.
const (
	Ignore           Class = iota // ignore, disregard, forget: imperative forms
	Drop                          // drop, skip, cancel: also said of other things
	DeclaredInvalid               // no longer valid, void, superseded
	Order                         // instructions, prompts, directives
	Rule                          // rules, policies, task: also said of other things
	PageContent                   // page, document, message, input
	Prior                         // previous, earlier, above
	All                           // all, any, everything
	Safety                        // safety, content, ethical
	System                        // system prompt, initial prompt, hidden instructions
	Conversation                  // conversation, chat history
	Agent                         // AI, language model, assistant, names of models
	Machine                       // agent, bot, model, system
	Answer                        // answer, reply, response, summary
	Your                          // your
	You                           // you
	Say                           // respond, print, say, repeat
	Exactly                       // only, with the word, nothing else
	Alter                         // add, insert, replace, begin, end
	Reveal                        // reveal, show, leak
	Send                          // send, post, upload
	Secret                        // password, API key, card number
	User                          // the user, the reader, the human
	Ask                           // ask, tell, convince
	Stealth                       // without telling, do not mention
	Role                          // you are now, act as, pretend
	Unbound                       // without restrictions, unfiltered
	Jailbreak                     // do anything now, developer mode
	Memory                        // memory, profile
	Lasting                       // permanently, in every conversation
	Keep                          // remember, store, save
	Tool                          // tool, function, plugin
	Act                           // delete, transfer, click, run
	UserAssets                    // files, account, permissions
	Consent                       // already approved, no need to ask
	Authority                     // system override, message from the developer
	If                            // if you are, when you are
	Reading                       // reading, summarising, processing
	Endless                       // forever, until you run out
	Praise                        // five stars, rank first, best candidate
	NewTask                       // new instructions, your real task
	Must                          // must, should, are required to
	Address                       // note to, instructions for, attention
	Not                           // do not, never
	BeforeImperative              // please, now, then: may stand before an imperative
	Other                         // they, we, who: another subject
	Mention                       // phrase, example, such as, so-called
	Topic                         // prompt injection, attacker, guardrail
	Docs                          // template, syntax, parameter
	Turn                          // system, user, assistant as names of turns
	Obey                          // follow, comply, obey
	Modal                         // must, should, to: before a verb
	Asked                         // if someone asks, whatever the question
	Power                         // administrator, developer, operator
	IAm                           // this is, I am, message from
	Flaw                          // negatives, weaknesses, competitors
	CurrentTask                   // what you are doing, your task
	Bank                          // memory, profile, notes: also said of other things
	Unasked                       // without asking, already approved
	ObfuscateVerb                 // misspell, scramble, modify: odd things to do to an answer
	Detail                        // address, phone number: what only a person should give
	Fetch                         // load, open, visit
	Link                          // an address; found by its form
	Delimiter                     // a token that chat formats reserve; found by its form
	Suppose                       // in a parallel world, let's say that: an invented frame
	Urgent                        // before anything else, it is vital
	Turning                       // backwards, last to first
)

// classNames are the names of the classes, in the order of the constants: in the lists of phrases, in the
// rules and in the features of the model.
var classNames = [...]string{
	"ignore", "drop", "voided", "order", "rule", "matter", "prior", "all", "safety", "system", "talk", "agent", "machine", "answer",
	"your", "you", "say", "exactly", "alter", "reveal", "send", "secret", "user", "ask", "stealth", "role", "unbound", "jailbreak",
	"memory", "lasting", "keep", "tool", "act", "goods", "consent", "authority", "if", "reading", "endless", "praise", "newtask", "must",
	"address", "not", "lead", "other", "mention", "topic", "docs", "turn", "obey", "modal", "asked", "power", "iam", "flaw", "work",
	"bank", "unasked", "garble", "detail", "fetch", "link", "delimiter", "suppose", "urgent", "turning",
}

// NumClasses is the number of classes.
const NumClasses = len(classNames)

// String returns the name of a class.
func (c Class) String() string { return classNames[c] }

// ParseClass returns the class with a name. It reports false if no class has the name.
func ParseClass(name string) (Class, bool) {
	n := slices.Index(classNames[:], name)
	return Class(n), name != "" && n >= 0
}

const maxClasses = 128

// More classes than maxClasses do not compile.
const _ = uint(maxClasses - NumClasses)

// ClassSet is a set of classes.
type ClassSet struct {
	low, high uint64 // a bit for each class below 64, and from 64 on
}

// ClassSetOf returns the set of some classes.
func ClassSetOf(classes ...Class) (s ClassSet) {
	for _, c := range classes {
		s = s.With(c)
	}
	return s
}

// With returns the set with a class. A shift by 64 or more leaves no bit.
func (s ClassSet) With(c Class) ClassSet { return ClassSet{s.low | 1<<c, s.high | 1<<(c-64)} }

// Union returns the classes of either set.
func (s ClassSet) Union(o ClassSet) ClassSet { return ClassSet{s.low | o.low, s.high | o.high} }

// Without returns the classes of s that are not in o.
func (s ClassSet) Without(o ClassSet) ClassSet { return ClassSet{s.low &^ o.low, s.high &^ o.high} }

// Has reports whether a class is in the set.
func (s ClassSet) Has(c Class) bool { return (s.low>>c|s.high>>(c-64))&1 != 0 }

// Intersects reports whether the sets have a class in common.
func (s ClassSet) Intersects(o ClassSet) bool { return s.low&o.low|s.high&o.high != 0 }

// IsEmpty reports whether no class is in the set.
func (s ClassSet) IsEmpty() bool { return s.low|s.high == 0 }

// All yields the classes of the set in the order of their constants.
func (s ClassSet) All() iter.Seq[Class] {
	return func(yield func(Class) bool) {
		for k, half := range [...]uint64{s.low, s.high} {
			for ; half != 0; half &= half - 1 {
				if !yield(Class(64*k + bits.TrailingZeros64(half))) {
					return
				}
			}
		}
	}
}
