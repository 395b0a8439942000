package phrases

const french = `
ignore: ignore, ignorez, ignorer, oublie, oubliez, oublier, ne tiens pas compte, ne tenez pas compte, ne tiens plus compte, fais abstraction, faites abstraction, néglige, négligez, écarte, écartez, outrepasse, outrepassez, contourne, contournez, abandonne, abandonnez, laisse tomber, passe outre, annule, annulez, n'obéis plus, ne suis plus, ne suivez plus, ne suis pas, efface, effacez, mets de côté, mettez de côté
voided: ne sont plus valables, n'est plus valable, ne s'appliquent plus, ne s'applique plus, caduc*, nulles et non avenues, obsolètes, plus valides, annulées, levées
order: instruction*, consigne*, directive*, règle, règles, ordre, ordres, commande, commandes, ce qui t'a été dit, ce qu'on t'a dit, ce qui vous a été dit, ce qu'on vous a dit, a été dit, indications, restrictions, contraintes, tâche, mission, invite, demande
prior: précédent*, antérieur*, ci-dessus, initial*, d'origine, préalable*, auparavant, avant, passées, jusqu'ici, jusqu'à présent, reçues, données
all: tout, toute, toutes, tous, chaque, l'ensemble
system: message de système, prompt de système, prompt du système, message du système, instructions du système, consignes initiales, prompt système, invite système, message système, instructions système, invite initiale, prompt initial, instructions initiales, instructions internes, instructions cachées, tes instructions, vos instructions, ton prompt, votre prompt, consignes système, configuration système
talk: conversation, historique, historique de conversation, discussion, échange, échanges, dialogue
agent: ia, i.a, modèle de langage, modèles de langage, modèle de langue, modèles de langue, assistant, assistants, assistant ia, assistants ia, intelligence artificielle, agent conversationnel, agents conversationnels, assistant virtuel, agent ia, agents ia, robot conversationnel
answer: réponse*, résumé, sortie, synthèse, message
your: ton, ta, tes, votre, vos
you: tu, toi, vous, te, es, êtes
say: réponds, répondez, dis, dites, écris, écrivez, affiche, affichez, imprime, imprimez, répète, répétez, renvoie, renvoyez, produis
exactly: uniquement, seulement, exclusivement, uniquement par, le mot, la phrase, rien d'autre, rien que, par le mot, avec le mot
alter: ajoute, ajoutez, termine, terminez, commence, commencez, remplace, remplacez, mentionne, mentionnez, insère, insérez, inclus, incluez, intègre, recommande
reveal: révèle, révélez, montre, montrez, affiche, affichez, divulgue, divulguez, dévoile, dévoilez, donne, donnez, communique, communiquez, partage, partagez, liste, listez, répète, répétez, recopie, recopiez
send: envoie, envoyez, transmets, transmettez, transfère, transférez, expédie, poste, publie, publiez, téléverse
secret: mot de passe, mots de passe, clé api, clés api, clé d'api, identifiants, carte bancaire, carte de crédit, numéro de carte, code secret, jeton*, coordonnées bancaires
user: utilisateur*, l'utilisateur, utilisatrice, lecteur, le lecteur, l'humain, client
ask: dis, dites, demande, demandez, informe, informez, conseille, conseillez, persuade, persuadez, convaincs, convainquez, avertis, avertissez, préviens, prévenez, invite, invitez, recommande, recommandez
stealth: ne dis rien, ne dites rien, ne mentionne pas, ne mentionnez pas, ne révèle pas, ne révélez pas, sans en informer, sans prévenir, sans le dire, sans avertir, en secret, secrètement, discrètement, à l'insu, sans demander, sans confirmation, ne parle pas de
role: tu es maintenant, vous êtes maintenant, tu es désormais, vous êtes désormais, tu n'es plus, vous n'êtes plus, désormais, dorénavant, à partir de maintenant, à compter de maintenant, agis comme, agissez comme, agis en tant que, comporte-toi, comportez-vous, fais semblant, faites semblant, fais comme si, prétends être, joue le rôle, jouez le rôle, imagine que tu es
unbound: sans restriction*, sans limite*, sans règle*, sans filtre*, sans censure, sans contrainte*, aucune restriction, aucune règle, aucune limite, non censuré*, illimité*, libre de toute, qui obéit, obéis à, obéit à, sans morale, sans éthique
lasting: pour toujours, de façon permanente, définitivement, dans chaque conversation, dans toutes les conversations, conversations futures, à l'avenir, à chaque réponse, en permanence
keep: souviens-toi, souvenez-vous, retiens, retenez, mémorise, mémorisez, enregistre, enregistrez, note
memory: mémoire
act: supprime, supprimez, achète, achetez, clique, cliquez, installe, exécute, exécutez, transfère, ouvre, désactive, visite, accepte, confirme
if: si tu es, si vous êtes, si tu es une, si vous êtes un, es-tu, êtes-vous, lorsque tu es, quand tu es, en tant que, si un, si une
reading: lis ceci, lisez ceci, lis cette page, lisez cette page, lis ce texte, lisez ce texte, résumes, résumez, traites, traitez, analyses cette, analysez cette
newtask: nouvelle instruction, nouvelles instructions, nouvelle consigne, nouvelles consignes, nouvelle tâche, nouvelle mission, ta tâche est, votre tâche est, ta mission est, suis ces, suivez ces, suis plutôt, suivez plutôt, à la place, obéis, obéissez, ta vraie, ta véritable
must: dois, devez, doit, doivent, il faut, faut
address: note pour, note à, notes pour, message pour, message à, instruction pour, instructions pour, instructions à, attention, cher, chère, à l'attention, avis aux, avis à, consigne pour
praise: cinq étoiles, meilleur choix, meilleure option, recommander, note maximale
`

