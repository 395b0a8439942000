package compact

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// wordFacts returns the facts of a text that are not written in digits: numbers in
// words, with what they measure, and weekdays and months.
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

// runFacts returns the facts at the beginning of characters without spaces, and
// how many bytes to go on: past a number, or past one character.
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
