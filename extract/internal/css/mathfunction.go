package css

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// mathFunction computes a function of CSS Values Level 4, section 10, whose angles are in
// degrees; false for one that isn't known with so many arguments.
func mathFunction(name string, args []float64) (n float64, ok bool) {
	switch name {
	case "min":
		return slices.Min(args), true
	case "max":
		return slices.Max(args), true
	case "hypot":
		for _, v := range args {
			n = math.Hypot(n, v)
		}
		return n, true
	}
	switch len(args) {
	case 1:
		return unaryFunction(name, args[0])
	case 2:
		return binaryFunction(name, args[0], args[1])
	case 3:
		switch {
		case name == "clamp":
			return max(args[0], min(args[1], args[2])), true
		case name == "progress" && args[1] != args[2]:
			return (args[0] - args[1]) / (args[2] - args[1]), true
		}
	}
	return 0, false
}

func unaryFunction(name string, x float64) (float64, bool) {
	switch name {
	case "", "calc", "-webkit-calc":
		return x, true
	case "abs":
		return math.Abs(x), true
	case "sign":
		return float64(cmp.Compare(x, 0)), true
	case "sin":
		return math.Sin(x), true
	case "cos":
		return math.Cos(x), true
	case "tan":
		return math.Tan(x), true
	case "asin":
		return math.Asin(x) * 180 / math.Pi, true
	case "acos":
		return math.Acos(x) * 180 / math.Pi, true
	case "atan":
		return math.Atan(x) * 180 / math.Pi, true
	case "exp":
		return math.Exp(x), true
	case "log":
		return math.Log(x), true
	case "sqrt":
		return math.Sqrt(x), true
	}
	if strings.HasPrefix(name, "round") {
		return binaryFunction(name, x, 1)
	}
	return 0, false
}

func binaryFunction(name string, x, y float64) (float64, bool) {
	switch name {
	case "atan2":
		return math.Atan2(x, y) * 180 / math.Pi, true
	case "pow":
		return math.Pow(x, y), true
	case "log":
		return math.Log(x) / math.Log(y), true
	case "rem":
		return math.Mod(x, y), true
	case "mod":
		return x - y*math.Floor(x/y), true
	case "round", "round-nearest":
		return y * math.Round(x/y), true
	case "round-up":
		return y * math.Ceil(x/y), true
	case "round-down":
		return y * math.Floor(x/y), true
	case "round-to-zero":
		return y * math.Trunc(x/y), true
	}
	return 0, false
}