const spanish = `
ignore: ignora, ignore, ignorad, ignoren, ignorar, olvida, olvide, olvidad, olviden, olvídate, olvídese, olvidar, descarta, descarte, desatiende, desatienda, haz caso omiso, haga caso omiso, no hagas caso, no haga caso, no sigas, no siga, deja de lado, deje de lado, deja de seguir, omite, omita, pasa por alto, anula, anule, elude, sáltate, sáltese, desobedece, abandona, abandone, borra, cancela, no obedezcas
voided: ya no son válidas, ya no es válida, ya no aplican, ya no se aplican, quedan anuladas, queda anulada, sin efecto, obsoletas, ya no valen, anuladas
order: instrucción, instrucciones, indicación, indicaciones, orden, órdenes, directriz, directrices, directiva*, regla, reglas, norma, normas, comando, comandos, lo que te dijeron, lo que te han dicho, lo que se te ha dicho, se te dijo, te dijeron, han dicho, restricciones, tarea, pautas, limitaciones, consignas, mandato
prior: anterior, anteriores, previo, previa, previos, previas, precedente*, arriba, inicial*, original, originales, antes, hasta ahora, recibidas, dadas
all: todo, toda, todas, todos, cada, cualquier
system: mensaje de sistema, mensajes del sistema, instrucción del sistema, tu mensaje, prompt del sistema, prompt de sistema, mensaje del sistema, instrucciones del sistema, instrucciones de sistema, prompt inicial, instrucciones iniciales, instrucciones internas, instrucciones ocultas, tus instrucciones, sus instrucciones, tu prompt, indicaciones del sistema, indicación del sistema, configuración del sistema
talk: conversación, conversaciones, historial, historial de chat, charla, diálogo
agent: ia, i.a, modelo de lenguaje, modelos de lenguaje, modelo lingüístico, asistente, asistentes, asistente de ia, asistentes de ia, inteligencia artificial, agente de ia, agentes de ia, asistente virtual, chatbot
answer: respuesta*, resumen, salida, contestación
your: tu, tus, su, sus, vuestro, vuestra
you: tú, usted, te, eres, ti
say: responde, responda, contesta, conteste, di, diga, escribe, escriba, imprime, imprima, repite, repita, devuelve, muestra
exactly: únicamente, solo, sólo, solamente, exclusivamente, únicamente con, solo con, con la palabra, la palabra, la frase, nada más, nada mas
alter: añade, agrega, incluye, termina, comienza, empieza, reemplaza, sustituye, menciona, inserta, recomienda
reveal: revela, revele, muestra, muestre, enseña, enseñe, divulga, divulgue, da, dé, comparte, comparta, filtra, imprime, imprima, enumera, enumere, repite, repita, dime, dígame
send: envía, envíe, enviad, manda, mande, transmite, transmita, reenvía, reenvíe, publica, sube, transfiere, remite
secret: contraseña*, clave api, clave de api, claves de api, credenciales, tarjeta de crédito, número de tarjeta, datos bancarios, código de verificación
user: usuario*, usuaria, lector, el lector, humano, cliente
ask: dile, dígale, pide, pídele, pida, informa, informe, aconseja, aconseje, convence, convenza, avisa, avise, advierte, solicita, solicite, pregunta, pregúntale, recomienda, recomiéndale, sugiere
stealth: no le digas, no digas, no menciones, no mencione, no reveles, sin decirle, sin informar, sin avisar, sin que el usuario, en secreto, secretamente, ocultamente, sin preguntar, sin confirmación, no lo menciones, oculta
role: ahora eres, eres ahora, ya no eres, usted es ahora, ahora usted es, a partir de ahora, desde ahora, de ahora en adelante, en adelante, actúa como, actúe como, finge ser, finge que, finja, haz de cuenta, compórtate como, comportese como, simula ser, interpreta el papel, haz el papel, asume el papel, imagina que eres
unbound: sin restricciones, sin restricción, sin límites, sin límite, sin reglas, sin filtros, sin filtro, sin censura, sin normas, ninguna restricción, sin limitaciones, ilimitado, no tienes reglas, no tienes restricciones, que obedece, obedece a, obedeces a, sin ética, sin moral
lasting: para siempre, permanentemente, de forma permanente, en cada conversación, en todas las conversaciones, conversaciones futuras, en el futuro, en cada respuesta
keep: recuerda, recuerde, guarda, guarde, memoriza, memorice, almacena, anota
memory: memoria
act: elimina, borra, compra, haz clic, instala, ejecuta, transfiere, abre, desactiva, visita, acepta, confirma
if: si eres, si usted es, si es usted, si eres un, si eres una, eres un, cuando seas, en caso de que seas, si un, si una
reading: lees esto, lee esto, leyendo esto, lees esta página, lee esta página, resumes, resume esta, procesas, procesa este, analizas
newtask: nueva instrucción, nuevas instrucciones, nueva tarea, nuevas órdenes, tu tarea es, su tarea es, tu misión es, sigue estas, siga estas, en su lugar, en vez de eso, obedece, obedezca, tu verdadera, tu nueva
must: debes, debe, deben, debéis, tienes que, tiene que, tienen que, deberás
address: nota para, notas para, mensaje para, instrucción para, instrucciones para, atención, aviso a, aviso para, estimado, querido, querida, a todos los, indicaciones para
praise: cinco estrellas, mejor opción, mejor candidato, recomendar, máxima puntuación
`

