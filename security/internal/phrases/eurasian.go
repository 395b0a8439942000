package phrases

const turkic = `
ignore: yok say, yoksay, görmezden gel, göz ardı et, dikkate alma, unut, unutun, yok sayın, görmezden gelin, göz ardı edin, geçersiz kıl, uyma, uymayın, boş ver, atla, önemseme, hiçe say
voided: artık geçerli değil, geçersiz, iptal edildi
order: talimat*, yönerge*, komut*, kural*, emir, emirler*, yönlendirme*, direktif*, söylenen*, söylendi, istem, istemi, kısıtlama*, görev*
prior: önceki, evvelki, yukarıdaki, bundan önceki, daha önce*, başlangıçtaki, ilk, şimdiye kadar, eski
all: tüm, bütün, her, hepsini, her şeyi, tümünü
system: sistem istemi*, sistem prompt*, sistem mesaj*, sistem talimat*, sistem komut*, ilk istem*, gizli talimat*, talimatlarını, kendi talimatların*
talk: konuşma*, sohbet*, görüşme*, yazışma*
agent: ai, yapay zeka*, yapay zekâ*, dil model*, asistan*, yardımcı*, sohbet robot*, chatbot*, bot
answer: cevab*, cevap*, yanıt*, özet*, çıktı*
your: senin, sizin, kendi
you: sen, siz, sana, size
say: cevapla, cevap ver, yanıtla, yanıt ver, yaz, yazdır, söyle, de, tekrarla, cevap verin, yanıt verin, yazın
exactly: sadece, yalnızca, yalnız, kelimesiyle, sözcüğüyle, kelimesini, başka bir şey yazma
alter: ekle, ekleyin, bitir, başla, değiştir, belirt, öner
reveal: göster, gösterin, açıkla, ifşa et, listele, paylaş, ver, yazdır, söyle
send: gönder, gönderin, yolla, ilet, iletin, yükle, aktar
secret: şifre*, parola*, api anahtar*, kredi kart*, kart numara*, kimlik bilgi*, gizli bilgi*, kişisel bilgi*
user: kullanıcıya, kullanıcıdan, kullanıcıyı, kullanıcıların, kullanıcılar, kullanıcının, okuyucu*, okur, insan, müşteri*
ask: söyle, sor, iste, bildir, tavsiye et, ikna et, uyar, öner, bilgi ver, isteyin
stealth: söyleme, bahsetme, açıklama, gizlice, gizli tut, haberi olmadan, belli etme, onay almadan, sormadan
role: artık sen, sen artık, şu andan itibaren, bundan sonra, bundan böyle, gibi davran, gibi davranın, rolünü üstlen, rolüne bürün, rol yap, şimdi sen, artık bir, olduğunu hayal et
unbound: sınırsız, kısıtlamasız, kısıtlaması olmayan, kuralsız, kuralları olmayan, sınırı olmayan, filtresiz, sansürsüz, kural tanımayan, itaat eden, itaat et
lasting: kalıcı olarak, sonsuza dek, her konuşmada, her sohbette, gelecekteki, her zaman
keep: hatırla, kaydet, aklında tut, sakla
memory: hafıza*, bellek, belleğe, belleğine
if: eğer bir, eğer sen, bir yapay zeka isen, isen, iseniz, eğer yapay
reading: bunu okuyan, bu sayfayı okuyan, okuyorsan, okuyorsanız, özetliyorsan, işliyorsan
newtask: yeni talimat*, yeni görev*, görevin, göreviniz, bunun yerine, şu talimat*, aşağıdaki talimat*
must: zorundasın, gerekir, gerekiyor, malısın, melisin, etmelisin, lazım
address: dikkat, için not, için mesaj, için talimat*, notu, sevgili, sayın
`

