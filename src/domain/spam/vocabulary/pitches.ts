/** Phrases with which strangers offer something, in the format of `TOPIC_PHRASES`. */
export const PITCH_PHRASES = `
  2: before it closes, fix it within, wir optimieren ihre, wir verkaufen, быстрая доставка, мой секрет, zum halben preis
  1.5: see the video here, free webinar, withdraw any time, wir erstellen ihre, wir bringen sie in, let us improve
  2: buy it here, me to send you the, haben ihre internetseite, den bericht schicken
  1.5: companies like yours, homepage like yours, we install it, shipping worldwide
  2: send you a proposal, i can fix, can fix this, can fix it, may i send it, can i email you, want me to send, reply for a list
  2: darf ich ihnen, dürfen wir ihnen, kostenlose auswertung, kostenlose analyse gewünscht, отправить отчет
  2: прислать отчет, сделаем аудит, вышлем расчет, reply urgently, we offer personal, list on request, list of sites
  1.5: apply today, are you in debt, i have prepared, i recorded a short, full audit, very affordable, our experts, reply yes
  1.5: can we have a call, reply to start, i checked your, i looked at your, while checking your, checking your site
  1.5: visiting your website, we found problems, bei der prüfung ihrer, ihre webseite hat, ihre website hat, bei interesse
  1.5: testpaket, schreib mir, melde dich, schreiben sie uns, акция только, проверили ваш, заметили что ваш
  1.5: можем исправить, пишите нам, напишите нам, write on whatsapp, contact on telegram, contact us on whatsapp
  1: order here, as seen on tv, get 1 free, no side effects, off today, for a fixed price, at a low price
  1: unverbindliches angebot, rabatt, со скидкой, ответьте, напиши, подробности, permanent, call now, sign up and
  2: free audit, free seo, shall i send, may i send you, can i send you, kostenlose analyse, start earning
  2: dear beneficiary, i was looking at your, looking at your site, looking at your website, бесплатный аудит
  2: kindly reply, free report, bring your website, bring your site, i can bring, we can bring, notre agence propose
  2: nos services, we are a leading, wir sind spezialisiert, aumente sus ventas, aumente suas vendas
  1.5: our agency, unsere agentur, free consultation, limited time, limited offer, act now, order now, buy now
  1.5: click here, guaranteed, money back, risk free, unsubscribe, lowest price*, today only, dear friend, dear owner
  1.5: hello owner, dear site owner, dear webmaster, instant delivery, very low price*, plätze begrenzt, hier anmelden
  1.5: jetzt anmelden, jetzt bestellen, jetzt beantragen, nur heute, sichern sie sich, antworten sie einfach
  1.5: cliquez ici, haz clic, haga clic, plazas limitadas, анонимно, регистрируй*, 詳しくはこちら, 联系微信, 点击, سجل الآن
  1.5: اضغط هنا, jetzt starten, jetzt sichern, jetzt spielen, sign up now, register now, visit our website
  1.5: no obligation, no credit card, money back guarantee, hurry up, spots left, last chance, click the link
  1.5: link below, i noticed that your, i found several, came across your website, found your website
  1.5: visited your website, haben sie interesse, kostenlosen analyse, kostenfreie analyse, kostenlosen check
  1.5: augmentez votre, boostez, colocamos o seu, оплата за результат, 初月無料, 成果報酬, نقدم خدمات, تواصل عبر واتساب
  1.5: try it free, hundred percent, withdraw anytime, money for, send me your phone, no questions asked
  1.5: problem solved, bestätigen sie jetzt, act fast, dont miss, don t miss, sichere dir, hol dir, не упусти*, успей*
  1.5: только сегодня
  1: 加微信, i offer, we provide, our services, best price*, free quote, special offer, congratulations, register here
  1: apply now, apply at, your business, reply with your, seek your, discreet*, telegram, skype, wir bieten, biete
  1: diskret*, garantiert, garantie*, discrète*, предлагаем, гаранти*, недорого, пишите в, переходи*, по ссылке
  1: дешево, дёшево, бонус*, телеграм*, nous proposons, inscrivez vous, inscription gratuite, discreto, discreta
  1: ofrecemos, su página web, su sitio web, regístrate, regístrese, garantizad*, oferecemos, seu site, cadastre se
  1: clique, sem consulta, 初心者でも, 簡単に, 送料無料, 今すぐ, 价格优惠, 诚信, خلال 24 ساعة, herzlichen glückwunsch, félicitations
  1: felicidades, parabéns, поздравляем, dürfen wir, collect it, free shipping, sin compromiso, auf knopfdruck
  1: plus de détails, cheapest, nous pouvons, llevamos su, wir bringen sie, wir gestalten, настроим, исправим
  1: mon agence, can redesign, can add your, prices start at, prices at, for your business, for your website
  1: grow your, boost your, increase your, your rankings, get your quote, get your free, we create, we specialize
  1: we help, möchten ihnen, wir liefern, wir helfen, für ihr geschäft, für ihr unternehmen, pour votre site
  1: precios bajos, quiere más, aumente su, для вашего бизнеса, вашего бизнеса, 御社の, بأسعار, لموقعك, quick call
  1: 15 minutes, schedule a call, book a call, hop on a call, no strings, kein risiko, ohne risiko, sin riesgo
  1: sans risque, без риска, fully automated, vollautomatisch, only today, solo hoy, nur noch, top quality
  1: worldwide delivery, free registration, real accounts, free sample, cheapest price, low price, at low cost
  1: low cost, starting from, ab nur, from only, 注册即送, 注册送, 首页保证, cheap and fast, would you be interested in seeing
  1: worldwide shipping, this offer, profitez, aproveite, aprovecha
  0.7: would you be interested, are you interested, claim your, your website, your site, your web site, ihre website
  0.7: ihre webseite, ihrer website, ihrer webseite, ihr unternehmen, vos clients, votre site, votre entreprise
  0.7: su negocio, seu negócio, вашего сайта, вашем сайте, ваш сайт, أرباح, devis gratuit, guarantee*, exclusive
  0.7: years of experience, starting at, prices start, schon ab, регистраци*, راسلنا, diskrete, escriba a, en privé
  0.7: let me know if you, we deliver, bestätigen sie, à partir de, best quality, ご提案, ваш бизнес, вашей компании
  0.7: por tiempo limitado, звоните, пишите, обращайтесь
  0.5: we offer, affordable, kostenlos*, günstig*, бесплатн*, скидк*, gratuit*, gratis, grátis, 無料, 优惠, مجان*
`

