import type { SpamReason } from '../../../src/domain/spam/score.ts'

/** A message as a visitor or a bot writes it, the reasons that the filter finds, and its verdict at the level normal. */
export type Message = {
  language: 'en' | 'de' | 'fr' | 'es' | 'pt' | 'ja' | 'zh' | 'ar'
  fields: Record<string, string>
  reasons: SpamReason[]
  verdict: 'ham' | 'spam'
  /** Letter of the script of the real submissions of the form; Latin when left out. */
  form?: string
  elapsedMs?: number
}

/** A promotion in the words of those that contact forms get every day. */
const SEO_LINKS =
  'https://rank-top.example/a https://rank-top.example/b https://rank-top.example/c https://rank-top.example/d'

export const MESSAGES: readonly Message[] = [
  // English
  {
    language: 'en',
    verdict: 'ham',
    reasons: [],
    fields: {
      name: 'Ada Lovelace',
      email: 'ada@lovelace.dev',
      message: 'Hello, what do your engines cost? I need two of them by March.',
    },
  },
  {
    language: 'en',
    verdict: 'ham',
    reasons: [],
    fields: {
      email: 'bo@builds.dev',
      message: 'The page https://builds.dev/prices shows an error 500 since this morning.',
    },
  },
  {
    language: 'en',
    verdict: 'ham',
    reasons: ['links'],
    fields: {
      email: 'bo@builds.dev',
      message: 'My work: https://builds.dev/one and https://builds.dev/two. Can we talk?',
    },
  },
  {
    language: 'en',
    verdict: 'ham',
    reasons: [],
    fields: {
      name: "Siobhán O'Neill",
      phone: '+353 86 123 4567',
      message: 'Please call me back after 5 pm.',
    },
  },
  {
    language: 'en',
    verdict: 'ham',
    reasons: [],
    fields: {
      email: 'cy@example.org',
      order: 'A-2291',
      message: 'Where is my order? The tracking number 1Z999AA10123456784 is unknown.',
    },
  },
  {
    language: 'en',
    verdict: 'ham',
    reasons: ['sameness'],
    fields: {
      email: 'cy@example.org',
      billing: '12 Lindenstrasse, 10969 Berlin',
      shipping: '12 Lindenstrasse, 10969 Berlin',
    },
  },
  {
    language: 'en',
    verdict: 'spam',
    reasons: ['links', 'wrong_field'],
    fields: {
      name: 'Buy links https://rank-top.example/',
      email: 'x@rank-top.example',
      message: `First page of search for your site. ${SEO_LINKS}`,
    },
  },
  {
    language: 'en',
    verdict: 'spam',
    reasons: ['markup', 'links'],
    fields: {
      name: 'JamesPhege',
      message: `Cheap pills <a href="https://pills.example/">here</a> [url=https://pills.example/b]there[/url] www.pills.example/c`,
    },
  },
  {
    language: 'en',
    verdict: 'spam',
    reasons: ['markup', 'hurry', 'links'],
    elapsedMs: 400,
    fields: {
      name: 'Robert',
      message: '[link=https://win.example/]You won[/link] claim at https://win.example/now',
    },
  },
  {
    language: 'en',
    verdict: 'ham',
    reasons: ['gibberish'],
    fields: { name: 'qwrtzpsdfghjklxcvbnmqwrt', message: 'hello' },
  },
  {
    language: 'en',
    verdict: 'spam',
    reasons: ['wrong_field', 'hurry', 'gibberish'],
    elapsedMs: 90,
    fields: { name: 'zxcvbnmsdfghjklqwrtpzxcv', phone: 'www.casino.example/', message: 'check it' },
  },
  {
    language: 'en',
    verdict: 'spam',
    reasons: ['links', 'sameness'],
    fields: { subject: `Grow your traffic now ${SEO_LINKS}`, message: `Grow your traffic now ${SEO_LINKS}` },
  },
  // German
  {
    language: 'de',
    verdict: 'ham',
    reasons: [],
    fields: {
      name: 'Jürgen Müller',
      email: 'jm@example.de',
      nachricht:
        'Guten Tag, ich hätte gern ein Angebot für die Rechtsschutzversicherungsgesellschaft in Köln.',
    },
  },
  {
    language: 'de',
    verdict: 'ham',
    reasons: [],
    fields: {
      telefon: '0221 1234567',
      nachricht: 'Bitte rufen Sie mich wegen der Geschwindigkeitsbegrenzungsschilder zurück.',
    },
  },
  {
    language: 'de',
    verdict: 'ham',
    reasons: [],
    fields: {
      email: 'h@example.de',
      nachricht: 'Unser Impressum steht unter www.beispiel.de/impressum. Passt das so?',
    },
  },
  {
    language: 'de',
    verdict: 'ham',
    reasons: [],
    fields: { vorname: 'Straßburger', nachricht: 'Die Lieferung kam zu spät, und die Hälfte fehlt.' },
  },
  {
    language: 'de',
    verdict: 'spam',
    reasons: ['links', 'money', 'wrong_field', 'dense', 'way_out'],
    fields: { name: 'Kredit https://kredit.example/', nachricht: `Sofortkredit ohne Schufa: ${SEO_LINKS}` },
  },
  {
    language: 'de',
    verdict: 'spam',
    reasons: ['markup', 'gambling', 'wrong_field', 'way_out', 'links'],
    fields: {
      firma: 'www.online-casino.example/',
      nachricht: 'Jetzt spielen: <a href="https://online-casino.example/">Bonus</a>',
    },
  },
  {
    language: 'de',
    verdict: 'spam',
    reasons: ['links', 'hurry'],
    elapsedMs: 1999,
    fields: { nachricht: `Bitcoin über Nacht verdoppeln ${SEO_LINKS} https://coin.example/` },
  },
  // French
  {
    language: 'fr',
    verdict: 'ham',
    reasons: [],
    fields: {
      nom: 'Éloïse Lefèvre',
      email: 'eloise@example.fr',
      message: "Bonjour, j'aimerais connaître vos tarifs pour un mariage en août.",
    },
  },
  {
    language: 'fr',
    verdict: 'ham',
    reasons: [],
    fields: {
      prénom: 'Noël',
      téléphone: '06 12 34 56 78',
      message: 'Rappelez-moi demain, merci. Le numéro de dossier est 44-B/12.',
    },
  },
  {
    language: 'fr',
    verdict: 'ham',
    reasons: ['links'],
    fields: {
      message: 'Voici nos deux sites : exemple.fr/accueil et www.exemple.org. Lequel préférez-vous ?',
    },
  },
  {
    language: 'fr',
    verdict: 'spam',
    reasons: ['links', 'wrong_field'],
    fields: { nom: 'Gagnez http://gagner.example/', message: `Gagnez 5000 euros par jour ${SEO_LINKS}` },
  },
  {
    language: 'fr',
    verdict: 'spam',
    reasons: ['markup', 'pills', 'links', 'wrong_field'],
    fields: {
      société: 'https://viagra.example/',
      message: '[url=https://viagra.example/a]Pas cher[/url] [url=https://viagra.example/b]ici[/url]',
    },
  },
  {
    language: 'fr',
    verdict: 'ham',
    reasons: [],
    fields: { message: 'Anticonstitutionnellement est-il le mot le plus long ?' },
  },
  // Spanish
  {
    language: 'es',
    verdict: 'ham',
    reasons: [],
    fields: {
      nombre: 'Núria Muñoz',
      correo: 'nuria@example.es',
      mensaje: '¿Cuánto cuesta el envío a Canarias? Gracias.',
    },
  },
  {
    language: 'es',
    verdict: 'ham',
    reasons: [],
    fields: { teléfono: '+34 600 000 000', mensaje: 'Llámeme el lunes, por favor.' },
  },
  {
    language: 'es',
    verdict: 'ham',
    reasons: [],
    fields: { mensaje: 'El enlace https://tienda.example.es/cesta?x=1&y=2 no funciona en mi móvil.' },
  },
  {
    language: 'es',
    verdict: 'spam',
    reasons: ['links', 'markup', 'money', 'way_out'],
    fields: {
      mensaje: `Préstamos rápidos <a class="b" href="https://dinero.example/">aquí</a> ${SEO_LINKS}`,
    },
  },
  {
    language: 'es',
    verdict: 'spam',
    reasons: ['markup', 'wrong_field', 'way_out', 'gambling', 'links'],
    fields: {
      nombre: 'www.apuestas.example',
      mensaje: '[link=https://apuestas.example/]Apuesta gratis[/link]',
    },
  },
  {
    language: 'es',
    verdict: 'spam',
    reasons: ['links', 'promotion', 'way_out', 'hurry'],
    elapsedMs: 0,
    fields: { mensaje: `Seguidores reales para su negocio ${SEO_LINKS} ${SEO_LINKS}` },
  },
  // Portuguese
  {
    language: 'pt',
    verdict: 'ham',
    reasons: [],
    fields: {
      nome: 'João Conceição',
      email: 'joao@example.pt',
      mensagem: 'Olá, a encomenda ainda não chegou. Podem verificar?',
    },
  },
  {
    language: 'pt',
    verdict: 'ham',
    reasons: [],
    fields: { empresa: 'Padaria São João', mensagem: 'Queremos pão para 80 pessoas no dia 12.' },
  },
  {
    language: 'pt',
    verdict: 'ham',
    reasons: [],
    fields: { mensagem: 'O formulário em exemplo.com.br/contato não envia.' },
  },
  {
    language: 'pt',
    verdict: 'spam',
    reasons: ['links', 'money', 'wrong_field', 'way_out'],
    fields: { nome: 'Ganhe já https://ganhe.example/', mensagem: `Renda extra em casa ${SEO_LINKS}` },
  },
  {
    language: 'pt',
    verdict: 'spam',
    reasons: ['markup', 'hurry'],
    elapsedMs: 1200,
    fields: { mensagem: 'Emagreça já <a href="https://dieta.example/">clique</a>' },
  },
  {
    language: 'pt',
    verdict: 'ham',
    reasons: ['hurry'],
    elapsedMs: 1200,
    fields: { mensagem: 'Quero receber a newsletter.' },
  },
  // Japanese
  {
    language: 'ja',
    form: 'J',
    verdict: 'ham',
    reasons: [],
    fields: {
      名前: '山田太郎',
      email: 'yamada@example.jp',
      お問い合わせ内容: '来月の予約は可能でしょうか。四名で伺いたいと思います。',
    },
  },
  {
    language: 'ja',
    form: 'J',
    verdict: 'ham',
    reasons: [],
    fields: {
      名前: '佐藤',
      電話番号: '０９０−１２３４−５６７８',
      お問い合わせ内容: '商品の在庫についてお聞きしたいのですが、よろしいでしょうか。',
    },
  },
  {
    language: 'ja',
    form: 'J',
    verdict: 'ham',
    reasons: [],
    fields: { message: 'サイトのhttps://example.jp/目次が表示されません。ご確認をお願いします。' },
  },
  {
    language: 'ja',
    form: 'J',
    verdict: 'spam',
    reasons: ['links', 'money', 'wrong_field', 'way_out'],
    fields: { 名前: '副業https://kasegu.example/', 内容: `月収百万円が簡単に稼げます。 ${SEO_LINKS}` },
  },
  {
    language: 'ja',
    form: 'J',
    verdict: 'spam',
    reasons: ['links', 'pitch', 'script', 'way_out', 'promotion'],
    fields: {
      名前: 'SeoExpert',
      内容: `We can bring your website to the first page of search results ${SEO_LINKS}`,
    },
  },
  {
    language: 'ja',
    verdict: 'ham',
    reasons: ['script'],
    fields: { name: '鈴木', message: '英語のページしか見つかりませんでした。日本語でも大丈夫ですか。' },
  },
  {
    language: 'ja',
    verdict: 'spam',
    reasons: ['markup', 'fakes', 'script'],
    fields: {
      name: '鈴木',
      message: 'ブランド品が激安です <a href="ｈｔｔｐｓ：／／buy.example/">こちら</a>',
    },
  },
  // Chinese
  {
    language: 'zh',
    form: 'Z',
    verdict: 'ham',
    reasons: [],
    fields: {
      姓名: '王小明',
      电话: '138 0013 8000',
      留言: '你好，请问这个产品多少钱？可以寄到上海吗？谢谢。',
    },
  },
  {
    language: 'zh',
    form: 'Z',
    verdict: 'ham',
    reasons: [],
    fields: { 公司: '北京科技有限公司', 留言: '我们想了解批量采购的价格和交货时间。' },
  },
  {
    language: 'zh',
    form: 'Z',
    verdict: 'ham',
    reasons: [],
    fields: { 留言: '网页www.example.cn打不开，请检查一下。' },
  },
  {
    language: 'zh',
    form: 'Z',
    verdict: 'spam',
    reasons: ['links', 'fakes', 'wrong_field', 'way_out'],
    fields: { 姓名: '代开发票 http://fapiao.example/', 留言: `专业代开各类发票，价格优惠。 ${SEO_LINKS}` },
  },
  {
    language: 'zh',
    verdict: 'spam',
    reasons: ['links', 'gambling', 'script'],
    fields: { name: '博彩', message: `最好的线上娱乐平台，注册就送现金。 ${SEO_LINKS}` },
  },
  {
    language: 'zh',
    form: 'Z',
    verdict: 'spam',
    reasons: ['script', 'wrong_field', 'hurry', 'gibberish'],
    elapsedMs: 300,
    fields: { 姓名: 'www.xbet.example/', 留言: 'bcdfghjklmnpqrstvwxzbcdf' },
  },
  // Arabic
  {
    language: 'ar',
    form: 'A',
    verdict: 'ham',
    reasons: [],
    fields: {
      الاسم: 'فاطمة الزهراء',
      email: 'fatima@example.ma',
      الرسالة: 'السلام عليكم، هل يمكنني معرفة أسعار الشحن إلى الدار البيضاء؟',
    },
  },
  {
    language: 'ar',
    form: 'A',
    verdict: 'ham',
    reasons: [],
    fields: { الهاتف: '٠١٢٣٤٥٦٧٨٩', الرسالة: 'أرجو الاتصال بي غداً صباحاً.' },
  },
  {
    language: 'ar',
    form: 'A',
    verdict: 'ham',
    reasons: [],
    fields: { الرسالة: 'الرابط https://example.ma/contact لا يعمل.' },
  },
  {
    language: 'ar',
    form: 'A',
    verdict: 'spam',
    reasons: ['links', 'wrong_field'],
    fields: { الاسم: 'اربح https://rabih.example/', الرسالة: `اربح المال من المنزل بسهولة ${SEO_LINKS}` },
  },
  {
    language: 'ar',
    verdict: 'spam',
    reasons: ['links', 'script'],
    fields: { name: 'خدمات', message: `أفضل خدمات التسويق للمواقع بأرخص الأسعار ${SEO_LINKS}` },
  },
  {
    language: 'ar',
    form: 'A',
    verdict: 'spam',
    reasons: ['markup', 'hurry'],
    elapsedMs: 1,
    fields: { الرسالة: 'عرض خاص [url=https://offer.example/]اضغط هنا[/url] الآن' },
  },
  // Forms in several languages
  {
    language: 'en',
    form: 'LJ',
    verdict: 'ham',
    reasons: [],
    fields: { name: 'Tom', message: 'I read on your Japanese page that you ship to Canada. Is that right?' },
  },
  {
    language: 'de',
    verdict: 'ham',
    reasons: [],
    fields: {
      company: 'Müller & Söhne GmbH',
      message: 'Rechnung bitte an buchhaltung@mueller.example und info@mueller.example.',
    },
  },
  {
    language: 'zh',
    form: 'LZ',
    verdict: 'ham',
    reasons: [],
    fields: { name: '李雷', message: '请用英文或者中文回复我都可以，非常感谢。' },
  },
  {
    language: 'en',
    verdict: 'spam',
    reasons: ['links', 'wrong_field', 'hurry'],
    elapsedMs: 10,
    fields: { phone: 'sales@rank-top.example', message: `Dear owner, ${SEO_LINKS}` },
  },
]
