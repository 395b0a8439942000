package knowledge

import "slices"

// Object returns the filter and the scope as one object of the newer form, for a service
// that combines its members by AND: fields to operators to operands. The folder is always
// within the scope. ok is false if no document can pass, because the filter contradicts
// itself or the scope: then the service need not be asked.
//
// A service may compare less exactly than [Filter.Match]; check its answers with
// [Scope.Contains] and Match.
func (f Filter) Object(scope Scope) (object map[string]map[string]any, ok bool) {
	low, high := scope.Range()
	if low == "" {
		return nil, false
	}
	object = map[string]map[string]any{}
	bounds := Filter{
		{Field: "folder", Op: GreaterOrEqual, Operands: []any{low}, values: []value{{kind: textKind, text: low}}},
		{Field: "folder", Op: Less, Operands: []any{high}, values: []value{{kind: textKind, text: high}}},
	}
	for _, c := range append(bounds, f...) {
		operators := object[c.Field]
		if operators == nil {
			operators = map[string]any{}
			object[c.Field] = operators
		}
		merged, possible := merge(operators[string(c.Op)], c)
		if !possible {
			return nil, false
		}
		operators[string(c.Op)] = merged
	}
	return object, true
}

// merge returns what one operator of a field says if it already says had. It
// reports false if the two exclude each other.
func merge(had any, c Condition) (merged any, possible bool) {
	if c.Op == In || c.Op == NotIn {
		list, _ := had.([]any)
		switch {
		case had == nil:
			return slices.Clone(c.Operands), c.Op == NotIn || len(c.Operands) > 0
		case c.Op == NotIn:
			return append(list, c.Operands...), true
		}
		both := slices.DeleteFunc(list, func(x any) bool { return !slices.Contains(c.Operands, x) })
		return both, len(both) > 0
	}
	operand := c.Operands[0]
	if had == nil || had == operand {
		return operand, true
	}
	order, comparable := castOperand(c.typ, c.Field, operand).compare(castOperand(c.typ, c.Field, had))
	switch {
	case c.Op == Equal || !comparable:
		return nil, false
	case c.Op == NotEqual: // one of them; Match sees to the other
		return had, true
	case (c.Op == Greater || c.Op == GreaterOrEqual) == (order > 0):
		return operand, true
	}
	return had, true
}
