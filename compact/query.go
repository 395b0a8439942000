package compact

import (
	"strings"
	"unicode"
)

// questionWords are the words of a question that say what it is about; all of
// them if none does.
func questionWords(question string) []string {
	words := strings.FieldsFunc(question, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r)
	})
	var out []string
	for _, w := range words {
		if !functionWord(strings.ToLower(w)) {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return words
	}
	return out
}

// functionWords are the words of questions that say nothing of their subject,
// in some languages, each between spaces.
const functionWords = " " +
	"a an the of in on at to for from by with about as into and or not no but if than then so such " +
	"is are was were be been being am do does did doing done has have had having can could will would shall should may might must " +
	"what which who whom whose when where why how many much that this these those there it its he she they them his her their we our you your i me my " +
	"some any all each other more most also only own same just very s t " +
	"der die das den dem des ein eine einen einem einer und oder nicht von vom zu zum zur im auf aus bei mit nach für über ist sind war waren wird wurde werden hat haben hatte kann wer wen wem wessen wann wo wohin woher warum wie viel viele welche welcher welches es er sie man " +
	"le la les un une du de et ou est sont était qui que quoi quel quelle quels quelles quand où pourquoi comment combien dans sur pour par avec ce cette il elle se sa son ses en au aux " +
	"el los las una unos y o del al por para con sin qué cuál cuáles quién quiénes cuándo dónde cómo cuánto cuánta cuántos cuántas fue era ha su sus lo " +
	"gli uno di da che chi quale quali quando dove perché come quanto quanti è sono per os um uma dos em na quem qual onde porque não " +
	"het een van wat waar wanneer waarom hoe hoeveel zijn и в на с что кто где когда почему как сколько какой какая какие это был была были "

// functionWord reports a word in lower case that says nothing of the subject.
func functionWord(w string) bool { return strings.Contains(functionWords, " "+w+" ") }

// askedFacts tells what kind of fact answers a question.
func askedFacts(question string) facts {
	q := " " + strings.Join(strings.FieldsFunc(strings.ToLower(question), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("?¿!¡,;:.\"“”()", r)
	}), " ") + " "
	f := askedMeasure(q)
	if f != 0 || containsAny(q, " how many ", " how much ", " how often ", " number of ", " what version ", " which version ", " wie viel", " wieviel", " combien ", " cuánt", " quant", " hoeveel ", " сколько ", "多少", "几", "いくつ", "何人", "몇") {
		f |= hasNumber
	}
	if containsAny(q, " when ", " what year ", " which year ", " what date ", " which date ", " what day ", " what month ", " in what century ", " since when ", " wann ", " welchem jahr ", " quand ", " quelle année ", " cuándo ", " qué año ", " quando ", " wanneer ", " когда ", " каком году ", "何时", "何時", "什么时候", "哪一年", "いつ", "언제") {
		f |= hasDate
	}
	if containsAny(q, " who ", " whom ", " whose ", " where ", " which country ", " what country ", " which city ", " what city ", " name of ", " wer ", " wen ", " wem ", " wo ", " qui ", " où ", " quién", " dónde ", " quem ", " onde ", " chi ", " dove ", " wie heißt ", " кто ", " где ", "谁", "誰", "哪里", "哪裡", "どこ", "누구", "어디") {
		f |= hasName
	}
	if containsAny(q, " define", " definition ", " meaning of ", " what does ", " stand for ", " counts as ", " what is meant ", " was ist ", " was bedeutet ", " qu'est-ce ", " définition ", " qué es ", " qué significa ", " что такое ", "什么是", "是什么", "とは", "何ですか") && f == 0 {
		f |= hasDefinition
	}
	if containsAny(q, " why ", " what caused ", " reason ", " reasons ", " warum ", " weshalb ", " pourquoi ", " por qué ", " perché ", " waarom ", " почему ", "为什么", "為什麼", "なぜ", "왜") {
		f |= hasReason
	}
	if containsAny(q, " how do ", " how to ", " how can ", " how should ", " steps ", " what order ", " first step", " wie kann ", " comment faire ", " cómo puedo ", " 如何", "怎么", "どうやって") && f == 0 {
		f |= hasStep
	}
	return f
}

// askedMeasure tells what is to be measured.
func askedMeasure(q string) facts {
	var f facts
	for _, c := range [...]struct {
		facts facts
		cues  []string
	}{
		{hasMass, []string{" how heavy ", " weigh", " weight ", " mass ", " wie schwer ", " gewicht ", " poids ", " pèse ", " peso ", " pesa ", " 重", "多重"}},
		{hasLength, []string{" how far ", " how tall ", " how high ", " how wide ", " how deep ", " how long is ", " how thick ", " how big ", " how large ", " distance ", " height ", " length ", " width ", " depth ", " size ", " range ", " diameter ", " wie weit ", " wie hoch ", " wie lang ", " wie groß ", " wie breit ", " distancia ", " hauteur ", " longueur ", "多远", "多高", "多长", "多大"}},
		{hasTime, []string{" how long ", " how old ", " how soon ", " how early ", " how late ", " how quickly ", " duration ", " how much time ", " how often ", " age ", " wie lange ", " wie alt ", " dauer", " combien de temps ", " cuánto tiempo ", " quanto tempo ", "多久", "多长时间", "どのくらい"}},
		{hasMoney, []string{" cost", " price ", " fee ", " fees ", " pay ", " charge ", " expensive ", " cheap ", " budget ", " salary ", " revenue ", " worth ", " kostet ", " kosten ", " preis ", " coût", " prix ", " cuesta ", " precio ", " costa ", " prezzo ", " preço ", "多少钱", "价格", "いくら"}},
		{hasHeat, []string{" how hot ", " how warm ", " how cold ", " temperature ", " temperatur ", " température ", " temperatura ", "温度", "多热"}},
		{hasSpeed, []string{" how fast ", " speed ", " velocity ", " geschwindigkeit ", " vitesse ", " velocidad ", "速度", "多快"}},
		{hasPressure, []string{" pressure ", " hard should i pump ", " druck ", " pression ", " presión ", "压力", "气压"}},
		{hasSound, []string{" how loud ", " how quiet ", " how noisy ", " noise ", " sound level ", " wie laut ", " lautstärke ", " bruit ", " ruido ", "噪音"}},
		{hasPower, []string{" power ", " voltage ", " current draw ", " frequency ", " torque ", " how tight ", " how strong ", " wattage ", " leistung ", " spannung ", " puissance ", " potencia ", "功率", "电压"}},
		{hasShare, []string{" percent", " percentage ", " share of ", " proportion ", " what fraction ", " rate ", " prozent ", " anteil ", " pourcentage ", " porcentaje ", "百分", "比例"}},
		{hasData, []string{" storage ", " memory ", " file size ", " bandwidth ", " how many bytes ", " speicher", " mémoire ", " memoria "}},
		{hasVolume, []string{" volume ", " capacity ", " how much water ", " volumen ", " capacité ", " capacidad ", "容量"}},
		{hasArea, []string{" area ", " how big ", " how large ", " surface ", " fläche ", " superficie ", "面积"}},
	} {
		if containsAny(q, c.cues...) {
			f |= c.facts
		}
	}
	return f
}
