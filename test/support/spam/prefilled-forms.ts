/** A form whose page fills in the message, as its visitors send it. `{n}` differs between pages, not between visitors. */
export type PrefilledForm = {
  language: string
  names: readonly [string, string, string, string]
  text: string
}

const EN = ['name', 'email', 'phone', 'message'] as const
const DE = ['name', 'email', 'telefon', 'nachricht'] as const
const FR = ['nom', 'email', 'telephone', 'message'] as const
const ES = ['nombre', 'email', 'telefono', 'mensaje'] as const
const PT = ['nome', 'email', 'telefone', 'mensagem'] as const
const JA = ['名前', 'メール', '電話番号', 'お問い合わせ内容'] as const
const ZH = ['姓名', 'email', '电话', '留言'] as const
const AR = ['الاسم', 'email', 'الهاتف', 'الرسالة'] as const

export const PREFILLED_FORMS: readonly PrefilledForm[] = [
  { language: 'en', names: EN, text: 'I am interested in apartment no. 12, please call me back.' },
  {
    language: 'en',
    names: EN,
    text: 'Hello, I saw this car on your website and would like to know if it is still available. Please contact me.',
  },
  {
    language: 'en',
    names: EN,
    text: 'Please send me the brochure and the price list of your summer courses at https://school.example/summer by post.',
  },
  {
    language: 'en',
    names: EN,
    text: 'I agree with the petition: the library in our village must stay open on Saturdays, and the bus must stop there again.',
  },
  {
    language: 'de',
    names: DE,
    text: 'Ich interessiere mich für die Wohnung Nr. 12 in der Lindenstraße und bitte um einen Besichtigungstermin.',
  },
  {
    language: 'de',
    names: DE,
    text: 'Hiermit melde ich mich verbindlich zum Herbstlauf an. Die Teilnahmebedingungen habe ich gelesen.',
  },
  {
    language: 'de',
    names: DE,
    text: 'Bitte erstellen Sie mir ein unverbindliches Angebot für die Wartung meiner Heizung. Ich bin telefonisch erreichbar.',
  },
  {
    language: 'fr',
    names: FR,
    text: 'Bonjour, je souhaite visiter cet appartement et être rappelé dès que possible. Merci d’avance.',
  },
  {
    language: 'fr',
    names: FR,
    text: 'Bonjour, je voudrais recevoir votre catalogue gratuit et les tarifs des stages de cet été.',
  },
  {
    language: 'fr',
    names: FR,
    text: 'Je confirme ma participation à l’assemblée générale du samedi et au repas qui suivra.',
  },
  {
    language: 'es',
    names: ES,
    text: 'Hola, me interesa este inmueble y quisiera concertar una visita. Espero su llamada, gracias.',
  },
  {
    language: 'es',
    names: ES,
    text: 'Deseo inscribirme en el curso de cocina del próximo trimestre y recibir más información.',
  },
  {
    language: 'pt',
    names: PT,
    text: 'Olá, tenho interesse neste imóvel e gostaria de agendar uma visita. Aguardo o seu contato.',
  },
  {
    language: 'pt',
    names: PT,
    text: 'Gostaria de receber um orçamento para a instalação de painéis solares na minha casa.',
  },
  {
    language: 'ja',
    names: JA,
    text: 'この物件に興味があります。内覧を希望しますので、ご連絡をお願いいたします。',
  },
  {
    language: 'ja',
    names: JA,
    text: '資料請求を希望します。パンフレットと料金表を郵送していただけますでしょうか。',
  },
  { language: 'zh', names: ZH, text: '您好，我对这套房子感兴趣，想预约看房时间，请尽快与我联系，谢谢。' },
  { language: 'zh', names: ZH, text: '我想报名参加下个月的免费试听课程，请把上课时间和地点发给我，谢谢。' },
  {
    language: 'ar',
    names: AR,
    text: 'السلام عليكم، أنا مهتم بهذه الشقة وأرغب في تحديد موعد للمعاينة، أرجو التواصل معي.',
  },
  {
    language: 'ar',
    names: AR,
    text: 'أرغب في التسجيل في الدورة القادمة وأرجو إرسال التفاصيل والأسعار على بريدي الإلكتروني.',
  },
]

/** Returns what the visitor with this number sends: the text of the page with a name, an address and a phone of its own. */
export function toVisit(form: PrefilledForm, visitor: number): Record<string, string> {
  const [name, email, phone, message] = form.names
  return {
    [name]: `Visitor ${String.fromCharCode(65 + visitor)}`,
    [email]: `visitor${visitor}@example.org`,
    [phone]: `+49 30 55500${visitor}`,
    [message]: form.text,
  }
}
