package compact

import (
	"strings"
	"unicode"
)

// questionWords are the words of a question that say what it is about; all of them if none does.
func questionWords(question string) []string {
	words := allWords(question)
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

// allWords are the runs of letters and digits of a question.
func allWords(question string) []string {
	var out []string
	start, last := -1, ' '
	for i, r := range question {
		inWord := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
		if start >= 0 && (!inWord || !unicode.Is(unicode.M, r) && unspaced(r) != unspaced(last)) {
			out, start = append(out, question[start:i]), -1
		}
		if inWord && start < 0 {
			start = i
		}
		if !unicode.Is(unicode.M, r) {
			last = r
		}
	}
	if start >= 0 {
		out = append(out, question[start:])
	}
	return out
}

// functionWords are the words of questions without information about their subject, in some languages, each
// between spaces.
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

func functionWord(w string) bool { return strings.Contains(functionWords, " "+w+" ") }

// askedFacts returns the kinds of facts that answer a question.
func askedFacts(question string) facts {
	q := " " + strings.Join(strings.FieldsFunc(strings.ToLower(question), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("?¿!¡,;:.\"“”()", r)
	}), " ") + " "
	f := askedMeasure(q)
	if f != 0 || containsAny(q, " how many ", " how much ", " how often ", " number of ", " what version ", " which version ", " wie viel", " wieviel", " combien ", " cuánt", " quant", " hoeveel ", " сколько ", " каков ", " какова ", "多少", "几", "どれくらい", "どれだけ", "いくら", "何枚", "何本", "何個", "何年", "何日", "何度", "いくつ", "何人", "กี่", "เท่าไร", "เท่าไหร่", "몇") {
		f |= hasNumber
	}
	if containsAny(q, " when ", " what year ", " which year ", " what date ", " which date ", " what day ", " what month ", " in what century ", " wann ", " welchem jahr ", " quand ", " quelle année ", " cuándo ", " qué año ", " quando ", " wanneer ", " когда ", " каком году ", " what time ", " deadline ", " à quelle heure ", " qué día ", " qué fecha ", " a qué hora ", " que dia ", " que horas ", " em que ano ", " в каком ", " во сколько ", " до какого ", " с какого ", " à quel moment ", " quel jour ", " quelle date ", " welchem tag ", " welches datum ", " in che anno ", " in che giorno ", " a che ora ", " с каких пор ", " какого числа ", " в какой день ", " em que dia ", " em que data ", "哪年", "哪个月", "几月", "几号", "星期几", "周几", "什么时间", "何曜日", "何月", "何年", "何日", "何月", "哪天", "几点", "何时", "何時", "什么时候", "哪一年", "いつ", "เมื่อไร", "เมื่อใด", "วันที่เท่า", "ปีไหน", "ปีใด", "언제") {
		f |= hasDate | hasMoment
	}
	if containsAny(q, " who ", " whom ", " whose ", " where ", " which country ", " what country ", " which city ", " what city ", " name of ", " wer ", " wen ", " wem ", " wo ", " qui ", " où ", " quién", " dónde ", " quem ", " onde ", " chi ", " dove ", " wie heißt ", " кто ", " кому ", " кем ", " кого ", " чья ", " чей ", " где ", " куда ", " which person ", " aonde ", " welche person ", " wohin ", "哪位", "何人", "だれ", "どなた", "どこ", "谁", "誰", "哪里", "哪裡", "ใคร", "ที่ไหน", "누구", "어디") {
		f |= hasName
	}
	if containsAny(q, " define", " definition ", " meaning of ", " what does ", " stand for ", " counts as ", " what is meant ", " was ist ", " was bedeutet ", " qu'est-ce ", " définition ", " qué es ", " qué significa ", " что такое ", "什么是", "是什么", "とは", "何ですか", "คืออะไร") && f == 0 {
		f |= hasDefinition
	}
	if containsAny(q, " why ", " what caused ", " reason ", " reasons ", " warum ", " weshalb ", " pourquoi ", " por qué ", " perché ", " waarom ", " почему ", " зачем ", " отчего ", " por que ", " porque é que ", " por qual ", " raison ", " razón ", " motivo ", " grund ", " причина ", " причине ", " what made ", " wieso ", " aus welchem ", "为何", "原因", "理由", "どうして", "为什么", "為什麼", "なぜ", "ทำไม", "เพราะอะไร", "เพราะเหตุใด", "왜") {
		f |= hasReason
	}
	if containsAny(q, " how do ", " how to ", " how can ", " how should ", " steps ", " what order ", " first step", " wie kann ", " comment faire ", " cómo puedo ", " 如何", "怎么", "どうやって", "อย่างไร") && f == 0 {
		f |= hasStep
	}
	return f
}

