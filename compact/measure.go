package compact

import "strings"

// measure tells what a number is of, by the unit behind it and the sign before.
func measure(unit string, before rune) facts {
	switch before {
	case '€', '$', '£', '¥', '₹', '₽', '₩', '₺', '元':
		return hasMoney
	}
	switch unit {
	case "":
		return 0
	case "m", "M":
		return hasLength
	case "s", "h", "min":
		return hasTime
	case "g", "t":
		return hasMass
	case "V", "A", "W", "kW", "MW", "GW", "kWh", "MWh", "Wh", "mAh", "Ah", "mA", "mV", "kV", "Hz", "kHz", "MHz", "GHz", "J", "kJ", "hp", "PS", "Nm", "N", "Ω", "lm", "lx":
		return hasPower
	case "°C", "°F", "K", "°":
		return hasHeat
	case "l", "L", "ml", "mL", "cl", "m³", "cm³":
		return hasVolume
	case "m²", "km²", "ha", "cm²":
		return hasArea
	case "%", "‰":
		return hasShare
	}
	return measureWord(strings.ToLower(unit))
}

// measureWord knows units that are written in any case, in some languages.
func measureWord(w string) facts {
	switch w {
	case "kg", "mg", "lb", "lbs", "oz", "gram", "grams", "gramm", "grammes", "gramos", "kilogram", "kilograms", "kilogramm", "kilo", "kilos", "ton", "tons", "tonne", "tonnes", "tonnen", "pound", "pounds", "ounces", "千克", "公斤", "克", "吨":
		return hasMass
	case "km", "cm", "mm", "nm", "µm", "mi", "ft", "in", "yd", "mile", "miles", "meter", "meters", "metre", "metres", "metros", "mètres", "metri", "kilometer", "kilometers", "kilometre", "kilometres", "kilómetros", "foot", "feet", "inch", "inches", "zoll", "yards", "米", "公里", "千米", "厘米", "里", "英尺":
		return hasLength
	case "ms", "µs", "ns", "sec", "secs", "second", "seconds", "sekunden", "secondes", "segundos", "minute", "minutes", "mins", "minuten", "minutos", "hour", "hours", "hrs", "std", "stunden", "heures", "horas", "day", "days", "tage", "tagen", "jours", "días", "week", "weeks", "wochen", "semaines", "semanas", "month", "months", "monate", "monaten", "mois", "meses", "year", "years", "jahre", "jahren", "ans", "años", "anni", "decades", "centuries", "秒", "分钟", "小时", "天", "年", "个月", "週間", "時間", "分":
		return hasTime
	case "€", "$", "£", "¥", "eur", "usd", "gbp", "chf", "jpy", "euro", "euros", "dollar", "dollars", "cent", "cents", "francs", "yen", "yuan", "rubles", "rupees", "pesos", "元", "美元", "円":
		return hasMoney
	case "degrees", "grad", "degrés", "grados", "度":
		return hasHeat
	case "km/h", "mph", "kmh", "kph", "m/s", "knots", "kn":
		return hasSpeed
	case "bar", "psi", "pa", "kpa", "hpa", "mpa", "mbar", "atm", "mmhg":
		return hasPressure
	case "db", "dba", "decibel", "decibels", "dezibel":
		return hasSound
	case "watt", "watts", "volt", "volts", "ampere", "amps", "horsepower", "瓦", "伏":
		return hasPower
	case "percent", "per", "prozent", "pourcent", "percentage":
		return hasShare
	case "b", "kb", "mb", "gb", "tb", "pb", "kib", "mib", "gib", "tib", "byte", "bytes", "bit", "bits", "megabytes", "gigabytes", "mbps", "gbps", "mbit/s", "gbit/s", "kb/s", "mb/s", "gb/s":
		return hasData
	case "liter", "liters", "litre", "litres", "litros", "gallon", "gallons", "pint", "pints", "cups", "升":
		return hasVolume
	case "acre", "acres", "hectares", "hektar", "hectare", "平方米", "平方公里":
		return hasArea
	}
	return 0
}

// defines reports a text that says what something is.
func defines(text string) bool {
	head := text[:min(len(text), 400)]
	if k := strings.Index(head, "**"); k >= 0 && k < 6 {
		if e := strings.Index(head[k+2:], "**"); e > 0 {
			rest := strings.TrimLeft(head[k+2+e+2:], " ")
			term := head[k+2 : k+2+e]
			if strings.HasSuffix(term, ":") || hasAnyPrefix(rest, ":", "means", "is ", "are ", "–", "—", "- ", "bedeutet", "heißt", "ist ", "signifie", "est ", "désigne", "significa", "es ", "è ", "：", "是", "означает", "это") {
				return true
			}
		}
	}
	low := strings.ToLower(head)
	for _, cue := range [...]string{" is called ", " are called ", " known as ", " defined as ", " is a ", " is an ", " are a ", " refers to ", " refer to ", " means ", " stands for ", " denotes ",
		" ist ein ", " ist eine ", " bezeichnet ", " bedeutet ", " versteht man ", " est un ", " est une ", " désigne ", " signifie ", " es un ", " es una ", " se llama ", " significa ", " è un ", " é um ", " é uma ",
		"是指", "是一种", "是一個", "是一个", "称为", "稱為", "とは", "という", " это ", " означает ", " называется "} {
		if strings.Contains(low, cue) {
			return true
		}
	}
	return false
}

// explains reports a text that gives a reason.
func explains(text string) bool {
	low := strings.ToLower(text[:min(len(text), 600)])
	for _, cue := range [...]string{"because", "due to", "in order to", "as a result", "so that", "therefore", "reason", "caused by", "weil ", "wegen", "deshalb", "damit ", "parce que", "afin de", "à cause", "porque", "debido a", "para que", "perché", "因为", "由于", "ため", "から、", "потому что", "из-за"} {
		if strings.Contains(low, cue) {
			return true
		}
	}
	return false
}

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
