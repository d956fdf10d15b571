import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findMessage, findSender } from '../../../dashboard/src/screens/inbox/list/summary.ts'
import { findSenderName, getFieldRole } from '../../../src/domain/submissions/field-roles.ts'
import { type Field, findReplyAddress } from '../../../src/domain/submissions/fields.ts'

const JANE = 'jane@acme.org'

/** Name, email, message and phone as forms in these languages call them. */
const LANGUAGES: Record<string, [name: string, email: string, message: string, phone: string]> = {
  German: ['Ihr Name', 'E-Mail-Adresse', 'Nachricht', 'Telefonnummer'],
  French: ['nom', 'courriel', 'Votre message', 'Téléphone'],
  Spanish: ['nombre', 'correo', 'mensaje', 'teléfono'],
  Italian: ['Nome e cognome', 'posta elettronica', 'messaggio', 'telefono'],
  Portuguese: ['Nome completo', 'correio eletrónico', 'mensagem', 'telemóvel'],
  Dutch: ['naam', 'e-mailadres', 'bericht', 'telefoonnummer'],
  Polish: ['Imię i nazwisko', 'Adres e-mail', 'Wiadomość', 'Numer telefonu'],
  Czech: ['Jméno', 'e-mailová adresa', 'Zpráva', 'telefon'],
  Danish: ['navn', 'e-post', 'besked', 'telefon'],
  Swedish: ['Namn', 'E-postadress', 'Meddelande', 'Mobil'],
  Finnish: ['Nimi', 'Sähköposti', 'Viesti', 'Puhelin'],
  Hungarian: ['Név', 'E-mail cím', 'Üzenet', 'Telefonszám'],
  Romanian: ['Nume', 'Adresa de email', 'Mesaj', 'Telefon'],
  Turkish: ['Adınız Soyadınız', 'E-posta', 'Mesajınız', 'Telefon numarası'],
  Indonesian: ['nama lengkap', 'alamat email', 'pesan', 'telepon'],
  Vietnamese: ['Họ và tên', 'Địa chỉ email', 'Nội dung', 'Số điện thoại'],
  Russian: ['Имя', 'почта', 'Сообщение', 'телефон'],
  Ukrainian: ["Ім'я", 'пошта', 'Повідомлення', 'Номер телефону'],
  Bulgarian: ['Име', 'имейл', 'Съобщение', 'Телефон'],
  Greek: ['Ονοματεπώνυμο', 'Ηλεκτρονικό ταχυδρομείο', 'Μήνυμα', 'Τηλέφωνο'],
  Hebrew: ['שם מלא', 'דוא"ל', 'הודעה', 'טלפון'],
  Arabic: ['الاسم', 'البريد الإلكتروني', 'الرسالة', 'رقم الهاتف'],
  Persian: ['نام', 'ایمیل', 'پیام', 'تلفن'],
  Hindi: ['नाम', 'ईमेल', 'संदेश', 'फ़ोन'],
  Thai: ['ชื่อ', 'อีเมล', 'ข้อความ', 'โทรศัพท์'],
  Japanese: ['お名前', 'メールアドレス', 'お問い合わせ内容', '電話番号'],
  Chinese: ['姓名', '邮箱', '留言', '手机号'],
  Korean: ['이름', '이메일', '문의내용', '전화번호'],
}

function toFields(values: Record<string, Field['value']>): Field[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}

test('finds name, address and message of forms in 28 languages, in the emails and in the dashboard', () => {
  for (const [language, [name, email, message, phone]] of Object.entries(LANGUAGES)) {
    const roles = [name, email, message, phone].map(getFieldRole)
    assert.deepEqual(roles, ['name', 'email', 'message', 'phone'], language)
    // A second address, so that the names alone decide.
    const values = {
      friend: 'bo@builds.dev',
      [phone]: '030 123',
      [message]: 'Hi',
      [email]: JANE,
      [name]: 'Jane',
    }
    const fields = toFields(values)
    assert.equal(findReplyAddress(fields), JANE, language)
    assert.equal(findSenderName(fields)?.name, 'Jane', language)
    assert.equal(findSender(Object.entries(values)), 'Jane', language)
    assert.equal(findMessage(Object.entries(values)), 'Hi', language)
  }
})

test('reads names in any case, width, accent and separator, and inside brackets', () => {
  for (const name of ['PRÉNOM', 'pre\u0301nom', 'prenom', 'Pré-nom', 'votre_prenom'])
    assert.equal(getFieldRole(name), 'first_name', name)
  for (const name of ['contact[name]', 'Your-Name', 'ｎａｍｅ', 'full_name', 'fullName'])
    assert.equal(getFieldRole(name), 'name', name)
  for (const name of ['company_name', 'product-name', 'form_name', 'nickname2x', '_name', '', '3'])
    assert.notEqual(getFieldRole(name), 'name', name)
})

test('takes the only address among the fields where no name says which', () => {
  for (const name of ['field_3', 'Kontakt', 'input_2', '', 'newsletter'])
    assert.equal(findReplyAddress(toFields({ Wer: 'Jane', [name]: ` ${JANE} ` })), JANE, name)
  assert.equal(findReplyAddress(toFields({ a: JANE, b: JANE })), JANE)
})

test('takes no address that could be somebody else', () => {
  assert.equal(findReplyAddress(toFields({ a: JANE, b: 'bo@builds.dev' })), null, 'two addresses')
  assert.equal(findReplyAddress(toFields({ a: JANE, friend: 'bo@builds.dev' })), null, 'one of a friend')
  for (const name of ['friend', 'recipient', 'send_to', 'cc', 'admin', 'site-contact', 'message', 'name'])
    assert.equal(findReplyAddress(toFields({ [name]: 'mallory@acme.org' })), null, name)
  // A hidden field does not take the place of what the visitor was asked for.
  assert.equal(findReplyAddress(toFields({ x: 'mallory@acme.org', email: JANE })), JANE)
  assert.equal(findReplyAddress(toFields({ x: 'mallory@acme.org', email: 'jane at acme' })), null)
  assert.equal(findReplyAddress(toFields({ x: 'mallory@acme.org', _replyto: JANE })), JANE)
  assert.equal(findReplyAddress(toFields({ x: `Hi ${JANE}` })), null, 'a text with an address')
})

test('joins a name from its halves in the order of its script', () => {
  const join = (values: Record<string, string>) => findSenderName(toFields(values))?.name
  assert.equal(join({ Name: 'Doe', Vorname: 'Jane' }), 'Jane Doe')
  assert.equal(join({ nombre: 'Ana', apellidos: 'Díaz' }), 'Ana Díaz')
  assert.equal(join({ name: 'Jane Doe', first_name: 'Jane', last_name: 'Doe' }), 'Jane Doe')
  assert.equal(join({ 名: '太郎', 姓: '山田' }), '山田 太郎')
  assert.equal(join({ first_name: '', name: 'Jane' }), 'Jane')
  assert.equal(join({ email: '"Doe, Jane" <jane@acme.org>' }), 'Doe, Jane')
  assert.equal(join({ email: JANE }), undefined)
})
