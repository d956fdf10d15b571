/** Names of fields in the languages of our pages, as `normalizeName` writes them. */
const SHORT_FIELDS: ReadonlySet<string> = new Set(
  [
    'name yourname fullname firstname lastname fname lname givenname familyname surname username contactname',
    'vorname nachname namen nom prenom nomcomplet nombre apellido apellidos nombrecompleto nome sobrenome',
    'nomecompleto 名前 お名前 氏名 姓名 名字 姓 名 الاسم اسم الاسمالكامل',
    'company companyname organization organisation firma unternehmen entreprise societe empresa 会社名 会社 公司 公司名称 الشركة',
  ]
    .join(' ')
    .split(' '),
)
const PHONES: ReadonlySet<string> = new Set(
  (
    'phone yourphone phonenumber tel telephone telephonenumber mobile mobilenumber mobilephone cell cellphone ' +
    'whatsapp fax telefon telefonnummer handy handynummer mobil portable numerodetelephone telefono movil celular ' +
    'telefone telemovel 電話 電話番号 携帯 携帯番号 电话 电话号码 手机 手机号 手机号码 الهاتف هاتف رقمالهاتف الجوال'
  ).split(' '),
)
const MESSAGES: ReadonlySet<string> = new Set(
  (
    'message yourmessage messages msg comment comments yourcomment text body description details inquiry enquiry ' +
    'question questions note notes content feedback request nachricht ihrenachricht mitteilung kommentar anfrage ' +
    'frage bemerkung bemerkungen commentaire commentaires demande votremessage mensaje comentario comentarios consulta ' +
    'pregunta mensagem duvida メッセージ お問い合わせ内容 お問い合わせ 内容 本文 ご質問 留言 留言内容 消息 信息 咨询内容 الرسالة رسالة رسالتك نصالرسالة'
  ).split(' '),
)
const NOT_LETTERS = /[^\p{L}]+/gu
const ACCENTS = /[\u0300-\u036f]+/g

/** Returns true for the name of a field that holds a name, a company or a phone number: never a web address. */
export function isShortField(name: string): boolean {
  const letters = normalizeName(name)
  return SHORT_FIELDS.has(letters) || PHONES.has(letters)
}

export function isPhoneField(name: string): boolean {
  return PHONES.has(normalizeName(name))
}

/** Returns true for the name of a field that holds a message. */
export function isMessageField(name: string): boolean {
  return MESSAGES.has(normalizeName(name))
}

/** Names that were normalized before: forms send the same ones again and again. */
const normalized = new Map<string, string>()
const MAX_NORMALIZED = 1000

/** Returns a name in lower case without accents, digits and signs: `Full_Name`, `phone-2`, `Téléphone`. */
function normalizeName(name: string): string {
  const known = normalized.get(name)
  if (known !== undefined) return known
  if (normalized.size >= MAX_NORMALIZED) normalized.clear()
  const letters = toLetters(name)
  normalized.set(name, letters)
  return letters
}

function toLetters(name: string): string {
  return name.normalize('NFKD').replace(ACCENTS, '').toLowerCase().replace(NOT_LETTERS, '').normalize('NFC')
}
