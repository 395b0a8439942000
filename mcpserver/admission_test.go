package mcpserver

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// workOn has a call of principal arrive and take a slot for d.
func workOn(ctx context.Context, a *admission, principal string, d time.Duration, began func()) error {
	leave, err := a.beginCall(principal)
	if err != nil {
		return err
	}
	defer leave()
	s := slot{admission: a, principal: principal}
	if err := s.acquire(ctx); err != nil {
		return err
	}
	defer s.release()
	if began != nil {
		began()
	}
	time.Sleep(d)
	return nil
}

// workingOf is how many slots principal has.
func (a *admission) workingOf(principal string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.principals[principal].working
}

// busyNow is how many principals work or wait.
func (a *admission) busyNow() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.busy
}

func assertNobody(t *testing.T, a *admission) {
	t.Helper()
	a.mu.Lock()
	defer a.mu.Unlock()
	assert.Zero(t, a.working)
	assert.Empty(t, a.principals)
	assert.Empty(t, a.turns)
}

func TestAdmissionTurns(t *testing.T) {
	for what, tt := range map[string]struct{ calls, want string }{
		"one":        {"a a a", "a a a"},
		"several":    {"a a a a b b c", "a b c a b a a"},
		"no names":   {"- - -", "- - -"},
		"a newcomer": {"a a a a a b", "a b a a a a"},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := newAdmission(1, 100)
				var mu sync.Mutex
				var order []string
				var all sync.WaitGroup
				all.Go(func() { assert.NoError(t, workOn(t.Context(), a, "first", time.Second, nil)) })
				for principal := range strings.FieldsSeq(tt.calls) {
					synctest.Wait()
					all.Go(func() {
						assert.NoError(t, workOn(t.Context(), a, strings.Trim(principal, "-"), time.Second, func() {
							mu.Lock()
							defer mu.Unlock()
							order = append(order, principal)
						}))
					})
				}
				all.Wait()
				assert.Equal(t, tt.want, strings.Join(order, " "))
				assertNobody(t, a)
			})
		})
	}
}

// A principal with a name has a quarter of the slots; one without has no others.
func TestAdmissionShare(t *testing.T) {
	for name, want := range map[string]int32{"ada": 1, "": 4} {
		synctest.Test(t, func(t *testing.T) {
			a := newAdmission(4, 100)
			var working atomic.Int32
			for range 10 {
				go func() { assert.NoError(t, workOn(t.Context(), a, name, time.Hour, func() { working.Add(1) })) }()
				synctest.Wait()
			}
			assert.Equal(t, want, working.Load())
			began := time.Now()
			if name != "" {
				assert.NoError(t, workOn(t.Context(), a, "ben", 0, nil))
				assert.Zero(t, time.Since(began))
			}
			time.Sleep(20 * time.Hour)
			assertNobody(t, a)
		})
	}
}

// Three who have all the work that they get let a fourth begin at once.
func TestAdmissionOfOneBesideThree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(32, 100)
		for _, greedy := range []string{"ada", "ben", "cy"} {
			for range 40 {
				go func() { assert.NoError(t, workOn(t.Context(), a, greedy, time.Hour, nil)) }()
			}
		}
		synctest.Wait()
		for range 20 {
			began := time.Now()
			assert.NoError(t, workOn(t.Context(), a, "good", time.Second, nil))
			assert.Equal(t, time.Second, time.Since(began), "as on an idle server")
		}
		time.Sleep(10 * time.Hour)
		assertNobody(t, a)
	})
}

// Several who have work share the processors; one alone has its whole share.
func TestAdmissionSharesProcessors(t *testing.T) {
	for name, tt := range map[string]struct {
		processors int
		principals string
		want       map[string]int
	}{
		"alone":            {4, "ada", map[string]int{"ada": 8}},
		"two":              {4, "ada ben", map[string]int{"ben": 2}},
		"more than they":   {2, "ada ben cy", map[string]int{"ben": 1, "cy": 1}},
		"waits for others": {0, "ada ben", map[string]int{"ada": 8, "ben": 8}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := newAdmission(32, 100)
				a.processors = tt.processors
				for _, principal := range strings.Fields(tt.principals) {
					for range 20 {
						go func() { assert.NoError(t, workOn(t.Context(), a, principal, time.Hour, nil)) }()
						synctest.Wait()
					}
				}
				for principal, want := range tt.want {
					assert.Equal(t, want, a.workingOf(principal), principal)
				}
				time.Sleep(61 * time.Hour)
				assertNobody(t, a)
				assert.Zero(t, a.busyNow())
			})
		})
	}
}

// A principal whose calls were given up while they waited is none of the busy.
func TestAdmissionForgetsThoseWhoGaveUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(1, 100)
		a.processors = 1
		go func() { assert.NoError(t, workOn(t.Context(), a, "ada", time.Hour, nil)) }()
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		assert.Error(t, workOn(ctx, a, "ben", time.Hour, nil))
		assert.Equal(t, 1, a.busyNow())
		time.Sleep(2 * time.Hour)
		assert.Zero(t, a.busyNow())
	})
}

func TestAdmissionBound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(1, 3)
		var leaves []func()
		for range 3 {
			leave, err := a.beginCall("ada")
			require.NoError(t, err)
			leaves = append(leaves, leave)
		}
		var limited *webfetch.Error
		_, err := a.beginCall("ada")
		require.ErrorAs(t, err, &limited)
		assert.Equal(t, webfetch.RateLimited, limited.Code)
		assert.Equal(t, time.Second, limited.RetryAfter)
		assert.True(t, limited.Retryable)
		leave, err := a.beginCall("ben")
		require.NoError(t, err, "others are not concerned")
		leave()
		leaves[0]()
		_, err = a.beginCall("ada")
		require.NoError(t, err)
	})
}

// Those that give up leave no trace, whenever they do.
func TestAdmissionGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(2, 1000)
		var all sync.WaitGroup
		codes := map[webfetch.Code]int{}
		var mu sync.Mutex
		for i := range 300 {
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%50)*time.Second)
				defer cancel()
				err := workOn(ctx, a, []string{"ada", "ben", ""}[i%3], time.Second, nil)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					codes[err.(*webfetch.Error).Code]++
				}
			})
		}
		all.Wait()
		assert.Len(t, codes, 1)
		assert.Positive(t, codes[webfetch.Timeout])
		assertNobody(t, a)

		hold := make(chan struct{})
		for range 2 {
			go func() { assert.NoError(t, workOn(t.Context(), a, "", time.Minute, func() { <-hold })) }()
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		err := workOn(ctx, a, "", 0, nil)
		assert.Equal(t, webfetch.Cancelled, err.(*webfetch.Error).Code)
		close(hold)
		time.Sleep(time.Hour)
		assertNobody(t, a)
	})
}
