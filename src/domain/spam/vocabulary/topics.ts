/** Topics of ordinary spam. */
export const TOPICS = ['pills', 'gambling', 'promotion', 'money', 'scam', 'dating', 'fakes'] as const
export type Topic = (typeof TOPICS)[number]

/**
 * Words and phrases of each topic. A line is the points of each of its phrases; a phrase that ends in `*` is the beginning
 * of longer words, too. Phrases are in lower case, with a space for everything that is no letter and no digit.
 */
export const TOPIC_PHRASES: Readonly<Record<Topic, string>> = {
  pills: `
    3: potenzkapsel*, ed pills, potency pill*
    3: last longer in bed, левитр*, средство для потенции, средства для потенции
    2: all night long, last all night, percocet, hydrocodone, opioids, pain meds, pain pills, wegovy, sex drive
    2: weight loss drops, slim pen*, diet drops, keto drops, капсулы для похудения, препараты для похудения
    1.5: lose belly, lbs in, without dieting, without diet, ohne diät, без диет*, schlankheits*, abnehmkapsel*
    1.5: fat loss, side effects, herbal capsules, herbal pills, kapseln, капсул*, weniger in, кг за
    3: viagra, cialis, levitra, kamagra, phentermine, canadian pharmacy, male enhancement, penis enlargement
    3: erection pill*, potenzmittel, виагр*, сиалис*, バイアグラ, 精力剤, 伟哥, 壮阳, فياجرا, المنشطات الجنسية
    2: sildenafil, tadalafil, xanax, tramadol, ambien, valium, oxycodone, adderall, erectile dysfunction, libido
    2: potency, diet pill*, slimming pill*, weight loss pill*, fat burn*, burn fat, belly fat, online pharmacy, cbd
    2: generic drugs, without prescription, without a prescription, no prescription, no doctor, ohne rezept
    2: rezeptfrei*, sans ordonnance, sin receta, sem receita, без рецепта, дженерик*, потенци*, fatburner
    2: fettverbrenn*, schlankpille*, diätpille*, بدون وصفة, brûleur de graisse, quemagrasas, queimador de gordura
    2: abnehmtropfen, abnehmpille*, penis*, premature ejaculation, weight loss injection*, semaglutide
    2: pharmacy online, anabol*, hgh, male performance, abnehmspritze*, médicaments sans ordonnance, pastillas para
    2: comprimidos para, para adelgazar, para emagrecer, pour maigrir, таблетки для похудения, fettverlust
    2: potenzpille*, erection pills
    1.5: lose weight, weight loss, slimming, gummies, cheap meds, drugstore, abnehmen, kilo in, maigrir
    1.5: perdre du poids, adelgaz*, perder peso, emagrec*, похуде*, 減量サプリ, 减肥, تخسيس, testosterone, pilule*, hair loss
    1.5: haarausfall, erektion*, erection*, érection*, erección, ereção
    1: keto, pills, pillen, pastillas, ozempic, anti aging, ダイエット, schlank, miracle, pounds in, prescription, steroid*
    1: препарат*
  `,
  gambling: `
    3: казино вулкан, вулкан казино, vip betting, betting group
    2: spin the wheel, mega slots, новым игрокам, casino games
    2: online poker, poker room*, live roulette, online slots, first deposit, sports bets, sure odds, wett tipp*
    2: trefferquote, casino bonus code*, spielbank bonus, договорные матчи, проходимость*
    1.5: instant payout*, instant withdrawal*, free slots, slot games, insider tips, win rate, слоты, слотах, выигрыва*
    3: online casino*, casino en ligne, casino online, free spins, freispiele*, tours gratuits, giros gratis
    3: tiradas gratis, rodadas grátis, betting tips, fixed match*, sure bets, machines à sous, caça níqueis
    3: apuestas deportivas, tigrinho, фриспин*, бездепозитн*, игровые автоматы, ставки на спорт, онлайн казино
    3: オンラインカジノ, 娱乐城, 百家乐, 老虎机, 博彩, 六合彩, 体育投注, betting bonus, deposit bonus, casino bonus, crypto casino*, live casino
    3: real money slots, no deposit bonus, pin up casino, 1xbet, 1win, mostbet, vavada, bet365*
    3: sportsbook*
    2: casino*, kasino*, cassino*, казино, カジノ, 赌场, 返水, كازينو, قمار, مراهنات, jackpot*, джекпот, slot machine*
    2: no deposit, welcome bonus, sportwett*, spielautomat*, ohne einzahlung, willkommensbonus, tragaperras
    2: sans dépôt, sin depósito, sem depósito, paris sportifs, букмекер*, baccarat, 彩票, echtgeld, betting site*
    2: bookmaker*, promo code, real money, echtes geld, ставк*, juegos de azar, jeux d argent, dinheiro real, 下注, 博弈
    2: 彩金
    1.5: sports betting, slots, betting, apuestas, apostas, スロット, win big, прогнозы на спорт, sportprognose*
    1.5: wettbonus, juego online, free bet*, gewinnchance*
    1: gambling, roulette, poker, blackjack, パチンコ, chips, wager*, spins, bonus, депозит*, bet, bets, wetten, jogos
  `,
  promotion: `
    3: backlinks von, verkaufen backlinks, backlinks from, explainer video service, sponsored article with
    3: trustpilot reviews, seo errors, seo fehler, seo ошибк*, создадим сайт*, buy reviews
    2: ranking on google, on page 1, page 1 of
    3: seo paket*, page one of google, platz 1 bei google, сайт в топ, сайтов в топ
    3: contact form blast*, instagram growth, rank your site, rank your website, top 10 bei google, auf die erste seite
    2: outrank you, broken links, mobile issues, seo optimized, seo optimiert, website for only, website for just
    2: sponsored article*, high da, da 70, guest blog*, google bewertung, google rezension*, instagram follower, tiktok follower*
    2: youtube subscriber*, millions of contact forms, million contact forms, your message to, формам обратной связи
    2: kunden verlieren, costing you customers, cost you customers, losing customers, теряете клиентов, site looks outdated
    2: website looks outdated, neue webseite zum, neue website zum, в поиске, appearing in search, google gefunden
    1.5: search results, for suchmaschinen, für suchmaschinen, mobile friendly, slow speed, no ssl, site speed, loads slowly
    1.5: redesign it, website zum festpreis, new website for, лайков, скорость загрузки
    3: seo service*, seo packages, seo expert*, seo company, link building, targeted traffic, targeted visitors
    3: buy followers, bulk email*, mass mailing, email blast*, bewertungen kaufen, продвижение сайт*, раскрутк*
    3: накрутк*, создание сайт*, 优化排名, 关键词排名, 刷粉, 网站推广, 検索上位, seo対策, comprar seguidores, acheter des abonnés
    3: follower kaufen, seo freelancer*, social media marketing, organic traffic, real followers, seguidores reales
    3: seguidores reais, bewertungen für ihr, зростання, زيادة المتابعين, press release distribution, seo consultant
    2: backlink*, dofollow, guest post*, sponsored post*, domain authority, seo agen*, google ranking*
    2: google rankings, page of google, top of google, number one on google, rank higher, rank on google
    2: on the first page, ranking in google, website traffic, real visitors, more visitors, more traffic
    2: mehr besucher, echte besucher, website besucher, instagram followers, tiktok likes, youtube views
    2: email database, business contacts, lead generation, explainer video*, website audit, seo audit, redesign your
    2: app development, website development, website design services, linkaufbau, seite 1 bei google, auf seite 1
    2: seite eins, в топ, рассылк*, контекстн*, яндекс директ, таргет*, подписчик*, базу email, базы email
    2: référencement, netlinking, première page de google, première page, posicionamiento seo, posicionamiento web
    2: primeros puestos, enlaces de calidad, primeira página do google, アクセスアップ, フォロワー, تحسين محركات البحث, متابعين
    2: website forms, contact forms, 5 star reviews, google reviews, google bewertungen, fake reviews, отзывов
    2: animated video*, logo design*, link insertion*, domain rating, pbn, contact form marketing, form marketing
    2: form submissions, online presence, content writing, article writing, white label, outsourc*
    2: articles sponsorisés, agence web, agencia seo, agência de marketing, pay per click, ppc, website redesign
    2: redesign services, facebook ads, seo optimization, onpage, offpage, on page seo, verkäufe steigern
    2: umsatz steigern, aumente sus ventas, aumente suas vendas, augmentez vos ventes, augmentez votre trafic
    2: increase your sales, boost your sales, grow your business, привлечение клиентов, новых клиентов
    2: website optimieren, ihre website optimieren, sichtbarkeit
    1.5: followers, email list*, leads, wordpress developer*, digital marketing, online marketing, search engine*
    1.5: ranking*, mehr kunden, abonnés, seguidores, follower, продвижени*, больше клиентов, website promotion
    1.5: business directories, local directories, verified reviews, más clientes, mais clientes, plus de clients
    1.5: more customers, more clients, online visibility, instagram channel, youtube channel, your channel, المتابعين
    1.5: seo analyse, seo analysis, web agency, webagentur, online marketing agentur, internetmarketing
    1.5: email marketing, marketing agency, marketingagentur, лидов, virtual assistant*, high authority
    1: web developer, trustpilot*, neukunden, trafic, tráfico, tráfego, mobile app*, google maps, webdesign*, seo
    1: suchmaschinenoptimierung, web design*, posicionamiento, аудит, под ключ, traffic, besucher, visitors
    1: konversion*, keywords, рекламу, реклам*, meta tags, conversion rate, google ads, shopify, wordpress, authority
  `,
  money: `
    3: private lender*, giving out loans, торговый бот, торгового бота, signals group, paid surveys
    2: filling out surveys, crypto millionaire, millionaire with, millionär mit, get your cash
    3: presale, token sale*, crypto presale, urgent loan*, business and personal loan*, personal and business loan*, trading system
    3: recovery hacker*, recover your bitcoin, recover your crypto, bitcoin system*, krypto system*, ohne bonitätsprüfung
    2.5: no upfront fees, project financing, merchant loan*, loans from, in funding, darlehen von, privatkredit*, geld leihen
    2.5: affiliate marketing, your wallet, insured investment, заработок на, без справок, без поручителей, под расписку
    2: investment plan, webinar on crypto, early investors, double your, low interest, zu 2 zinsen, wir vergeben
    2: credit history, кредитной истории, срочный кредит, x returns, btc into, cash today
    1.5: rendite, get funded today, loan officer, at 2 interest, at 3 interest, interest loan*
    3: sofortkredit*, ohne schufa, privater kreditgeber, passives einkommen, passive income, financial freedom
    3: airdrop, trading robot*, trading bot*, binary options, guaranteed returns, daily returns, daily profit*
    3: offre de prêt, prêt entre particuliers, crédit entre particuliers, пассивный доход, ingresos pasivos
    3: renda passiva, revenus passifs, 日赚, gana dinero, double your bitcoin, geldmaschine, crypto investment
    3: bitcoin investment, usdt, loan offer, make money online, earn online, free bitcoin, bitcoin trading
    3: crypto trading, forex trading, trading signals, get rich, schnell reich, mlm, network marketing, money fast
    3: быстрые деньги, деньги в долг, без проверки, trotz negativer schufa, trotz schufa, schufafrei*
    2.5: fast cash, quick cash, bad credit, working capital, no collateral, investment opportunity, geld verdienen
    2.5: schnelles geld, заработок, без вложений, без отказа, crédit rapide, préstamos rápidos, empréstimo rápido
    2.5: renda extra, 无抵押, بدون ضمان, دخل إضافي, الفوركس, forex, business loan*, kreditangebot, trading software
    2.5: trading app
    2: make money, earn money, extra income, need cash, a day from home, staking, debt free, consolidate your debt*
    2: verdienen sie, nebenverdienst, heimarbeit, займ*, криптовалют*, биткоин*, gagnez, sin aval, ganhe
    2: ganhar dinheiro, ganar dinero, 副業, 稼げ, 仮想通貨, 虚拟货币, 月入, اربح, العملات الرقمية, trading platform
    2: handelsplattform, instant loan*, payday loan*, cash advance, merchant cash, business funding, unsecured
    2: project funding, get funded, financement rapide, crédito rápido, crédito fácil, dinero rápido, dinheiro rápido
    2: financiación, einnahmequelle*, zusatzeinkommen, nebeneinkommen, finanzielle freiheit, автоматический доход, 借款
    2: 刷单, 高薪, invest now, investieren sie, high profit*, инвестируй*
    1.5: personal loan*, bitcoin*, btc, crypto*, krypto*, ethereum, credit check, kredite, von zu hause
    1.5: work from home, working from home, на карту, инвест*, заработ*, criptomoneda*, cripto*, desde casa, em casa
    1.5: serasa, 稼ぐ, 月収, 在宅ワーク, 贷款, 比特币, قروض, تداول, البيتكوين, no experience needed, without experience
    1.5: sans expérience, prêts, serviços financeiros, schufa, подработк*
    1: loan*, darlehen*, préstamo*, empréstimo*, mining, استثمار, interest rate of, funding for, coins, nft, trading
    1: прибыл*
    0.7: per week, pro woche, в день, por dia, diarios, par mois, kredit*, prêt, crédit, кредит*, доход*, credit
    0.7: mortgage, wallet, per day, am tag, pro tag, вклад*
  `,
  scam: `
    3: bank manager in, help to transfer, email was selected, gbp prize, usd prize
    2: our agent to claim, contact our agent, you may be fined
    3: through your webcam, your webcam, dying of cancer, compensation payment, google lottery, recorded you
    2: bank details, domain notice, renewal fee, for a small fee, website is not secure, site is not secure
    1.5: your contacts, your site has, на вашем сайте есть, ваш сайт имеет, найдены критические
    3: next of kin, transfer the sum, deceased client, dear beneficiary, claim your prize, you have been selected
    3: sie wurden ausgewählt, ohne erben, вы выиграли, одобрена выплата, 中奖, لقد ربحت, compensation fund
    3: lottery winner, website has been hacked, site has been hacked, extracted your database, email has won
    3: inheritance fund, hacked your, we hacked, wir haben ihre website gehackt, взломан*, dear winner, united nations
    3: atm card, money transfer of, wire transfer of, lucky winner, million dollars that, won the sum
    3: confidential business
    2.5: business proposal, unclaimed, you have won, vous avez gagné, você ganhou, ha ganado, sie haben gewonnen
    2.5: haben gewonnen
    2: million dollars, million usd, million united states, millionen dollar, million pounds, millones de dólares
    2: millones de euros, millions d euros, milhões de dólares, миллионов долларов, مليون دولار, lottery, lotterie
    2: loterie, lotería, loteria, лотере*, mutual benefit, processing fee, late husband, verify your account
    2: domain expir*, domain registration, search engine listing, security issues, your database, sue you
    2: utter confidentiality, 当選, 遺産, 遗产, ميراث, gewinn abholen, ihre website hat mehrere, обнаружены, уязвимост*
    2: copyrighted image*, your cooperation, been selected, was not renewed, domain name is, domain abgelaufen
    2: domain läuft ab, hosting is suspended, renew your domain, account will be closed, next winner, terminal cancer
    2: krebs erkrankt, fonds de, héritier, heredero, herdeiro, наследник*, our wallet, to our wallet, ransom, lösegeld
    2: bitcoin address, about to expire, late father left, next of kin of
    1.5: million euro*, millionen euro, your domain, héritage, herencia, herança, наследств*, the sum of
    1.5: into your account, gift card*, выигр*, компенсаци*, has been hacked, been compromised, unusual activity
    1.5: gravement malade, legal action, technical issues, several errors, critical errors, mehrere fehler
    1.5: sicherheitslücken, hacked, vulnerabilit*, security vulnerabilit*, выплат*, widow, veuve, witwe, domain name
    1.5: domainname, renewal, trust fund, god bless, ganador, ganhador, gagnant, победител*, in our promo
    1.5: phone number to claim, dearest, gewonnen, pay the invoice
    1: barrister, beneficiary, inheritance, erbschaft, ausgewählt, copyright*, приз*, confidential, vertraulich
    1: account has been suspended, winner, gewinner, ihre daten
    0.7: prize, deceased, verstorben*, ошибк*, вирус*, your data
  `,
  dating: `
    2: waiting to chat, hot russian
    3: hot singles, hot girls, singles in your area, adult dating, sex chat, adult chat, sexchat, nudes, porn*, xxx
    3: plan cul, интим*, проститут*, 出会い系, エロ, 人妻, 约炮, 裸聊, женщины для встреч, girls waiting, meet local
    3: find a girlfriend, looking for a man, lonely housewife, sexdate*, sextreffen, seitensprung*, mature women
    3: milf*, onlyfans, camgirl*, live cam*, hookup*, hook up, секс знакомства
    2.5: hot women, lonely women, lonely girls, meet girls, секс*, femmes seules, mulheres solteiras, sexy girls
    2: naughty, singles aus, einsame frauen, solteras, 出会い, 美女, знакомств*, красотк*, erotik*, want to meet you
    2: hot dates, get to know you, know you more, my pictures, jung und heiß, sexkontakte, frauen aus
    2: rencontres coquines, aus deiner nähe, in deiner nähe, single women, russian girls, ukrainian girls
    2: russian women, beautiful women, heiße frauen, heiße damen, sugar daddy, sugar baby, девушки, свидани*
    2: rencontre sexe, femmes chaudes, 会える女性, 女性はこちら, escort service*, escorts, russian brides
    1.5: sex, sexy, dating, webcam*, flirt*, saw your profile, hello dear, einsame, chicas, تعارف, lonely, singles
    1: девушк*, my photos, abenteuer, горячие, in your city, your photos, handsome, heiße, ohne verpflichtung
    1: feel lonely, romance
  `,
  fakes: `
    3: real driving licen*, without exam, passports and, ielts certificate*, registered passport*, luxury replica*
    3: fake documents, fake passport*, fake id, counterfeit*, falschgeld, купить диплом, スーパーコピー, コピー品, 代开发票, 办证, 办理证件
    3: 代写, 高仿, replica watch*, watch replica*, ماركات مقلدة, replica handbags, replica bags, replica shoes
    3: fake diploma*, fake degree*, buy a diploma, novelty documents, cloned cards, real and fake, ausweise kaufen
    3: führerschein kaufen, faux documents, документы на заказ, поддельн*
    2: replica*, gefälscht*, реплик*, диплом*, водительские права, designer bags, 90 off, 激安, 代开, 80 off, knockoff*
    2: aaa quality, top quality replica, luxusuhren, montres de luxe, relojes de lujo, off retail, factory price
    1.5: ray ban, ロレックス, シャネル, справк*, imitation*, luxury watches, cheap nike, designer handbags
    1: rolex, louis vuitton, gucci, clearance, outlet, diplome, führerschein*, ausweise, ブランド, 发票, luxury, moncler
    1: handbags, nike
  `,
}
