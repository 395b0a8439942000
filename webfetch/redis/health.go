package redis

import (
	"log/slog"
	"sync"
	"time"
)

const retryAfter = time.Second // how long Redis is left alone after it has failed

// health remembers whether Redis answers. After a failure no command is sent for retryAfter.
// Then one at a time is tried until one succeeds. The zero value assumes that Redis answers.
type health struct {
	logger *slog.Logger

	mu    sync.Mutex
	lost  bool
	until time.Time // not asked before
	trial bool      // a question is under way that shows whether it is back
}

// enter reports whether Redis may be asked. If so, leave or abandon must be called.
func (h *health) enter(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.lost {
		return true
	}
	if h.trial || now.Before(h.until) {
		return false
	}
	h.trial = true
	return true
}

// leave ends a question with its error, nil if it was answered.
func (h *health) leave(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.lost
	h.lost, h.trial = err != nil, false
	switch {
	case err != nil:
		h.until = time.Now().Add(retryAfter)
		if !was && h.logger != nil {
			h.logger.Warn("Redis does not answer: cache, pace and packets are this process's own until it does", slog.String("error", err.Error()))
		}
	case was && h.logger != nil:
		h.logger.Info("Redis answers again")
	}
}

// abandon is called when the caller gave up before it was known what became of the question.
func (h *health) abandon() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.trial = false
}
