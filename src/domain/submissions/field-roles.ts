/** A field of a submission, with a value that is not looked into. */
export type NamedValue = { readonly name: string; readonly value: unknown }

/** Names of the control that holds the reply address, ours and other vendors'. */
export const REPLY_TO_NAMES: readonly string[] = ['_replyto', '_reply_to', '_email.replyto', '_replyTo']

/** Meaning of a field by its name. */
export type FieldRole =
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'message'
  | 'subject'
  | 'company'

/**
 * Names of fields, one line per language: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech and
 * Slovak, Danish and Norwegian, Swedish, Finnish, Hungarian, Romanian, Turkish, Indonesian, Vietnamese, Croatian, Russian and
 * Ukrainian, Bulgarian, Greek, Hebrew, Arabic, Persian, Hindi, Thai, Japanese, Chinese, Korean. A hyphen stands for any
 * separator. A name belongs to the first role that lists it.
 */
const NAMES: Readonly<Record<FieldRole, string>> = {
  name: `
    name full-name sender sender-name from-name
    namen vollstandiger-name vor-und-nachname absender ansprechpartner
    nom nom-complet nom-et-prenom nom-prenom prenom-et-nom prenom-nom
    nombre nombre-completo nombre-y-apellido nombre-y-apellidos
    nome nome-completo nome-e-cognome nominativo
    nome-e-sobrenome
    naam volledige-naam
    imie-i-nazwisko pelne-imie
    jmeno jmeno-a-prijmeni cele-jmeno meno meno-a-priezvisko
    navn fulde-navn fullt-navn
    namn fullstandigt-namn for-och-efternamn
    nimi koko-nimi
    nev teljes-nev
    nume nume-si-prenume nume-complet
    isim ad-soyad isim-soyisim adiniz adiniz-soyadiniz
    nama nama-lengkap
    ho-ten ho-va-ten
    ime ime-i-prezime
    имя фио имя-и-фамилия фамилия-и-имя полное-имя имя-фамилия ім'я імя піб имʼя
    име име-и-фамилия
    ονομα ονοματεπωνυμο
    שם שם-מלא
    الاسم اسم الاسم-الكامل اسمك
    نام نام-کامل نام-و-نام-خانوادگی
    नाम पूरा-नाम
    ชื่อ ชื่อ-นามสกุล
    名前 氏名 ネーム 御名前
    姓名 名字 名称 称呼
    이름 성명 성함`,
  first_name: `
    first-name given-name fname forename vorname prenom primeiro-nome primer-nombre nome-proprio voornaam imie krestni-jmeno
    fornavn fornamn etunimi keresztnev prenume nama-depan 名 имя-отчество שם-פרטי الاسم-الأول`,
  last_name: `
    last-name family-name surname lname nachname familienname zuname nom-de-famille apellido apellidos cognome sobrenome
    apelido ultimo-nome achternaam nazwisko prijmeni priezvisko etternavn efternavn efternamn sukunimi vezeteknev
    soyad soyadi soyisim soyadiniz nama-belakang prezime фамилия прізвище επωνυμο שם-משפחה اسم-العائلة اللقب
    نام-خانوادگی นามสกุล 姓 苗字 名字 성`,
  email: `
    email mail email-address email-addr email-id mail-address mail-addr mail-id emailid
    email-adresse mail-adresse mailadresse
    courriel adresse-courriel adresse-email adresse-mail adresse-de-courriel adresse-electronique
    correo correo-electronico direccion-de-correo direccion-de-correo-electronico direccion-email
    posta-elettronica indirizzo-email indirizzo-mail indirizzo-di-posta-elettronica
    correio correio-eletronico correio-electronico endereco-de-email endereco-email
    emailadres e-mailadres mailadres
    adres-email adres-e-mail poczta poczta-elektroniczna
    emailova-adresa e-mailova-adresa
    epost e-post epostadresse epostadress e-postadress
    sahkoposti sahkopostiosoite
    email-cim e-mail-cim
    adresa-email adresa-de-email
    eposta e-posta e-posta-adresi eposta-adresi
    surel alamat-email
    dia-chi-email thu-dien-tu
    email-adresa e-posta-adresa
    почта эл-почта электронная-почта адрес-электронной-почты мейл имейл емейл емайл пошта електронна-пошта електронна-адреса
    електронна-поща поща
    ηλεκτρονικο-ταχυδρομειο διευθυνση-email
    אימייל מייל דואל דואר-אלקטרוני כתובת-מייל כתובת-אימייל
    البريد البريد-الإلكتروني بريد البريد-الالكتروني ايميل الايميل بريدك-الإلكتروني عنوان-البريد-الإلكتروني
    ایمیل پست-الکترونیک رایانامه
    ईमेल ई-मेल
    อีเมล อีเมล์
    メール メールアドレス eメール 電子メール メアド
    邮箱 电子邮箱 邮件 电子邮件 邮箱地址 電子郵件 電郵 信箱
    이메일 메일 전자우편 이메일주소`,
  phone: `
    phone phone-number tel telephone telephone-number mobile mobile-number mobile-phone cell cellphone whatsapp fax
    telefon telefonnummer handy handynummer mobil rufnummer
    portable numero-de-telephone
    telefono movil celular numero-de-telefono
    cellulare numero-di-telefono
    telefone telemovel
    telefoon telefoonnummer
    numer-telefonu telefonni-cislo telefoni
    puhelin puhelinnumero telefonszam numar-de-telefon telefon-numarasi cep-telefonu
    telepon nomor-telepon dien-thoai so-dien-thoai broj-telefona
    телефон номер-телефона номер-телефону τηλεφωνο טלפון נייד
    الهاتف هاتف رقم-الهاتف الجوال تلفن شماره-تلفن फोन फ़ोन โทรศัพท์ เบอร์โทร
    電話 電話番号 携帯 携帯番号 电话 电话号码 手机 手机号 手机号码 전화 전화번호 휴대폰 연락처`,
  message: `
    message messages msg comment comments text body description details inquiry enquiry question questions note notes
    content feedback request
    nachricht mitteilung kommentar anfrage frage bemerkung bemerkungen anliegen
    commentaire commentaires demande
    mensaje comentario comentarios consulta pregunta
    messaggio commento richiesta domanda testo
    mensagem duvida
    bericht vraag opmerking opmerkingen
    wiadomosc tresc pytanie
    zprava sprava dotaz
    besked melding beskjed henvendelse
    meddelande fraga
    viesti
    uzenet
    mesaj
    mesajiniz
    pesan
    tin-nhan noi-dung
    poruka sporocilo
    сообщение текст комментарий вопрос повідомлення коментар
    съобщение
    μηνυμα
    הודעה
    الرسالة رسالة رسالتك نص-الرسالة
    پیام
    संदेश सन्देश
    ข้อความ
    メッセージ 問い合わせ内容 問い合わせ 内容 本文 質問 ご質問
    留言 留言内容 消息 信息 咨询内容 訊息
    메시지 내용 문의 문의내용`,
  subject: `
    subject topic title betreff thema objet sujet asunto oggetto assunto onderwerp temat predmet emne amne aihe targy subiect
    konu тема הנושא נושא الموضوع موضوع 件名 題名 主题 主題 제목`,
  company: `
    company company-name organization organisation firma unternehmen entreprise societe empresa azienda bedrijf
    компания 会社名 会社 公司 公司名称 الشركة 회사`,
}