/** Phrases with which customers ask for something, or report a problem: they speak against spam. */
export const REQUEST_PHRASES = `
  1: redirects to, your page shows, your site shows, your forum, leitet auf, in ihrem forum
  1: 404, error message, certificate error, shows an error, just so you know, on my phone, on my laptop, is that really you
  1: is this really you, in your name, warn your customers, can you advise, my doctor, our bank, my bank
  1: nur als hinweis, führt auf, in ihrem namen, fehlermeldung, ist die echt, mein arzt, mein berater, unsere hausbank
  1: ne s ouvre pas, message d erreur, no funciona, mensaje de error, não abre, mensagem de erro, не открывается, на всякий случай
  1: i d like to, we d like to, like to discuss, applying for, i am applying, i m applying, how can i, how do i, my application
  1: my account, my invoice, my contract, your invoice, we pay, wir bräuchten, mein vertrag, mein konto, meine rechnung
  1: отправляю резюме, вакансию, где получить, исправьте, верните, мой договор, solicito, currículum, currículo
  1: we need, i need, we are looking for, we re looking for, looking for help, please call me, call me back, could you send
  1: can you send, please send me, please send us, send us a quote, send me a quote, would like to order, want to order
  1: like a quote, would like to book, want to book, my order, order number, our order, refund, invoice, how much does
  1: how much is, how much would, what would it cost, what does it cost, what do you charge, what are your prices
  1: what are the prices, what is the, do you offer, do you repair, do you have, can you help me, please help, i ordered
  1: i bought, appointment, still available, apply for the, application for, my cv, resume, my portfolio, cancel my, delete my
  1: i lost my, opening hours, when can we, when can i, is it possible, my son, my daughter, our wedding, customer number
  1: reservation, would like a loan, your agency, our team is, can your company, could i, may i ask, suitable for me, your shop
  1: wir brauchen, ich brauche, wir suchen, ich suche, bitte um, hätte gern, hätten gern, bitte senden sie, bitte schicken sie
  1: rufen sie mich, was kostet, wie hoch, wie viel kostet, haben sie noch, können sie mir, könnten sie, ich möchte, meine bestellung
  1: rechnung, bestellnummer, kundennummer, termin, ich habe interesse, interessiere mich, bewerbe, lebenslauf, mein sohn
  1: meine tochter, kündigen, ist das bei ihnen, kann ich, bitte bestätigen sie mir, können wir
  1: je voudrais, j aimerais, nous cherchons, je cherche, pouvez vous, pourriez vous, ma commande, je souhaite, rendez vous
  1: combien coûte, quel est le, quels sont, ma fille, mon fils, candidature
  1: quisiera, me gustaría, quiero pedir, buscamos, busco, necesito, pueden, mi pedido, cuánto cuesta, cuál es, presupuesto
  1: gostaria, preciso, procuro, procuramos, podem, minha encomenda, meu pedido, quanto custa, qual o valor, quais são, orçamento
  1: quero marcar, подскажите, сколько стоит, сколько это стоит, хочу заказать, хочу записаться, хотим, нам нужн*, мне нужн*
  1: нужен, нужна, перезвоните, мой заказ, пришлите, можно ли, какие документы, お願いしたい, 教えて, でしょうか, 予約
  1: 注文, 見積, 请问, 我想, 我们需要, 我的订单, 多少钱, أود, أريد, نحتاج, أرغب, كم التكلفة, كم تكلفة
`
