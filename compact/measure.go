package compact

import (
	"strings"
	"unicode/utf8"
)

// measure returns what a number measures, by the unit behind it ("kg") and the sign before it
// ("$"); 0 if neither is known.
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
	if r, _ := utf8.DecodeRuneInString(unit); unspaced(r) {
		return measureRun([]rune(unit))
	}
	return measureWord(strings.ToLower(unit))
}

// measureRun finds the unit at the beginning of characters without spaces, of
// which the rest is text: of "45分钟以内" the unit is "分钟".
func measureRun(text []rune) facts {
	for n := min(len(text), maxUnitRunes); n > 0; n-- {
		if f := measureWord(string(text[:n])); f != 0 {
			return f
		}
	}
	return 0
}

// maxUnitRunes is how many code points the longest unit has that measure knows.
const maxUnitRunes = 15

// measureWord returns what a unit in words measures ("kilometres", "Stunden"), in any case of
// letters; 0 for other words.
func measureWord(w string) facts {
	switch w {
	case "кг", "г", "грамм", "граммов", "тонн", "gramas", "quilos", "キロ", "グラム", "トン", "kg", "mg", "lb", "lbs", "oz", "gram", "grams", "gramm", "grammes", "gramos", "kilogram", "kilograms", "kilogramm", "kilo", "kilos", "ton", "tons", "tonne", "tonnes", "tonnen", "pound", "pounds", "ounces", "千克", "公斤", "克", "吨", "กิโลกรัม", "กรัม", "ตัน":
		return hasMass
	case "км", "м", "см", "мм", "метров", "метра", "километров", "quilómetros", "quilômetros", "メートル", "センチ", "ミリ", "キロメートル", "km", "cm", "mm", "nm", "µm", "mi", "ft", "in", "yd", "mile", "miles", "meter", "meters", "metre", "metres", "metros", "mètres", "metri", "kilometer", "kilometers", "kilometre", "kilometres", "kilómetros", "foot", "feet", "inch", "inches", "zoll", "yards", "米", "公里", "千米", "厘米", "里", "英尺", "เมตร", "กิโลเมตร", "เซนติเมตร":
		return hasLength
	case "ч", "час", "часа", "часов", "минут", "минуты", "секунд", "дней", "дня", "день", "недель", "недели", "месяцев", "месяца", "лет", "года", "год", "dias", "semana", "semaine", "dia", "day", "hour", "minute", "woche", "monat", "stunde", "tag", "jahr", "jour", "heure", "mese", "mesi", "giorni", "ore", "minuti", "anos", "ano", "meses", "mês", "hora", "日間", "年間", "か月", "ヶ月", "ms", "µs", "ns", "sec", "secs", "second", "seconds", "sekunden", "secondes", "segundos", "minutes", "mins", "minuten", "minutos", "hours", "hrs", "std", "stunden", "heures", "horas", "days", "tage", "tagen", "jours", "días", "week", "weeks", "wochen", "semaines", "semanas", "month", "months", "monate", "monaten", "mois", "year", "years", "jahre", "jahren", "ans", "años", "anni", "decades", "centuries", "秒", "分钟", "小时", "天", "年", "个月", "週間", "時間", "分", "ชั่วโมง", "นาที", "วัน", "เดือน", "ปี", "สัปดาห์":
		return hasTime
	case "€", "$", "£", "¥", "eur", "usd", "gbp", "chf", "jpy", "euro", "euros", "dollar", "dollars", "cent", "cents", "francs", "yen", "yuan", "rubles", "rupees", "pesos", "元", "美元", "円", "руб", "рублей", "рубля", "рубль", "reais", "万元", "万円", "euró", "บาท":
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
	case "процентов", "процента", "por", "パーセント", "percent", "per", "เปอร์เซ็นต์", "prozent", "pourcent", "percentage":
		return hasShare
	case "b", "kb", "mb", "gb", "tb", "pb", "kib", "mib", "gib", "tib", "byte", "bytes", "bit", "bits", "megabytes", "gigabytes", "mbps", "gbps", "mbit/s", "gbit/s", "kb/s", "mb/s", "gb/s":
		return hasData
	case "л", "литров", "мл", "リットル", "毫升", "ลิตร", "liter", "liters", "litre", "litres", "litros", "gallon", "gallons", "pint", "pints", "cups", "升":
		return hasVolume
	case "acre", "acres", "hectares", "hektar", "hectare", "平方米", "平方公里", "ไร่", "ตารางเมตร", "ตารางกิโลเมตร":
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
	for _, cue := range [...]string{"because", "due to", " since ", " as it ", " so as to ", " otherwise ", " owing to ", " on account of ", " denn ", " sonst ", " damit", " da ", " car ", " puisque", " pour que", " sinon ", " pues ", " ya que", " a fin de", " puesto que", " pois ", " já que", " para não ", " uma vez que", " a fim de", "чтобы", "так как", "поскольку", "иначе", "из-за", "ради ", "ので", "ないよう", "以免", "否则", "因", "为了", "为防", "in order to", "as a result", "so that", "therefore", "reason", "caused by", "weil ", "wegen", "deshalb", "damit ", "parce que", "afin de", "à cause", "porque", "debido a", "para que", "perché", "因为", "由于", "ため", "から、", "เพราะ", "เนื่องจาก", "เพื่อ", "потому что", "из-за"} {
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