// askedMeasure returns the kinds of facts for a question about a measure.
func askedMeasure(q string) facts {
	var f facts
	for _, c := range [...]struct {
		facts facts
		cues  []string
	}{
		{hasMass, []string{" вес ", " весит ", " масса ", " тяжёл", " pesada ", " pesado ", " pesante ", " lourd", "重さ", "重量", " how heavy ", " weigh", " mass ", " wie schwer ", " gewicht ", " poids ", " pèse ", " peso ", " pesa ", " 重", "多重"}},
		{hasLength, []string{" высота ", " длина ", " ширина ", " глубина ", " расстояние ", " далеко ", " размер ", " altura ", " largura ", " comprimento ", " distância ", " tamanho ", " longitud ", " ancho ", " profundidad ", " entfernung ", " abstand ", " breite ", " länge ", " höhe ", " largeur ", " profondeur ", " altezza ", " lunghezza ", "高さ", "長さ", "距離", "幅", "距离", "高度", "长度", " how far ", " how tall ", " how high ", " how wide ", " how deep ", " how long is ", " how thick ", " how big ", " how large ", " distance ", " height ", " length ", " width ", " depth ", " size ", " range ", " diameter ", " wie weit ", " wie hoch ", " wie lang ", " wie groß ", " wie breit ", " distancia ", " hauteur ", " longueur ", "多远", "多高", "多长", "多大"}},
		{hasTime, []string{" сколько времени ", " сколько дней ", " сколько часов ", " сколько минут ", " сколько лет ", " сколько месяцев ", " how many days ", " how many hours ", " how many minutes ", " how many months ", " how many weeks ", " how many years ", " wie viele tage ", " wie viele stunden ", " wie viele minuten ", " wie viele jahre ", " combien de jours ", " combien d'années ", " combien d'heures ", " combien de mois ", " cuántos días ", " cuántas horas ", " cuántos años ", " cuántos meses ", " quantos dias ", " quantas horas ", " quantos anos ", " quantos meses ", " quanto dura ", " quanti giorni ", " quante ore ", " quanti anni ", "何週間", "何か月", "何日間", "何時間", "几个月", "几小时", "几周", "多少天", "多少年", " как долго ", " срок ", " длится ", " длительность ", " продолжительность ", " возраст ", " лет ", " quanto tempo ", " duração ", " prazo ", " idade ", " duración ", " plazo ", " edad ", " durée ", " délai ", " âge ", " cuánto dura ", " frist ", " wartezeit ", " durata ", "期限", "期間", "時間", "何分", "何歳", "时长", "几天", "几年", "几分钟", " how long ", " how old ", " how soon ", " how early ", " how late ", " how quickly ", " duration ", " how much time ", " how often ", " age ", " wie lange ", " wie alt ", " dauer", " combien de temps ", " cuánto tiempo ", "多久", "多长时间", "どのくらい"}},
		{hasMoney, []string{" стоит ", " обойдётся ", " обойдется ", " взимается ", " abona ", " abonan ", " cobra ", " cobran ", " cobram ", " paga ", " pagan ", " zahlt ", " zahlen ", " verlangt ", " facture", " facturé", " coûte ", " paie ", " payer ", " costa ", " prezzo ", " tariffa ", " pagare ", "交多少", "收多少", "付多少", " цена ", " стоимость ", " штраф ", " плата ", " заплатить ", " заплатил", " цену ", " custa ", " custo ", " multa ", " taxa ", " tarifa ", " pagar ", " montante ", " valor ", " importe ", " gebühr ", " preis", " bezahl", " strafe ", " betrag ", " montant ", " tarif ", " amende ", " fine ", " money ", " amount ", " ticket ", " rent ", " charged ", " penal", " spend", " spent ", " euros ", " dollars ", "値段", "料金", "金額", "費用", "罰金", "收费", "费用", "价钱", "罚款", "票价", "多少元", " cost", " price ", " fee ", " fees ", " pay ", " charge ", " expensive ", " cheap ", " budget ", " salary ", " revenue ", " worth ", " kostet ", " kosten ", " coût", " prix ", " cuesta ", " precio ", " prezzo ", " preço ", "多少钱", "价格", "いくら"}},
		{hasHeat, []string{" градус", " температура ", " temperatura", " grados ", " degrees ", " grad ", " graus ", "気温", "温度", "何度", "几度", "摄氏", " how hot ", " how warm ", " how cold ", " temperature ", " temperatur ", " température ", "多热"}},
		{hasSpeed, []string{" скорость ", " быстро ", " velocidade ", " wie schnell ", "速さ", "時速", "时速", " how fast ", " speed ", " velocity ", " geschwindigkeit ", " vitesse ", " velocidad ", "速度", "多快"}},
		{hasPressure, []string{" pressure ", " hard should i pump ", " druck ", " pression ", " presión ", "压力", "气压"}},
		{hasSound, []string{" how loud ", " how quiet ", " how noisy ", " noise ", " sound level ", " wie laut ", " lautstärke ", " bruit ", " ruido ", "噪音"}},
		{hasPower, []string{" мощность ", " напряжение ", " potência ", " stromverbrauch ", " consumption ", " watts ", " verbrauch ", " consumo ", "電力", "耗电", " power ", " voltage ", " current draw ", " frequency ", " torque ", " how tight ", " how strong ", " wattage ", " leistung ", " spannung ", " puissance ", " potencia ", "功率", "电压"}},
		{hasShare, []string{" процент", " доля ", " porcentagem ", " parte ", " proporção ", " cut ", " margin ", "割合", "何割", "パーセント", "占", " percent", " share of ", " proportion ", " what fraction ", " rate ", " prozent ", " anteil ", " pourcentage ", " porcentaje ", "百分", "比例"}},
		{hasData, []string{" storage ", " memory ", " file size ", " bandwidth ", " how many bytes ", " speicher", " mémoire ", " memoria "}},
		{hasVolume, []string{" объём ", " вместимость ", " capacidade ", " capacity", " litr", "容積", "何リットル", " volume ", " how much water ", " volumen ", " capacité ", " capacidad ", "容量"}},
		{hasVersion, []string{" version ", " versions ", " release ", " releases ", " versão ", " versión ", " versione ", " версия ", " версии ", " версию ", "版本", "バージョン"}},
		{hasArea, []string{" площадь ", " área ", " superfície ", "面積", " area ", " how big ", " how large ", " surface ", " fläche ", " superficie ", "面积"}},
	} {
		if containsAny(q, c.cues...) {
			f |= c.facts
		}
	}
	return f
}
