package css

import "math"

// Conversions of CSS Color Level 4, sections 9 and 18, to sRGB. What is outside of it is
// clamped.

// ofFull returns a channel as a number, full being that of 100%.
func ofFull(l Length, full float64) float64 {
	if l.Unit == Percent {
		return l.N / 100 * full
	}
	return l.N
}

// polar returns the coordinates of a colour of a chroma and a hue in degrees.
func polar(chroma, hue float64) (x, y float64) {
	sin, cos := math.Sincos(hue * math.Pi / 180)
	chroma = max(chroma, 0)
	return chroma * cos, chroma * sin
}

// fromOKLab converts a colour of Oklab.
func fromOKLab(l, a, b, alpha float64) RGBA {
	cube := func(v float64) float64 { return v * v * v }
	x := cube(l + 0.3963377774*a + 0.2158037573*b)
	y := cube(l - 0.1055613458*a - 0.0638541728*b)
	z := cube(l - 0.0894841775*a - 1.2914855480*b)
	return RGBA{
		encoded(4.0767416621*x - 3.3077115913*y + 0.2309699292*z),
		encoded(-1.2684380046*x + 2.6097574011*y - 0.3413193965*z),
		encoded(-0.0041960863*x - 0.7034186147*y + 1.7076147010*z),
		alpha,
	}
}

// fromLab converts a colour of CIE Lab with the white D50.
func fromLab(l, a, b, alpha float64) RGBA {
	const kappa, epsilon = 24389. / 27, 216. / 24389
	linear := func(v float64) float64 {
		if c := v * v * v; c > epsilon {
			return c
		}
		return (116*v - 16) / kappa
	}
	y := (l + 16) / 116
	x, z := 0.9642956764*linear(y+a/500), 0.8251046025*linear(y-b/200)
	y = linear(y)
	return RGBA{
		encoded(3.1341359570*x - 1.6173863322*y - 0.4906619460*z),
		encoded(-0.9787955029*x + 1.9162545673*y + 0.0334427312*z),
		encoded(0.0719553799*x - 0.2289768264*y + 1.4053860583*z),
		alpha,
	}
}

// encoded returns a linear channel from 0 to 1 as one of sRGB from 0 to 255.
func encoded(v float64) float64 {
	switch v = min(max(v, 0), 1); {
	case v <= 0.0031308:
		return 255 * 12.92 * v
	default:
		return 255 * (1.055*math.Pow(v, 1/2.4) - 0.055)
	}
}
