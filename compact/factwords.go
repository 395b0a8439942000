package compact

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// measure returns what a number measures, by the unit behind it ("kg") and the sign before it ("$"); 0 if
// neither is known.
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

// measureRun finds the unit at the beginning of characters without spaces, of which the rest is text: of
// "45分钟以内" the unit is "分钟".
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

// measureWord returns what a unit in words measures ("kilometres", "Stunden"), in any case of letters; 0 for
// other words.
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

// wordFacts returns the facts of a text that are not written in digits: numbers in words, with what they
// measure, and weekdays and months.
func wordFacts(text string) facts {
	var f facts
	words := loadFactWords()
	number := false // the word before is a number
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case unspaced(r):
			found, n := runFacts(text[i:])
			f |= found
			i, number = i+n, false
			continue
		case !unicode.IsLetter(r):
			number = number && (r == ' ' || r == '\u00a0' || r == '-')
			i += size
			continue
		}
		end := i
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if !unicode.IsLetter(r) || unspaced(r) {
				break
			}
			end += size
		}
		word := strings.ToLower(text[i:min(end, i+maxFactWord)])
		of := words[word]
		if number {
			f |= measureWord(word)
		}
		if number = of&hasNumber != 0; isMonth(text[i:end]) {
			of |= hasMoment
		}
		f |= of
		i = end
	}
	return f
}

// maxFactWord is more bytes than the words known here have.
const maxFactWord = 32

// runFacts returns the facts at the beginning of characters without spaces, and how many bytes to go on: past a
// number, or past one character.
func runFacts(text string) (facts, int) {
	for _, day := range [...]string{"星期", "周一", "周二", "周三", "周四", "周五", "周六", "周日", "周末", "礼拜", "曜日", "上午", "下午", "午前", "午後", "凌晨", "傍晚"} {
		if strings.HasPrefix(text, day) {
			return hasMoment, len(day)
		}
	}
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if !strings.ContainsRune("〇零一二两三四五六七八九十百千万半", r) {
			break
		}
		n += size
	}
	if n == 0 {
		_, size := utf8.DecodeRuneInString(text)
		return 0, size
	}
	rest := text[n:min(len(text), n+maxFactWord)]
	if of := measureRun([]rune(rest)); of != 0 {
		return hasNumber | of, n
	}
	switch {
	case hasAnyPrefix(rest, "月", "日", "点", "時", "号"):
		return hasNumber | hasMoment, n
	case hasAnyPrefix(rest, "倍", "折", "成", "割", "分之"):
		return hasNumber | hasShare, n
	case n > len("一") || text[:n] != "一" && hasAnyPrefix(rest, runCounters...):
		return hasNumber, n
	}
	return 0, n
}

// runCounters are words of scripts without spaces that follow a number of things.
var runCounters = []string{"个", "個", "名", "位", "家", "匹", "只", "条", "本", "座", "次", "种", "種", "岁", "歳", "斤", "层", "階", "人", "台", "艘", "辆", "枚", "回", "件", "项", "篇", "所", "つ"}

// Words that state facts in some languages, each between spaces: numbers but for
// "one", which often is an article; days of the week, times of day, and forms of
// months that are in no date.
const (
	wordsForNumbers = " two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion dozen half twice " +
		"zwei drei vier fünf sechs sieben acht neun zehn elf zwölf fünfzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend million millionen dutzend halbe halben halber halbes anderthalb " +
		"deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante cinquante soixante cent cents mille million millions demi demie douzaine " +
		"dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien ciento mil millón millones media medio docena " +
		"dois duas três quatro sete oito nove dez doze treze catorze quinze vinte trinta quarenta cinquenta cem mil milhão milhões meia meio dúzia " +
		"due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta cento mille milione milioni mezza mezzo dozzina " +
		"два две три четыре пять шесть семь восемь девять десять двенадцать пятнадцать двадцать тридцать сорок пятьдесят сто тысяча тысяч тысячи миллион миллионов пол полтора двух трёх трех четырёх пяти шести семи восьми девяти десяти "

	wordsForMoments = " monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays weekend weekends noon midnight o'clock " +
		"montag montags dienstag dienstags mittwoch mittwochs donnerstag donnerstags freitag freitags samstag samstags sonnabend sonntag sonntags uhr mittags mitternacht " +
		"lundi mardi mercredi jeudi vendredi samedi dimanche midi minuit " +
		"lunes martes miércoles jueves viernes sábado sábados domingo domingos mediodía medianoche " +
		"segunda-feira terça-feira quarta-feira quinta-feira sexta-feira meia-noite meio-dia " +
		"lunedì martedì mercoledì giovedì venerdì sabato domenica mezzogiorno mezzanotte " +
		"понедельник вторник среда среду среды четверг пятница пятницу пятницы суббота субботу субботам воскресенье воскресеньям полдень полночь " +
		"январь январе февраль феврале март марте апрель апреле май мае июнь июне июль июле август августе сентябрь сентябре октябрь октябре ноябрь ноябре декабрь декабре "
)

// loadFactWords returns these words with what they state.
var loadFactWords = sync.OnceValue(func() map[string]facts {
	words := map[string]facts{}
	for w := range strings.FieldsSeq(wordsForNumbers) {
		words[w] = hasNumber
	}
	for w := range strings.FieldsSeq(wordsForMoments) {
		words[w] |= hasMoment
	}
	return words
})

// hasClockTime reports a time of day in digits: 20:25, 9h30, 6.30 am.
func hasClockTime(text string) bool {
	for i := 1; i+2 < len(text); i++ {
		if (text[i] == ':' || text[i] == 'h') && isDigit(text[i-1]) && isDigit(text[i+1]) && isDigit(text[i+2]) && (i+3 == len(text) || !isDigit(text[i+3])) {
			return true
		}
	}
	return false
}
