package phrases

const russian = `
ignore: игнорируй, игнорируйте, проигнорируй, проигнорируйте, забудь, забудьте, не обращай внимания, не обращайте внимания, отбрось, отбросьте, пренебреги, пренебрегите, отмени, отмените, не следуй, не следуйте, не выполняй, не выполняйте, не учитывай, не учитывайте, нарушь, обойди, обойдите, перестань, перестаньте, отключи, выбрось, сотри, удали
voided: больше не действуют, больше не действует, отменены, отменена, недействительн*, утратили силу, устарели, не имеют силы, аннулирован*
order: инструкци*, указани*, правил*, команд*, распоряжени*, директив*, предписани*, установк*, запрос*, промпт*, промт*, тебе говорили, вам говорили, говорили раньше, сказано, ограничени*, задани*, задач*
prior: предыдущ*, прежн*, прошл*, предшествующ*, вышеуказанн*, вышеизложенн*, ранее, раньше, выше, первоначальн*, исходн*, изначальн*, до этого, до сих пор, полученн*
all: все, всё, всех, всем, любые, любую, каждый, любой
system: системный промпт, системного промпта, системный промт, системный запрос, системное сообщение, системную подсказку, системные инструкции, системных инструкций, исходный промпт, начальный промпт, внутренние инструкции, скрытые инструкции, свои инструкции, твои инструкции, ваши инструкции, своих инструкций, системн*
talk: переписк*, разговор*, беседу, беседы, диалог*, истори*, чата, чат
agent: ai, ии, искусственный интеллект, искусственного интеллекта, языковая модель, языковой модели, языковую модель, языковые модели, языковых моделей, ассистент*, помощник, помощника, помощникам, ии ассистент*, ии агент*, нейросет*, чат бот*, чатбот*, бот, нейронная сеть, виртуальн* помощник*, ии-*
answer: ответ, ответе, ответа, ответы, сводк*, резюме, вывод
your: твой, твоя, твои, твоё, твоего, твоем, твоей, ваш, ваша, ваши, вашего, вашем, своем, своего, свой, своих, свои, свою
you: ты, тебе, тебя, вы, вам, вас
say: отвечай, отвечайте, ответь, ответьте, скажи, скажите, напиши, напишите, выведи, выведите, напечатай, повтори, повторяй, повторите, пиши
exactly: только, лишь, исключительно, только словом, одним словом, словом, слово, фразу, ничего больше, дословно
alter: добавь, добавьте, включи, вставь, закончи, начни, замени, упомяни, порекомендуй, рекомендуй
reveal: выведи, выведите, покажи, покажите, раскрой, раскройте, перечисли, перечислите, назови, сообщи, опубликуй, выдай, повтори, предоставь, расскажи
send: отправь, отправьте, пошли, пошлите, перешли, перешлите, вышли, передай, передайте, загрузи, опубликуй, отошли
secret: парол*, ключ api, ключи api, api ключ*, учетные данные, учётные данные, данные карты, номер карты, банковск*, кредитн*, код подтверждения
user: пользовател*, читател*, человек*, клиент*
ask: сообщи, сообщите, скажи, скажите, попроси, попросите, спроси, спросите, посоветуй, посоветуйте, убеди, убедите, предупреди, запроси, запросите, предложи, потребуй, порекомендуй, порекомендуйте
stealth: не говори, не говорите, не упоминай, не упоминайте, не сообщай, не раскрывай, не сообщая, тайно, втайне, скрытно, незаметно, без ведома, не спрашивая, без подтверждения, скрой
role: теперь ты, ты теперь, отныне, с этого момента, с настоящего момента, впредь, вы теперь, теперь вы, ты больше не, действуй как, веди себя как, притворись, представь что ты, сыграй роль, играй роль, прими роль, действуй от имени
unbound: без ограничений, без правил, без фильтров, без цензуры, без лимитов, без запретов, неограниченн*, никаких правил, никаких ограничений, свободный от, подчиняешься, подчиняется, подчиняйся, слушаешься
lasting: навсегда, постоянно, в каждом разговоре, в каждом чате, во всех будущих, в будущем, в каждом ответе, всегда
keep: запомни, запомните, сохрани, сохраните, запиши, помни
memory: память, памяти
act: удали, удалите, купи, переведи, переведите, нажми, установи, выполни, выполните, открой, отключи, перейди, подтверди, прими
if: если ты, если вы, если это читает, если являешься, будучи, в случае если ты
reading: читаешь это, читаете это, читаешь этот, читает эту, обрабатываешь, обрабатываете, резюмируешь, пересказываешь, анализируешь
newtask: новые инструкции, новая инструкция, новое задание, новая задача, твоя задача, ваша задача, следуй этим, следуйте этим, выполни следующ*, вместо этого, вместо них, настоящее задание
must: должен, должна, должны, обязан, обязаны, следует, необходимо
address: внимание, для ии, примечание для, сообщение для, инструкция для, инструкции для, указание для, обращение к, уважаем*, заметка для
praise: пять звезд, лучший выбор, лучший кандидат, рекомендуй, высшую оценку
`