const uralicGreek = `
ignore: unohda, unohtakaa, ohita, sivuuta, jätä huomiotta, älä välitä, älä noudata, jätä huomioimatta, hagyd figyelmen kívül, hagyja figyelmen kívül, felejtsd el, felejtse el, ne vedd figyelembe, ne kövesd, mellőzd, ignoráld, αγνόησε, αγνοήστε, ξέχασε, ξεχάστε, παράβλεψε, παραβλέψτε, μην ακολουθείς, μην ακολουθήσεις, μη λάβεις υπόψη, παράκαμψε, eira, ignoreeri, unusta, ignorē, aizmirsti, ignoruok, pamiršk
voided: eivät ole enää voimassa, ei ole enää voimassa, már nem érvényes*, érvénytelen*, hatályát vesztette, δεν ισχύουν πλέον, δεν ισχύει πλέον, άκυρες, ακυρώνονται
order: ohje*, käsky*, sääntö*, säännö*, määräyks*, kehote*, kehotteet, rajoituks*, utasítás*, szabály*, parancs*, útmutatás*, irányelv*, irányelveket, korlátozás*, feladat*, mondtak neked, mondtak, sinulle on sanottu, οδηγί*, εντολ*, κανόν*, κανόνες, κατευθύνσ*, περιορισμ*, σου είπαν, σου έχουν πει, ειπώθηκε, όσα σου, juhis*, käsk*, reegl*, norādījum*, instrukcij*, nurodym*, noteikum*
prior: aiemm*, aikaisemm*, edelli*, edeltä*, yllä olev*, alkuperäi*, tähänasti*, korábbi*, előző*, fenti*, eredeti*, eddigi*, megelőző, προηγούμεν*, παραπάνω, αρχικ*, πριν, έως τώρα, προγενέστερ*, eelnev*, varasem*, iepriekšēj*, ankstesn*
all: kaikki, kaikkia, jokainen, koko, minden, mindent, összes, valamennyi, όλες, όλα, όλους, κάθε, όσα, kõik, visas, visus
system: järjestelmäkehot*, järjestelmäoh*, järjestelmäviesti*, alkuperäinen kehote, omat ohjeesi, rendszerprompt*, rendszerutasítás*, rendszerüzenet*, kezdeti prompt*, saját utasítás*, προτροπή συστήματος, προτροπής συστήματος, οδηγίες συστήματος, οδηγίες του συστήματος, μήνυμα συστήματος, μηνύματος συστήματος, αρχική προτροπή, τις οδηγίες σου, prompt συστήματος, prompt του συστήματος, süsteemiviip*, sistēmas uzvedn*, συστήματος
talk: keskustelu*, keskusteluhistoria*, beszélgetés*, csevegés*, előzmény*, συνομιλί*, συζήτηση*, ιστορικό*, vestlus*
agent: ai, tekoäly*, kielimalli*, avustaja*, assistentti*, chatbotti*, mesterséges intelligencia, nyelvi modell*, asszisztens*, csevegőbot*, mi asszisztens, τεχνητή νοημοσύνη, τεχνητής νοημοσύνης, γλωσσικό μοντέλο, γλωσσικά μοντέλα, βοηθός, βοηθέ, βοηθοί, ai βοηθός, tehisintellekt*, keelemudel*, mākslīgais intelekts, valodas modelis, dirbtinis intelektas, kalbos modelis
answer: vastaus*, vastauks*, yhteenve*, válasz*, összefoglaló*, kimenet, απάντησ*, απαντήσ*, περίληψ*, vastus*
your: sinun, teidän, oma, omat, saját, a te, az ön, σου, σας, sinu, tavu
you: sinä, olet, te, ön, vagy, εσύ, εσείς, είσαι, είστε
say: vastaa, vastatkaa, sano, kirjoita, tulosta, toista, válaszolj, válaszoljon, mondd, mondja, írd, írja, ismételd, nyomtasd, απάντησε, απαντήστε, απάντα, πες, πείτε, γράψε, γράψτε, εκτύπωσε, τύπωσε, επανάλαβε, vasta, ütle, atbildi, atsakyk
exactly: vain, ainoastaan, vain sanalla, sanalla, sana, csak, kizárólag, csupán, csak a, szóval, szót, μόνο, αποκλειστικά, μόνο με, τη λέξη, με τη λέξη, ainult, tikai, tik
alter: lisää, mainitse, lopeta, aloita, korvaa, add hozzá, említsd, fejezd be, kezdd, cseréld, πρόσθεσε, ανέφερε, τελείωσε, ξεκίνα, αντικατάστησε
reveal: näytä, paljasta, kerro, tulosta, luettele, mutasd, mutassa, fedd fel, áruld el, írd ki, sorold fel, oszd meg, δείξε, δείξτε, αποκάλυψε, αποκαλύψτε, εμφάνισε, εμφανίστε, φανέρωσε, φανερώστε, παρουσίασε, näita, paljasta
send: lähetä, lähettäkää, välitä, lataa, küldd, küldje, küldd el, továbbítsd, töltsd fel, στείλε, στείλτε, προώθησε, ανέβασε, saada, nosūti, išsiųsk
secret: salasana*, api avain*, api avaimet, luottokort*, kirjautumistied*, jelszó*, jelszavát, api kulcs*, bankkártya*, hitelkártya*, belépési adatok, κωδικό*, κωδικοί, κλειδί api, κλειδιά api, πιστωτικής κάρτας, στοιχεία σύνδεσης, parool*
user: käyttäjä, käyttäjälle, käyttäjältä, käyttäjää, käyttäjän, käyttäjät, lukija*, ihminen, asiakas, felhasználó, felhasználót, felhasználónak, felhasználótól, felhasználóval, olvasó, olvasót, olvasónak, ügyfél*, χρήστη*, χρήστες, αναγνώστη*, kasutaja*
ask: kerro, pyydä, kysy, ilmoita, neuvo, vakuuta, varoita, suosittele, mondd, kérd, kérje, kérdezd, tájékoztasd, tanácsold, győzd meg, figyelmeztesd, ajánld, πες, ζήτησε, ζητήστε, ρώτησε, ενημέρωσε, ενημερώστε, συμβούλεψε, πείσε, προειδοποίησε, πρότεινε
stealth: älä kerro, älä mainitse, älä paljasta, salaa, salassa, huomaamatta, ne mondd, ne említsd, ne áruld el, titokban, titkosan, tudta nélkül, μην πεις, μην αναφέρεις, μην αποκαλύψεις, κρυφά, μυστικά, χωρίς να
role: olet nyt, sinä olet nyt, et ole enää, tästä lähtien, tästä eteenpäin, nyt olet, käyttäydy kuin, esitä, leiki, toimi kuin, mostantól, ettől kezdve, te most egy, most már, viselkedj úgy, tégy úgy, játszd el, innentől, είσαι τώρα, τώρα είσαι, από εδώ και πέρα, από τώρα και στο εξής, από τώρα, εφεξής, κάνε πως, προσποιήσου, φέρσου σαν, δεν είσαι πια, ενεργείς ως, nüüdsest
unbound: ilman rajoituksia, ilman sääntöjä, ilman rajoja, ilman suodattimia, rajoittamaton, sensuroimaton, rajoitukseton, korlátok nélkül*, korlátozás nélkül*, szabályok nélkül*, szűrők nélkül*, korlátlan, szűretlen, χωρίς περιορισμούς, χωρίς κανόνες, χωρίς όρια, χωρίς φίλτρα, απεριόριστ*, υπακούς, piiranguteta
lasting: pysyvästi, ikuisesti, jokaisessa keskustelussa, kaikissa tulevissa, örökre, véglegesen, minden beszélgetésben, jövőbeli, μόνιμα, για πάντα, σε κάθε συνομιλία, μελλοντικ*
keep: muista, tallenna, jegyezd meg, mentsd el, emlékezz, θυμήσου, αποθήκευσε
memory: muisti, muistiin, memória, memóriába, memóriádba, μνήμη
if: jos olet, mikäli olet, ha te egy, ha ön egy, amennyiben, ha mesterséges, ha nyelvi, αν είσαι, εάν είσαι, αν είστε, εάν είστε, kui oled
reading: luet tätä, lukee tätä, tiivistät, käsittelet, olvasod ezt, ezt olvassa, olvasod, összefoglalod, feldolgozod, διαβάζεις αυτό, διαβάζετε, συνοψίζεις, επεξεργάζεσαι
newtask: uudet ohjeet, uusi tehtävä, tehtäväsi on, noudata näitä, sen sijaan, új utasítás*, új feladat*, a feladatod, kövesd ezeket, kövesd ezt, helyette, ehelyett, νέες οδηγίες, νέα εντολή, νέα αποστολή, το καθήκον σου, ακολούθησε αυτές, αντί αυτού, αντ' αυτού
must: täytyy, pitää, sinun on, tulee, kell, köteles, muszáj, kellene, πρέπει, οφείλεις, οφείλετε
address: huomio, huomautus, viesti, ohje tekoälylle, ohjeita, hyvä, figyelem, megjegyzés, üzenet, utasítás a, kedves, προσοχή, σημείωση για, μήνυμα για, μήνυμα προς, οδηγίες για, αγαπητ*
`