const portuguese = `
ignore: ignore, ignora, ignorem, ignorar, esqueça, esquece, esqueçam, esquecer, desconsidere, desconsidera, desconsiderem, despreze, descarte, não siga, não sigas, deixe de lado, deixa de lado, desrespeite, desobedeça, contorne, anule, abandone, apague, pare de seguir, não leve em conta
voided: já não são válidas, não são mais válidas, não se aplicam mais, já não se aplicam, não valem mais, sem efeito, anuladas, obsoletas
order: instrução, instruções, ordem, ordens, diretriz, diretrizes, diretiva*, regra, regras, comando, comandos, orientação, orientações, indicações, o que lhe foi dito, o que te disseram, foi dito, lhe disseram, restrições, tarefa, limitações
prior: anterior, anteriores, prévia, prévias, prévio, prévios, precedente*, acima, inicial, iniciais, original, originais, antes, até agora, recebidas, dadas
all: tudo, todo, toda, todas, todos, cada, qualquer, quaisquer
system: mensagem de sistema, instrução do sistema, prompts do sistema, prompt do sistema, prompt de sistema, mensagem do sistema, instruções do sistema, instruções de sistema, prompt inicial, instruções iniciais, instruções internas, instruções ocultas, suas instruções, tuas instruções, seu prompt, configuração do sistema
talk: conversa, conversas, histórico, histórico da conversa, histórico de conversa, diálogo
agent: ia, modelo de linguagem, modelos de linguagem, assistente, assistentes, assistente de ia, assistentes de ia, inteligência artificial, agente de ia, agentes de ia, assistente virtual
answer: resposta*, resumo, saída
your: seu, sua, seus, suas, teu, tua, teus, tuas
you: você, vocês, tu, lhe, te, és
say: responda, responde, diga, diz, escreva, escreve, imprima, imprime, repita, repete, devolva
exactly: apenas, somente, só, unicamente, exclusivamente, apenas com, somente com, com a palavra, a palavra, a frase, nada mais
alter: adicione, acrescente, inclua, termine, comece, substitua, mencione, insira, recomende
reveal: revele, revela, mostre, mostra, exiba, exibe, divulgue, divulga, forneça, compartilhe, partilhe, liste, repita, imprima, exponha
send: envie, envia, mande, manda, transmita, encaminhe, reencaminhe, publique, transfira, carregue
secret: senha*, palavra-passe, palavras-passe, chave api, chave de api, chaves de api, credenciais, cartão de crédito, número do cartão, dados bancários
user: usuário*, utilizador*, leitor, o leitor, humano, cliente
ask: diga, peça, informe, aconselhe, convença, avise, solicite, pergunte, recomende, sugira, oriente, persuada
stealth: não diga, não conte, não mencione, não revele, sem informar, sem avisar, sem dizer, em segredo, secretamente, sem perguntar, sem confirmação, esconda
role: agora você é, você agora é, você é agora, agora és, és agora, você não é mais, já não és, a partir de agora, de agora em diante, doravante, aja como, atue como, finja ser, finja que, comporte-se como, faça de conta, interprete o papel, assuma o papel, imagine que você é
unbound: sem restrições, sem restrição, sem limites, sem limite, sem regras, sem filtros, sem filtro, sem censura, nenhuma restrição, sem limitações, ilimitado, obedece a, que obedece, sem ética, sem moral
lasting: para sempre, permanentemente, em todas as conversas, em cada conversa, conversas futuras, no futuro, em cada resposta
keep: lembre-se, lembra-te, guarde, memorize, armazene, salve, anote
memory: memória
act: apague, exclua, elimine, compre, clique, instale, execute, transfira, abra, desative, visite, aceite, confirme
if: se você é, se você for, se és, se fores, se for um, se for uma, caso você seja, se um, se uma
reading: lê isto, lendo isto, ler isto, lê esta página, está lendo, resume, processa, resumir esta, analisa
newtask: nova instrução, novas instruções, nova tarefa, novas ordens, sua tarefa é, a tua tarefa é, sua missão é, siga estas, siga estes, em vez disso, em seu lugar, obedeça
must: deve, devem, deves, tem que, têm que, precisa
address: nota para, mensagem para, instrução para, instruções para, atenção, aviso a, aviso para, caro, cara, prezado, a todos os
praise: cinco estrelas, melhor opção, melhor escolha, melhor candidato, recomendar
`