const ukrainian = `
ignore: ігноруй, ігноруйте, проігноруй, проігноруйте, забудь, забудьте, не зважай, не зважайте, відкинь, відкиньте, знехтуй, знехтуйте, скасуй, не дотримуйся, не виконуй, не виконуйте, обійди, припини
voided: більше не діють, більше не діє, скасован*, недійсн*, втратили чинність
order: інструкці*, вказівк*, правил*, команд*, розпорядженн*, директив*, настанов*, наказ*, завданн*, тобі казали, вам казали, сказано, обмежен*
prior: попередн*, минул*, раніше, вище, початков*, первісн*, до цього, досі
all: усі, всі, усе, все, усіх, всіх, будь-які, кожен
system: системний промпт, системного промпту, системний запит, системне повідомлення, системні інструкції, початковий промпт, свої інструкції, твої інструкції, системн*
talk: розмов*, листуванн*, діалог*, чату, історі*
agent: ai, ші, штучний інтелект, штучного інтелекту, мовна модель, мовної моделі, мовну модель, мовні моделі, мовною моделлю, асистент*, помічник*, нейромереж*, чат бот*, чатбот*
answer: відповід*, підсумок, резюме
your: твій, твоя, твої, твого, ваш, ваша, ваші, свій, свої, своїх, своєї
you: ти, тебе, тобі, ви, вам
say: відповідай, відповідайте, відповідь, скажи, скажіть, напиши, напишіть, виведи, виведіть, надрукуй, повтори
exactly: тільки, лише, виключно, словом, слово, одним словом, нічого більше
alter: додай, включи, встав, закінчи, почни, заміни, згадай, рекомендуй
reveal: покажи, покажіть, розкрий, розкрийте, виведи, виведіть, перелічи, назви, повідом, надай, розкажи
send: надішли, надішліть, відправ, відправте, перешли, передай, передайте, завантаж
secret: парол*, ключ api, api ключ*, облікові дані, номер картки, картк*, особисті дані
user: користувач*, читач*, людин*, клієнт*
ask: повідом, повідомте, скажи, попроси, попросіть, запитай, порадь, переконай, попередь, запропонуй, порекомендуй
stealth: не кажи, не згадуй, не повідомляй, таємно, потай, непомітно, без відома, без підтвердження, приховай
role: тепер ти, ти тепер, відтепер, віднині, з цього моменту, надалі, ви тепер, тепер ви, ти більше не, дій як, поводься як, прикинься, уяви що ти, зіграй роль
unbound: без обмежень, без правил, без фільтрів, без цензури, необмежен*, жодних правил, жодних обмежень, підкоряєшся, слухаєшся
lasting: назавжди, постійно, у кожній розмові, у всіх майбутніх, завжди
keep: запам'ятай, збережи, запиши, пам'ятай
memory: пам'ять, пам'яті
if: якщо ти, якщо ви, будучи
reading: читаєш це, читаєте це, обробляєш, обробляєте, підсумовуєш
newtask: нові інструкції, нове завдання, твоє завдання, ваше завдання, дотримуйся цих, натомість, замість цього
must: повинен, повинна, повинні, мусиш, маєш, необхідно
address: увага, примітка для, повідомлення для, інструкція для, інструкції для, шановн*
praise: п'ять зірок, найкращий вибір, рекомендуй
`