const semiticPersian = `
ignore: تجاهل, تجاهلي, انس, انسَ, انسي, اهمل, أهمل, لا تتبع, لا تلتزم, تخط, تغاض, اترك, ألغ, اضرب عرض الحائط, نادیده بگیر, نادیده بگیرید, فراموش کن, فراموش کنید, توجه نکن, بی توجه باش, کنار بگذار, صرف نظر کن, لغو کن, دنبال نکن, התעלם, התעלמי, התעלמו, שכח, שכחי, שכחו, תתעלם, תשכח, זנח, בטל, אל תציית, הפסק לציית, להתעלם, نظر انداز, بھول جا
voided: لم تعد سارية, لم تعد صالحة, ملغاة, دیگر معتبر نیست, باطل, לא תקפות, אינן תקפות, בטלות
order: تعليمات, التعليمات, أوامر, الأوامر, توجيهات, التوجيهات, قواعد, القواعد, إرشادات, الإرشادات, ما قيل لك, قيل لك, قيود, المهمة, دستور, دستورها, دستورات, دستورالعمل, فرمان, قوانین, قواعد, راهنما, گفته شده, محدودیت, وظیفه, הוראות, ההוראות, הנחיות, ההנחיות, פקודות, כללים, הכללים, חוקים, שנאמר לך, נאמר לך, המשימה, ہدایات
prior: السابقة, السابق, سابقة, أعلاه, قبل, من قبل, الأصلية, الأولية, سابقا, قبلی, پیشین, بالا, پیش از این, تاکنون, اولیه, הקודמות, הקודם, קודמות, לעיל, קודם, המקוריות, שקיבלת, سابقہ, پچھلی
all: جميع, كل, كافة, أي, تمام, همه, همهٔ, هر, כל, כול, את כל, תמام
system: موجه النظام, مطالبة النظام, رسالة النظام, تعليمات النظام, أوامر النظام, التعليمات الأصلية, تعليماتك, پرامپت سیستم, دستور سیستم, پیام سیستم, دستورات سیستم, پرامپت اولیه, دستورهای خود, הנחיות המערכת, הוראות המערכת, פרומפט המערכת, הודעת המערכת, ההנחיות שלך, ההוראות שלך, النظام
talk: المحادثة, محادثة, الدردشة, سجل المحادثة, الحوار, گفتگو, مکالمه, گفت و گو, تاریخچه, השיחה, היסטוריית, הצ'אט, שיחה
agent: نموذجا لغويا, نموذجا, مساعدا, نموذجا للذكاء, ذكاء اصطناعيا, ai, ذكاء اصطناعي, الذكاء الاصطناعي, نموذج لغوي, نموذج لغة, نماذج اللغة, نماذج لغوية, مساعد, المساعد, المساعدين, روبوت المحادثة, وكيل ذكي, هوش مصنوعی, مدل زبانی, مدلهای زبانی, دستیار, چتبات, بینה מלאכותית, בינה מלאכותית, מודל שפה, מודלי שפה, עוזר, העוזר, עוזרת, צ'אטבוט, سמארט
answer: ردك, إجابتك, جوابك, الرد, الإجابة, ملخص, الملخص, پاسخ, جواب, خلاصه, תשובה, תשובתך, תשובות, סיכום, הסיכום
your: الخاصة بك, الخاص بك, لديك, خود, خودت, خودتان, שלך, שלכם
you: أنت, انت, إنك, تو, شما, هستی, אתה, את, אתם
say: أجب, اجب, رد ب, قل, اكتب, اطبع, كرر, پاسخ بده, پاسخ دهید, جواب بده, بگو, بگویید, بنویس, بنویسید, چاپ کن, تکرار کن, ענה, ענו, תענה, השב, אמור, כתוב, הדפס, חזור על, תגיד
exactly: فقط, بكلمة, كلمة واحدة, لا غير, فحسب, تنها, با کلمه, کلمه, רק, בלבד, במילה, את המילה, אך ורק
alter: أضف, اختم, ابدأ, استبدل, اذكر, اضافه کن, تمام کن, شروع کن, جایگزین, הוסף, סיים, התחל, החלף, הזכר
reveal: اكشف, أظهر, اعرض, أفصح, اطبع, اسرد, شارك, نشان بده, نشان دهید, فاش کن, افشا کن, آشکار کن, نمایش بده, فهرست کن, לחשוף, חשוף, הצג, הראה, גלה, פרט, הדפס, שתף
send: أرسل, ارسل, ابعث, أحل, انشر, ارفع, بفرست, بفرستید, ارسال کن, ارسال کنید, שלח, שלחו, העבר, העלה, תשלח
secret: كلمة المرور, كلمات المرور, كلمة السر, بطاقة الائتمان, رقم البطاقة, بيانات الاعتماد, رمز عبور, گذرواژه, رمز, کلید api, کارت اعتباری, شماره کارت, اطلاعات شخصی, סיסמה, סיסמאות, הסיסמה, מפתח api, כרטיס אשראי, פרטי התחברות
user: المستخدم, للمستخدم, المستخدمين, القارئ, القراء, العميل, کاربر, خواننده, انسان, המשתמש, למשתמש, משתמש, הקורא, לקוח
ask: فأخبر, فاطلب, فقل, أخبر, اخبر, اطلب, اسأل, أبلغ, انصح, أقنع, حذر, أوص, به کاربر بگو, بخواه, بخواهید, بپرس, بپرسید, توصیه کن, اطلاع بده, هشدار بده, متقاعد کن, אמור, בקש, שאל, הודע, המלץ, שכנע, הזהר, תבקש, ספר
stealth: لا تخبر, لا تذكر, لا تكشف, سرا, سرًا, خفية, دون علم, دون إخبار, بدون تأكيد, نگو, ذکر نکن, فاش نکن, مخفیانه, پنهانی, بدون اطلاع, אל תספר, אל תזכיר, אל תגלה, בסוד, בסתר, בלי לספר, ללא ידיעת
role: أنت الآن, انت الآن, من الآن, من الآن فصاعدا, ابتداء من الآن, لم تعد, تصرف ك, تصرف وكأنك, تظاهر, تقمص, مثل دور, از این پس, از این به بعد, از حالا, اکنون تو, تو اکنون, تو دیگر, وانمود کن, نقش, مثل یک, אתה עכשיו, אתה כעת, מעכשיו, מעתה, מרגע זה, אינך עוד, התנהג כמו, התנהג כאילו, העמד פנים, שחק את
unbound: بلا قيود, بدون قيود, دون قيود, بلا حدود, بدون قواعد, بلا قواعد, غير مقيد, بدون رقابة, بدون محدودیت, بی محدودیت, بدون قانون, بدون فیلتر, بدون سانسور, ללא הגבלות, ללא מגבלות, בלי הגבלות, בלי מגבלות, ללא חוקים, בלי חוקים, ללא כללים, בלי כללים, ללא סינון
lasting: إلى الأبد, دائما, بشكل دائم, في كل محادثة, في جميع المحادثات, برای همیشه, همیشه, در هر گفتگو, לצמיתות, לתמיד, בכל שיחה
keep: تذكر, احفظ, خزن, به خاطر بسپار, ذخیره کن, به یاد داشته باش, זכור, שמור
memory: ذاكرة, الذاكرة, ذاكرتك, حافظه, זיכרון, הזיכרון
if: إذا كنت, اذا كنت, إن كنت, لو كنت, اگر تو, اگر شما, اگر یک, אם אתה, אם את, במקרה שאתה
reading: تقرأ هذا, تقرأ هذه, تلخص, تعالج هذا, این را میخوانی, میخوانید, خلاصه میکنی, קורא את זה, קורא זאת, קורא דף, מסכם, מעבד
newtask: تعليمات جديدة, مهمتك, المهمة الجديدة, اتبع هذه, اتبع ما يلي, بدلا من ذلك, دستورهای جدید, دستور جدید, وظیفه تو, وظیفه شما, به جای آن, در عوض, הוראות חדשות, המשימה שלך, משימה חדשה, במקום זאת, פעל לפי
must: يجب, عليك, ينبغي, يتعين, باید, لازم است, חייב, עליך, צריך
address: ملاحظة, انتباه, تنبيه, رسالة إلى, تعليمات إلى, إلى كل, عزيزي, توجه, قابل توجه, پیام به, یادداشت برای, خطاب به, שים לב, הודעה ל, הערה ל, הוראה ל, לתשומת לב, לידיעת
`

