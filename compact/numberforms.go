package compact

import "strings"

// isVersion reports numbers joined by dots, or one behind the letter v.
func isVersion(number string, before rune) bool {
	dots := strings.Count(number, ".")
	return dots > 0 && strings.Trim(number, "0123456789.") == "" && (dots < 3 || len(number) < 12) || dots == 0 && (before == 'v' || before == 'V')
}

func isYear(number string) bool {
	return len(number) == 4 && (number[0] == '1' || number[0] == '2' && number[1] <= '1') && strings.Trim(number, "0123456789") == ""
}

// isNumericDate reports whether a number looks like a date in digits: 2024-03-17, 17/03/2024,
// 17.03.2024.
func isNumericDate(number string) bool {
	n := 0
	for i := range len(number) {
		if c := number[i]; c == '-' || c == '/' || c == '.' {
			n++
		}
	}
	return n == 2 && len(number) >= 8 && len(number) <= 10
}

// isMonth reports whether a word is the name of a month in one of several languages, or its
// short form in English. "May" counts with a capital only.
func isMonth(w string) bool {
	if len(w) < 3 || len(w) > 20 {
		return false
	}
	switch strings.ToLower(w) {
	case "january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
		"jan", "feb", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
		"januar", "februar", "märz", "mai", "juni", "juli", "oktober", "dezember", "jänner",
		"janvier", "février", "mars", "avril", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre",
		"enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre",
		"gennaio", "febbraio", "aprile", "maggio", "giugno", "luglio", "settembre", "ottobre", "dicembre",
		"janeiro", "fevereiro", "março", "maio", "junho", "julho", "setembro", "outubro", "novembro", "dezembro",
		"januari", "februari", "maart", "mei", "augustus",
		"января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября", "ноября", "декабря":
		return true
	}
	return w == "May"
}