/** Words before a name that mean the sender, as `toKey` writes them. */
const OWN_PREFIX =
  /^(?:your|my|the|user|contact|customer|client|visitor|guest|author|applicant|field|fields|data|ihre|ihr|deine|dein|votre|ton|il|tuo|tua|seu|sua|su|tu|uw|jouw|je|ваше|ваша|ваш|お|ご|您的|你的){1,3}/
/** Words around an address that mean the sender's own, not that of a friend. */
const OWN_ADDRESS =
  /^(?:your|my|the|user|contact|customer|client|visitor|guest|sender|author|applicant|member|subscriber|person|company|business|work|private|primary|main|billing|account|form|fields?|data|values?|entry|lead|message|order|from|reply){0,3}e?mail(?:address|addr|id)?$/
/** Names that say that an address is somebody else's, or the form's own. */
const ANOTHER_ADDRESS =
  /mail|friend|recipient|^c?cc?$|bcc|^to$|sendto|admin|support|owner|webmaster|site|page|referr|refer|partner|spouse|emergency|manager|boss|colleague|company|merchant|vendor|empfanger|destinat/
const SEPARATORS = /[\s_.:[\]-]+/g
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]+/g
const NOT_LETTERS = /[^\p{L}\p{M}]+/gu
/** Letters that do not decompose and that people leave out. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ı: 'i',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  đ: 'd',
}
const SPELLING = new RegExp(`[${Object.keys(SPELLINGS).join('')}]`, 'g')
/** Scripts in which the family name comes first. */
const FAMILY_FIRST = /[\p{scx=Han}\p{scx=Hang}]/u
/** `Jane Doe <jane@acme.org>`. */
const DISPLAY_NAME = /^\s*"?([^"<>@]{1,200}?)"?\s*<[^<>\s]+@[^<>\s]+>\s*$/
/** Longest value that may be an address or a name, in characters. */
const MAX_READ_LENGTH = 400

const ROLES: ReadonlyMap<string, FieldRole> = listRoles()
/** Roles of names that were looked up before: forms send the same ones again and again. */
const known = new Map<string, FieldRole | null>()
const MAX_KNOWN = 1000

/** Returns the role of a field by its name, in any case and spelling; null when the name says nothing. Names with `_` first have none. */
export function getFieldRole(name: string): FieldRole | null {
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= MAX_KNOWN) known.clear()
  const role = name.startsWith('_') ? null : findRole(name)
  known.set(name, role)
  return role
}

/** Returns true for the name of a field that says who sent the form: name, first or last name, email address. */
export function isSenderName(name: string): boolean {
  const role = getFieldRole(name)
  return role === 'name' || role === 'first_name' || role === 'last_name' || role === 'email'
}