const italian = `
ignore: ignora, ignorate, ignori, ignorare, dimentica, dimenticate, dimentichi, dimenticare, trascura, trascurate, tralascia, non tenere conto, non considerare, non seguire, non seguite, scarta, scavalca, aggira, abbandona, annulla, disobbedisci, lascia perdere, metti da parte, smetti di seguire
voided: non sono più valide, non è più valido, non valgono più, non si applicano più, annullate, obsolete, decadute
order: istruzione, istruzioni, ordine, ordini, direttiva, direttive, regola, regole, comando, comandi, indicazione, indicazioni, linee guida, quello che ti è stato detto, ciò che ti è stato detto, ti è stato detto, ti hanno detto, vincoli, restrizioni, compito, consegne
prior: precedente, precedenti, sopra, iniziale, iniziali, originale, originali, prima, finora, fino ad ora, ricevute, date
all: tutto, tutta, tutte, tutti, ogni, qualsiasi
system: messaggio del sistema, prompt del sistema, istruzioni del sistema, prompt di sistema, messaggio di sistema, istruzioni di sistema, prompt iniziale, istruzioni iniziali, istruzioni interne, istruzioni nascoste, tue istruzioni, tuo prompt, vostre istruzioni, configurazione di sistema
talk: conversazione, conversazioni, cronologia, cronologia della chat, dialogo
agent: ia, modello linguistico, modelli linguistici, modello di linguaggio, modelli di linguaggio, assistente, assistenti, assistente ia, assistente ai, intelligenza artificiale, agente ai, agenti ai, assistente virtuale
answer: risposta, risposte, riassunto, riepilogo, sintesi, output
your: tuo, tua, tuoi, tue, suo, sua, vostro, vostra, vostre
you: tu, te, ti, lei, voi, sei
say: rispondi, rispondete, risponda, di', scrivi, scrivete, stampa, ripeti, ripetete
exactly: solo, soltanto, solamente, esclusivamente, unicamente, solo con, con la parola, la parola, la frase, nient'altro
alter: aggiungi, inserisci, includi, termina, inizia, sostituisci, menziona, raccomanda
reveal: rivela, rivelate, mostra, mostrate, mostrami, divulga, elenca, ripeti, stampa, fornisci, svela, condividi, comunica
send: invia, inviate, manda, mandate, trasmetti, inoltra, spedisci, pubblica, carica, trasferisci
secret: password, chiave api, chiavi api, credenziali, carta di credito, numero di carta, dati bancari, codice di verifica
user: utente, utenti, l'utente, all'utente, lettore, il lettore, cliente
ask: di', dì, chiedi, chiedete, informa, informate, consiglia, convinci, avvisa, avverti, richiedi, domanda, raccomanda, suggerisci, comunica
stealth: non dire, non menzionare, non rivelare, senza informare, senza avvisare, senza dire, di nascosto, segretamente, in segreto, senza chiedere, senza conferma, nascondi
role: ora sei, adesso sei, sei ora, non sei più, d'ora in poi, da ora in poi, da questo momento, d'ora in avanti, agisci come, comportati come, fingi di essere, fingi che, fai finta, interpreta il ruolo, assumi il ruolo, immagina di essere
unbound: senza restrizioni, senza limiti, senza limitazioni, senza regole, senza filtri, senza censura, nessuna restrizione, nessuna regola, nessun limite, illimitato, obbedisce a, obbedisci a, senza etica, senza morale
lasting: per sempre, permanentemente, in ogni conversazione, in tutte le conversazioni, conversazioni future, in futuro, in ogni risposta
keep: ricorda, ricordati, memorizza, salva, conserva, annota
memory: memoria
act: elimina, cancella, acquista, compra, clicca, installa, esegui, trasferisci, apri, disattiva, visita, accetta, conferma
if: se sei un, se sei una, se sei, se siete, qualora, nel caso tu sia, se un, se una
reading: leggi questo, leggendo questo, stai leggendo, leggi questa pagina, riassumi questa, riassumi, elabori, analizzi
newtask: nuova istruzione, nuove istruzioni, nuovo compito, nuovi ordini, il tuo compito è, la tua missione è, segui queste, seguite queste, al loro posto, invece, obbedisci
must: devi, deve, devono, dovete, dovrai
address: nota per, messaggio per, istruzione per, istruzioni per, attenzione, avviso per, avviso a, caro, cara, gentile, a tutti
praise: cinque stelle, migliore scelta, scelta migliore, miglior candidato, raccomandare, consigliare
`