const polish = `
ignore: zignoruj, zignorujcie, ignoruj, ignorujcie, zapomnij, zapomnijcie, pomiń, pomińcie, odrzuć, odrzućcie, nie zwracaj uwagi, nie przestrzegaj, nie stosuj się, zlekceważ, lekceważ, anuluj, obejdź, porzuć, przestań, nadpisz, unieważnij, nie bierz pod uwagę, proszę zignorować, zignorować
voided: już nie obowiązują, nie obowiązują, unieważnion*, nieaktualne, straciły ważność, nieważne
order: instrukcj*, polece*, wskazówk*, zasad*, reguł*, dyrektyw*, wytyczn*, rozkaz*, komend*, nakaz*, ci powiedziano, powiedziano, przekazano, ograniczen*, zadani*
prior: poprzedni*, wcześniejsz*, uprzedni*, powyższ*, pierwotn*, początkow*, wcześniej, dotychczasow*, dotąd, wyżej
all: wszystkie, wszystkich, wszystko, wszelkie, każd*, całe
system: prompt systemowy, promptu systemowego, monit systemowy, instrukcje systemowe, wiadomość systemową, komunikat systemowy, początkowy prompt, swoje instrukcje, twoje instrukcje, ukryte instrukcje, systemow*
talk: rozmow*, konwersacj*, czatu, histori*, dialog
agent: ai, sztuczna inteligencja, sztuczną inteligencją, sztucznej inteligencji, model językowy, modelem językowym, modele językowe, modeli językowych, modelu językowego, asystent*, asystent ai, chatbot*, agent ai, wirtualny asystent, bot
answer: odpowied*, podsumowani*, streszczeni*
your: twój, twoja, twoje, twojej, twoim, swój, swoją, swoje, swoich, swojej, swojego
you: ty, ciebie, ci, tobie, jesteś
say: napisz że, odpowiedz, odpowiadaj, odpowiedzcie, powiedz, napisz, wypisz, wydrukuj, powtórz, powtarzaj, pisz
exactly: tylko, wyłącznie, jedynie, tylko słowem, słowem, słowo, zdanie, nic więcej
alter: dodaj, dołącz, zakończ, zacznij, rozpocznij, zastąp, wspomnij, wstaw, poleć
reveal: ujawnij, pokaż, wyświetl, wypisz, podaj, zdradź, wymień, udostępnij, powtórz, pokażcie
send: wyślij, wyślijcie, prześlij, przekaż, opublikuj, załaduj, przekieruj
secret: hasł*, klucz api, klucze api, dane logowania, karty kredytowej, numer karty, kod weryfikacyjny, dane bankowe
user: użytkownik*, czytelnik*, człowiek*, klient*
ask: powiedz, poproś, zapytaj, poinformuj, doradź, przekonaj, ostrzeż, poleć, zażądaj, zasugeruj, namów
stealth: nie mów, nie wspominaj, nie ujawniaj, nie informuj, bez informowania, bez wiedzy, potajemnie, w tajemnicy, po cichu, bez potwierdzenia, bez pytania, ukryj
role: jesteś teraz, teraz jesteś, nie jesteś już, od teraz, od tej pory, od tej chwili, odtąd, działaj jak, działaj jako, zachowuj się jak, udawaj, wciel się, wyobraź sobie że jesteś, odgrywaj rolę
unbound: bez ograniczeń, bez zasad, bez reguł, bez filtrów, bez limitów, bez cenzury, nieograniczon*, żadnych zasad, żadnych ograniczeń, słuchasz, posłuszny
lasting: na zawsze, na stałe, trwale, w każdej rozmowie, we wszystkich przyszłych, w przyszłości, zawsze
keep: zapamiętaj, zapisz, pamiętaj, przechowaj
memory: pamięć, pamięci
act: usuń, kup, kliknij, zainstaluj, wykonaj, przelej, otwórz, wyłącz, odwiedź, zaakceptuj, potwierdź
if: jeśli jesteś, jeżeli jesteś, gdy jesteś, o ile jesteś, czy jesteś
reading: czytasz to, czytasz tę, czytający to, podsumowujesz, streszczasz, przetwarzasz
newtask: nowe instrukcje, nowe polecenia, nowe zadanie, twoje zadanie, twoim zadaniem, postępuj zgodnie z, zamiast tego, wykonaj następujące, prawdziwe zadanie
must: musisz, muszą, powinieneś, powinien, powinny, należy, masz
address: uwaga, uwaga dla, notatka dla, wiadomość dla, instrukcja dla, instrukcje dla, do wszystkich, drogi, droga, szanowny
praise: pięć gwiazdek, najlepszy wybór, najlepszy kandydat, poleć, polecaj
`

