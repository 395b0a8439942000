package mcpserver

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/admission"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
)

// slot is the slot of one call. The turn of the request that has brought the call ends
// when the slot is first given back: the call waits for others then.
type slot struct {
	*admission.Slot
	turn *httplimits.Turn
}

// newSlot returns the slot of a call that [Server.beginCall] has counted.
func (s *Server) newSlot(ctx context.Context, principal string) slot {
	return slot{s.admission.Slot(principal), httplimits.TurnOf(ctx)}
}

// Release gives the slot back, if the call has it.
func (s slot) Release() {
	s.turn.End()
	s.Slot.Release()
}

// acquireFor acquires the slot and returns what releases it, as webfetch.Request.Work does.
func (s slot) acquireFor(ctx context.Context) (done func(), err error) {
	if err := s.Acquire(ctx); err != nil {
		return nil, err
	}
	return s.Release, nil
}