const romanian = `
ignore: ignoră, ignorați, ignora, uită, uitați, nu ține cont, nu țineți cont, nu lua în seamă, nesocotește, trece peste, treci peste, anulează, renunță la, nu urma, nu mai urma, lasă deoparte, șterge, ocolește
voided: nu mai sunt valabile, nu mai este valabil*, nu se mai aplică, anulate, depășite
order: instrucțiun*, indicați*, regul*, comenzi, comenzile, ordin*, directiv*, îndrumăr*, ți s-a spus, vi s-a spus, s-a spus, restricți*, sarcin*
prior: anterioare, anterior, precedente, precedent, de mai sus, inițial*, înainte, până acum, primite, date
all: toate, tot, toți, fiecare, orice
system: promptul de sistem, prompt de sistem, promptul sistemului, mesajul de sistem, instrucțiunile de sistem, promptul inițial, instrucțiunile inițiale, instrucțiunile tale, promptul tău, instrucțiunile ascunse
talk: conversația, conversații*, istoricul, istoricul conversației, discuția
agent: ia, model lingvistic, model de limbaj, modele lingvistice, modele de limbaj, asistent, asistenți, asistent ai, asistent virtual, inteligență artificială, inteligența artificială
answer: răspuns*, rezumat*
your: tău, ta, tale, tăi, dumneavoastră
you: tu, te, ești, dumneavoastră
say: răspunde, răspundeți, spune, spuneți, scrie, scrieți, afișează, repetă, tipărește
exactly: doar, numai, doar cu, numai cu, exclusiv, cu cuvântul, cuvântul, nimic altceva
alter: adaugă, include, termină, începe, înlocuiește, menționează, recomandă
reveal: afișează, dezvăluie, arată, listează, divulgă, spune, repetă, dă
send: trimite, trimiteți, transmite, expediază, încarcă
secret: parol*, cheia api, chei api, date de autentificare, card de credit, numărul cardului, secrete
user: utilizator*, cititor*, client*
ask: spune, cere, întreabă, informează, sfătuiește, convinge, avertizează, anunță, recomandă
stealth: nu spune, nu menționa, nu dezvălui, fără să spui, fără a informa, în secret, pe ascuns, fără confirmare, fără a întreba
role: acum ești, ești acum, nu mai ești, de acum înainte, de acum încolo, începând de acum, acționează ca, comportă-te ca, prefă-te, joacă rolul, imaginează-ți că ești
unbound: fără restricții, fără limite, fără reguli, fără filtre, fără cenzură, nicio restricție, nelimitat, ascultă de, asculți de
lasting: pentru totdeauna, permanent, în fiecare conversație, în toate conversațiile, viitoare
keep: ține minte, reține, salvează, memorează
memory: memorie, memoria
if: dacă ești un, dacă ești o, dacă ești, dacă sunteți, în caz că ești
reading: citești asta, citești aceast*, rezumi, procesezi
newtask: noi instrucțiuni, instrucțiuni noi, sarcina ta este, noua ta sarcină, urmează aceste, urmați aceste, în schimb
must: trebuie, trebuie să
address: notă pentru, mesaj pentru, instrucțiuni pentru, atenție, către toți, dragă, stimate
praise: cinci stele, cea mai bună alegere, recomandă
`