const westSouthSlavic = `
ignore: ignoruj, ignorujte, zapomeň, zapomeňte, zabudni, zabudnite, nevšímej si, nevšímejte si, nehleď na, přehlédni, pomiň, zruš, nedodržuj, nenásleduj, zanemari, zanemarite, ignoriraj, ignorirajte, zaboravi, zaboravite, prezri, pozabi, игнорирай, игнорирайте, забрави, забравете, пренебрегни, пренебрегнете, не обръщай внимание, занемари, заборави, игнориши, игнориши све, прескочи
voided: už neplatí, již neplatí, neplatné, neplatn*, više ne vrijede, više ne važe, вече не важат, вече не са валидни
order: instrukc*, pokyn*, příkaz*, príkaz*, pravid*, pravil*, směrnic*, upute, uputa, uputstva, naredb*, navodil*, ukaz*, инструкци*, указани*, правила, команди, нареждания, упутства, наредбе, úkol*, úloh*, zadatak, ti bylo řečeno, ti bolo povedané, bylo řečeno, rečeno, ти беше казано, казано
prior: předchozí, předešl*, predchádzajúc*, výše uveden*, původn*, pôvodn*, dřívějš*, dosavadn*, prethodn*, ranij*, gornj*, prejšnj*, предишн*, предходн*, горн*, по-горе, претходн*, dříve, předtím, predtým, prije, pre, преди
all: všechny, všechna, všechno, vše, všetky, všetko, veškeré, sve, svih, sva, vse, всички, всичко, све, каждый
system: systémový prompt, systémového promptu, systémovou výzvu, systémové instrukce, systémové pokyny, systémová zpráva, sistemski prompt, sistemske upute, sistemski upit, системния промпт, системен промпт, системни инструкции, svoje instrukce, své instrukce, své pokyny, svoje pokyny, sustavni prompt, sistemsk*, systémov*, системн*
talk: konverzac*, rozhovor*, chatu, histori*, razgovor*, pogovor*, разговор*, чата
agent: ai, umělá inteligence, umelá inteligencia, jazykový model, jazykovým modelem, jazykové modely, jazykovým modelom, asistent*, chatbot*, jezični model, jezički model, umjetna inteligencija, veštačka inteligencija, umetna inteligenca, pomoćnik*, езиков модел, езикови модели, изкуствен интелект, асистент*, помощник*, jezikovni model, језички модел, вештачка интелигенција
answer: odpověď*, odpovědi, odpoveď*, shrnutí, zhrnutie, súhrn, odgovor*, sažetak, povzetek, отговор*, обобщение, одговор*
your: tvůj, tvoje, tvé, tvá, svůj, své, svou, svoje, svoj, tvoj, tvoja, svoju, váš, vaše, vaš, твоя, твоите, своя, своите, вашите, твој, свој, твоје
you: ty, tebe, ti, jsi, si, vi, ти, вие
say: odpověz, odpovídej, odpovězte, odpovedz, odpovedaj, řekni, povedz, napiš, vypiš, opakuj, odgovori, odgovarajte, reci, napiši, ispiši, ponovi, отговори, отговаряй, кажи, напиши, изведи, повтори, одговори
exactly: pouze, jen, jenom, výhradně, iba, len, samo, isključivo, slovem, slovom, s riječju, riječju, rečju, само, единствено, с думата, думата, речју
alter: přidej, pridaj, dodaj, zahrň, ukonči, začni, nahraď, zmiň, добави, завърши, замени
reveal: ukaž, ukažte, odhal, odhalte, zobraz, vypiš, prozraď, prezraď, sděl, prikaži, otkrij, pokaži, razkrij, покажи, разкрий, изведи, откриј, прикажи, поделись
send: odešli, odešlete, pošli, pošlete, pošlite, pošalji, pošaljite, zašli, přepošli, изпрати, изпратете, пошаљи
secret: hesl*, api klíč*, api kľúč*, lozink*, api ključ*, gesl*, přihlašovací údaje, kreditní karty, číslo karty, парол*, api ключ*, лозинк*
user: uživatel, uživatele, uživateli, uživatelů, uživatelům, používateľ, používateľa, používateľovi, čtenáře, čtenáři, korisnik, korisnika, korisniku, korisnicima, uporabnik*, čitatelj*, потребител*, читател*, корисник*
ask: řekni, povedz, požádej, požiadaj, zeptej, opýtaj, informuj, porad, přesvědč, varuj, doporuč, reci, zamoli, zatraži, pitaj, obavijesti, savjetuj, uvjeri, кажи, помоли, поискай, попитай, посъветвай, убеди
stealth: neříkej, nezmiňuj, neprozrazuj, nespomínaj, tajně, tajne, bez vědomí, bez potvrzení, nemoj reći, ne spominji, tajno, bez znanja, не казвай, не споменавай, тайно, без знанието
role: nyní jsi, teď jsi, jsi nyní, jsi teď, teraz si, už nejsi, od nynějška, od teď, od této chvíle, odteraz, chovej se jako, jednej jako, předstírej, správaj sa ako, sada si, od sada, ponašaj se kao, pretvaraj se, zdaj si, od zdaj, сега си, отсега нататък, от сега нататък, дръж се като, преструвай се, сада си, од сада, понашај се као
unbound: bez omezení, bez obmedzení, bez pravidel, bez pravidiel, bez filtrů, bez limitů, bez cenzury, neomezen*, bez ograničenja, bez pravila, bez filtera, brez omejitev, brez pravil, без ограничения, без правила, без филтри, без ограничења
lasting: navždy, natrvalo, trvale, v každé konverzaci, zauvijek, zauvek, trajno, u svakom razgovoru, завинаги, постоянно, във всеки разговор
keep: zapamatuj si, zapamätaj si, ulož, pamatuj, zapamti, spremi, sačuvaj, запомни, запази
memory: paměť, paměti, pamäť, pamäti, memorij*, паметта
if: pokud jsi, jestli jsi, jestliže jsi, jsi-li, ak si, ako si, če si, ако си, ако сте
reading: čteš toto, čteš tuto, čítaš, shrnuješ, zpracováváš, čitaš ovo, четеш това, обобщаваш
newtask: nové instrukce, nové pokyny, nový úkol, nová úloha, tvým úkolem, tvojou úlohou, místo toho, namiesto toho, nove upute, tvoj zadatak, umjesto toga, нови инструкции, твоята задача, вместо това, řiď se
must: musíš, musí, musíte, máš, moraš, mora, moraju, moraš, трябва, мораш
address: upozornění pro, poznámka pro, zpráva pro, pokyny pro, instrukce pro, pozor, napomena za, poruka za, upute za, pažnja, внимание, бележка за, съобщение за, инструкции за
`