const indic = `
ignore: अनदेखा, अनदेखा करें, अनदेखा करो, नज़रअंदाज़, नजरअंदाज, भूल जाओ, भूल जाएं, भूल जाइए, भूल जाएँ, उपेक्षा, मत मानो, पालन न करें, ध्यान न दें, उल्लंघन करें, রद्द करें, উপেক্ষা, উপেক্ষা করুন, উপেক্ষা করো, ভুলে যান, ভুলে যাও, অগ্রাহ্য, உதாசீனப்படுத்த, புறக்கணி, புறக்கணிக்கவும், மறந்துவிடு, విస్మరించు, విస్మరించండి, మర్చిపో, दुर्लक्ष करा, विसरा, اَن دیکھا, نظرانداز, نظر انداز, نظرانداز کریں, بھول جائیں, بھول جاؤ
order: निर्देश, निर्देशों, निर्देशो, आदेश, आदेशों, नियम, नियमों, हिदायत, हिदायतें, प्रॉम्प्ट, सूचना, सूचनाओं, कहा गया, बताया गया, दिशानिर्देश, दिशानिर्देशों, নির্দেশ, নির্দেশনা, নির্দেশাবলী, নিয়ম, আদেশ, বলা হয়েছে, அறிவுறுத்தல், வழிமுறை, விதி, சூచనలు, సూచనలు, ఆదేశాలు, सूचना, ہدایات, ہدایت, احکامات, قواعد, کہا گیا
prior: पिछले, पिछला, पिछली, पूर्व, पहले, पूर्ववर्ती, ऊपर, मूल, अब तक, আগের, পূর্ববর্তী, পূর্বের, উপরের, முந்தைய, முன், మునుపటి, पूर्वीच्या, मागील, پچھلی, پچھلے, سابقہ, پہلے
all: सभी, सब, सारे, सारी, हर, समस्त, सब कुछ, সব, সমস্ত, সকল, அனைத்து, அனைத்தையும், అన్ని, सर्व, تمام, سب
system: सिस्टम प्रॉम्प्ट, सिस्टम संदेश, सिस्टम निर्देश, मूल प्रॉम्प्ट, अपने निर्देश, सिस्टम, সিস্টেম প্রম্পট, সিস্টেম, கணினி, சிஸ்டம், సిస్టమ్, سسٹم
talk: बातचीत, वार्तालाप, चैट, संवाद, কথোপকথন, উরোজন, আলাপ, உரையாடல், సంభాషణ, گفتگو, چیٹ
agent: ai, एआई, ए आई, कृत्रिम बुद्धिमत्ता, भाषा मॉडल, सहायक, चैटबॉट, এআই, কৃত্রিম বুদ্ধিমত্তা, ভাষা মডেল, সহকারী, செயற்கை நுண்ணறிவு, மொழி மாதிரி, உதவியாளர், கృత్రిమ మేధ, భాషా మోడల్, సహాయకుడు, मदतनीस, مصنوعی ذہانت, زبان کا ماڈل, اسسٹنٹ, معاون
answer: उत्तर, जवाब, सारांश, उत्तर में, जवाब में, উত্তর, সারাংশ, পதில், பதில், సమాధానం, جواب, خلاصہ
your: अपना, अपने, अपनी, आपका, आपके, आपकी, तुम्हारा, तुम्हारे, আপনার, তোমার, উங்கள், உங்கள், మీ, اپنا, اپنے, اپنی, آپ کا
you: आप, तुम, तू, আপনি, তুমি, நீ, நீங்கள், మీరు, آپ, تم
say: उत्तर दें, जवाब दें, उत्तर दो, जवाब दो, लिखें, लिखो, कहें, कहो, बोलो, बोलें, दोहराएं, दोहराओ, छापें, উত্তর দিন, উত্তর দাও, লিখুন, বলুন, பதிலளி, எழுது, சமাধానం, చెప్పు, جواب دیں, لکھیں, کہیں
exactly: केवल, सिर्फ, सिर्फ़, मात्र, शब्द, শুধু, শুধুমাত্র, কেবল, மட்டும், మాత్రమే, صرف, فقط
reveal: दिखाएं, दिखाओ, दिखाएँ, बताएं, बताओ, प्रकट करें, उजागर, साझा करें, सूची, দেখান, দেখাও, প্রকাশ করুন, காட்டு, వెల్లడించు, చూపించు, دکھائیں, ظاہر کریں, بتائیں
send: भेजें, भेजो, भेज दें, भेज दो, अग्रेषित, পাঠান, পাঠাও, அனுப்பு, అனుప, పంపు, పంపండి, بھیجیں, بھیجو
secret: पासवर्ड, एपीआई कुंजी, क्रेडिट कार्ड, पिन, ओटीपी, व्यक्तिगत जानकारी, পাসওয়ার্ড, কার্ড, கடவுச்சொல், పాస్వర్డ్, پاس ورڈ, کریڈٹ کارڈ
user: उपयोगकर्ता, उपयोगकर्ताओं, यूज़र, यूजर, पाठक, ग्राहक, ব্যবহারকারী, ব্যবহারকারীকে, পাঠক, பயனர், பயனரிடம், వినియోగదారు, صارف
ask: मांगें, माँगें, मांगो, पूछें, पूछो, बताएं, बताओ, कहें, सूचित करें, सलाह दें, चेतावनी, জিজ্ঞাসা, বলুন, চান, கேள், கேளுங்கள், అడుగు, అడగండి, پوچھیں, مانگیں, بتائیں
stealth: मत बताओ, न बताएं, मत बताना, गुप्त, चुपके, उल्लेख न करें, गोपनीय, গোপনে, বলবেন না, இரகசியமாக, రహస్యంగా, مت بتائیں, خفیہ
role: अब आप, आप अब, अब तुम, तुम अब, अब से, आज से, इसके बाद, की तरह व्यवहार, के रूप में कार्य, भूमिका निभा, नाटक करो, এখন থেকে, আপনি এখন, তুমি এখন, இனிமேல், நீ இப்போது, ఇప్పటి నుండి, اب سے, اب آپ, اب تم
unbound: बिना किसी प्रतिबंध, बिना प्रतिबंध, बिना नियम, बिना किसी नियम, बिना सीमा, असीमित, बिना फ़िल्टर, प्रतिबंध रहित, কোনো বিধিনিষেধ ছাড়া, সীমাহীন, নিয়ম ছাড়া, கட்டுப்பாடு இல்லாத, పరిమితులు లేని, بغیر کسی پابندی, بغیر قواعد, لامحدود
lasting: हमेशा, स्थायी रूप से, हर बातचीत, भविष्य, চিরকাল, সবসময়, ہمیشہ
keep: याद रखें, याद रखो, सहेजें, মনে রাখুন, মনে রেখো, یاد رکھیں
memory: मेमोरी, स्मृति, মেমরি, یادداشت
if: यदि आप, अगर आप, यदि तुम, अगर तुम, यदि आप एक, আপনি যদি, যদি আপনি, யதி, நீங்கள் ஒரு, మీరు ఒక, اگر آپ, اگر تم
reading: पढ़ रहे, पढ़ रहा, सारांश बना, पढ़ते, পড়ছেন, படிக்கிற, చదువుతు, پڑھ رہے
newtask: नए निर्देश, नया कार्य, आपका कार्य, आपका काम, इसके बजाय, निम्नलिखित निर्देश, নতুন নির্দেশ, আপনার কাজ, পরিবর্তে, نئی ہدایات, آپ کا کام
must: चाहिए, होगा, अवश्य, অবশ্যই, வேண்டும், తప్పక, చాలి, چاہیے, لازمی
address: ध्यान दें, सूचना, के लिए निर्देश, के लिए संदेश, দৃষ্টি আকর্ষণ, মনোযোগ, கவனம், గమనిక, توجہ
`