/**
 * Returns the address that replies go to: `_replyto` by any vendor's name, else the field named email, else the first field
 * whose name means the same in any language. Where no name says it, the only address among the fields, unless its name says
 * that it is somebody else's. Null without one, and where two addresses could be meant.
 *
 * @param readAddress returns the address if the text is exactly one
 */
export function findReplyField<F extends NamedValue>(
  fields: readonly F[],
  readAddress: (text: string) => string | null,
): { field: F; address: string } | null {
  const read = (field: F | undefined) => {
    if (typeof field?.value !== 'string' || field.value.length > MAX_READ_LENGTH) return null
    const address = readAddress(field.value.trim())
    return address === null ? null : { field, address }
  }
  const named = [
    fields.find(({ name }) => REPLY_TO_NAMES.includes(name)),
    fields.find(({ name }) => name.toLowerCase() === 'email'),
    ...fields.filter(({ name }) => getFieldRole(name) === 'email'),
  ]
  for (const field of named) {
    const found = read(field)
    if (found) return found
  }
  // An address that was mistyped in its own field is not replaced by another one.
  if (named.some((field) => typeof field?.value === 'string' && field.value.trim() !== '')) return null
  const found = fields
    .filter(({ name }) => !name.startsWith('_'))
    .map(read)
    .filter((one) => one !== null)
  const [only] = found
  if (!only || found.some(({ address }) => address !== only.address)) return null
  return found.find(({ field }) => saysNothing(field.name)) ?? null
}

/** Fields that name the sender, and the name that they make together. */
export type SenderName = { name: string; fields: readonly NamedValue[] }

/** Returns the name of the sender: from one field, from two halves, or from `Jane <jane@acme.org>`; null without one. */
export function findSenderName(fields: readonly NamedValue[]): SenderName | null {
  const find = (role: FieldRole) =>
    fields.find(({ name, value }) => getFieldRole(name) === role && toLine(value) !== '')
  const whole = find('name')
  const first = find('first_name')
  const last = find('last_name')
  // "Vorname" and "Name", "nombre" and "apellido": the field called name is the other half.
  const given = first ?? (last && whole)
  const family = last ?? (first && whole)
  if (!given || !family) {
    const one = whole ?? given ?? family
    return one ? { name: toLine(one.value), fields: [one] } : findDisplayName(fields)
  }
  const [one, two] = [toLine(given.value), toLine(family.value)]
  const complete = whole ? toLine(whole.value) : ''
  if (whole && complete.includes(one) && complete.includes(two)) return { name: complete, fields: [whole] }
  const isFamilyFirst = FAMILY_FIRST.test(one + two)
  return { name: isFamilyFirst ? `${two} ${one}` : `${one} ${two}`, fields: [given, family] }
}

/** Returns the first field with a value whose name has this role; undefined without one. */
export function findByRole<F extends NamedValue>(fields: readonly F[], role: FieldRole): F | undefined {
  return fields.find(({ name, value }) => getFieldRole(name) === role && !isBlank(value))
}

/** Returns true for values that say nothing: no value, blank text, an empty list. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.every(isBlank)
}

function findDisplayName(fields: readonly NamedValue[]): SenderName | null {
  const field = fields.find(({ name }) => getFieldRole(name) === 'email')
  if (typeof field?.value !== 'string' || field.value.length > MAX_READ_LENGTH) return null
  const name = toLine(DISPLAY_NAME.exec(field.value)?.[1])
  return name === '' ? null : { name, fields: [] }
}

/** Returns the beginning of a text as one line; an empty one for all else. */
function toLine(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MAX_READ_LENGTH).replace(/\s+/g, ' ').trim() : ''
}

function saysNothing(name: string): boolean {
  return getFieldRole(name) === null && !ANOTHER_ADDRESS.test(toKey(name))
}

function findRole(name: string): FieldRole | null {
  // Digits count here: `email2` is another address.
  if (OWN_ADDRESS.test(name.toLowerCase().replace(SEPARATORS, ''))) return 'email'
  const key = toKey(name)
  const role = ROLES.get(key) ?? ROLES.get(key.replace(OWN_PREFIX, '')) ?? null
  return role === 'email' && /\d/.test(name) ? null : role
}

/** Normalizes a name: `Your-Name`, `your_name` and `yourName` are the same, and so are `Prénom` and `prenom`. */
function toKey(name: string): string {
  const plain = name.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(MARKS, '')
  return plain
    .replace(NOT_LETTERS, '')
    .normalize('NFC')
    .replace(SPELLING, (letter) => SPELLINGS[letter] ?? letter)
}

function listRoles(): ReadonlyMap<string, FieldRole> {
  const roles = new Map<string, FieldRole>()
  for (const [role, names] of Object.entries(NAMES) as [FieldRole, string][]) {
    for (const name of names.split(/\s+/)) {
      const key = toKey(name)
      if (key !== '' && !roles.has(key)) roles.set(key, role)
    }
  }
  return roles
}
