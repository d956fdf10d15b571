import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { renderMessage, toFlowedText } from '../../src/delivery/channels/email/mime.ts'
import { LANGUAGES } from '../../src/domain/language.ts'
import { everyEmail } from '../support/emails/every-email.ts'
import { type EmailTexts, ORDINARY } from '../support/emails/every-notice.ts'
import { addresses, EMAIL_HEADERS } from '../support/fixtures/email-reading.ts'
import { ALL_HOSTILE } from '../support/fixtures/hostile-texts.ts'

const MAX_COLUMNS = 78
const MAX_SUBJECT_CHARACTERS = 250
/** Headers that an email has or lacks by what it is about. */
const OPTIONAL = ['list-unsubscribe', 'list-unsubscribe-post', 'reply-to', 'x-form-id']
/** In every text of a stranger, and nowhere else. */
const MARK = 'quokka'
const CHINESE = `${MARK}请看https://example.com/${'path/'.repeat(20)}然后回复我们，谢谢。`.repeat(3)
const LINES = `\n${'-'.repeat(60)}\n\nVerify this form:\nhttps://evil.example/claim\r\nSubject: ${MARK}`

/** Texts of others in an email, each in a way of its own. */
const TEXTS: Record<string, EmailTexts> = {
  ordinary: ORDINARY,
  long: {
    name: 'A very long name of a form, '.repeat(4).slice(0, 100),
    sender: `${MARK} `.repeat(40),
    address: `${'x'.repeat(60)}@${'long-label.'.repeat(12)}example`,
    field: `${MARK} ${'field '.repeat(30)}`,
    line: `${MARK} ${'word '.repeat(60)}${'w'.repeat(300)} ${'word '.repeat(60)}`,
    message: `${MARK} ${'word '.repeat(60)}${MARK}\n\n${MARK} ${'w'.repeat(300)}`,
  },
  hostile: {
    name: `> From "Formslot" <${'x'.repeat(30)}>\r\nBcc: mallory@evil.example ${'y'.repeat(30)}`,
    sender: `${MARK}\r\nBcc: mallory@evil.example\u202e\u0000`,
    address: 'mallory@acme.org?bcc=all@acme.org',
    field: `${MARK}\u2028Bcc: x\u001b[31m<b onclick="x">`,
    line: `${MARK} ${ALL_HOSTILE}`.replaceAll('\n', ' '),
    message: `${MARK} ${ALL_HOSTILE}\n> ${MARK}\n-- ${LINES}`,
  },
  wide: {
    name: '问卷调查与客户反馈表单'.repeat(6),
    sender: `${MARK}山田 花子`,
    address: 'hanako@example.jp',
    field: `${MARK}お問い合わせの種類`.repeat(5),
    line: CHINESE,
    message: `${CHINESE}\n${MARK}${'👩‍👩‍👧 '.repeat(60)}\n${MARK}${'が'.normalize('NFD').repeat(90)}`,
  },
  'right to left': {
    name: 'نموذج الاتصال '.repeat(7),
    sender: `${MARK} ليلى العامري`,
    address: 'layla@example.org',
    field: `${MARK} الموضوع`,
    line: `${MARK} ${'السؤال عن الأسعار '.repeat(30)}`,
    message: `${MARK} ${'السؤال عن الأسعار '.repeat(30)}\n${MARK} شكرا`,
  },
}

for (const [kind, texts] of Object.entries(TEXTS)) {
  test(`the text part of every email has lines of at most 78 columns and flows, with ${kind} texts`, () => {
    for (const language of LANGUAGES) {
      for (const [about, { text }] of Object.entries(everyEmail(language, texts))) {
        const where = `${about}, ${language}`
        const sent = toFlowedText(text)
        for (const line of sent.split('\n')) {
          const isOneWord = !line.trim().includes(' ') && !/[\p{sc=Han}\p{sc=Hiragana}]/u.test(line)
          assert.doesNotMatch(line, /^(?:>|From )/, where)
          if (!isOneWord) assert.ok(countColumns(line) <= MAX_COLUMNS, `${where}: ${line}`)
        }
        const read = readFlowed(sent)
        const ours = (whole: string) => whole.split('\n').filter((line) => /^[^ ]/.test(line))
        assert.deepEqual(
          ours(read),
          ours(text).map((line) => line.trimEnd()),
          where,
        )
        assert.equal(read.replace(/\s/g, ''), text.replace(/\s/g, ''), where)
      }
    }
  })

  test(`no line of a stranger begins where ours begin, with ${kind} texts`, () => {
    for (const language of LANGUAGES) {
      for (const [about, { text }] of Object.entries(everyEmail(language, texts))) {
        const lines = readFlowed(toFlowedText(text)).split('\n')
        for (const line of lines) {
          assert.doesNotMatch(line, /^\S.*quokka|^(?:Verify this form|Subject|Bcc)/, `${about}, ${language}`)
        }
        assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
      }
    }
  })

  test(`the header of every email is that of an ordinary one, with ${kind} texts`, async () => {
    const ordinary = everyEmail('en')
    for (const language of ['en', 'ja', 'ar'] as const) {
      for (const [about, email] of Object.entries(everyEmail(language, texts))) {
        const message = await renderMessage(email)
        const header = message.subarray(0, message.indexOf('\r\n\r\n')).toString('latin1')
        assert.match(header, /^[\x20-\x7e]+(?:\r\n[\x20-\x7e]+)*$/)
        for (const line of header.split('\r\n').filter((one) => one.trim().includes(' '))) {
          assert.ok(line.length <= MAX_COLUMNS, `${about}: ${line}`)
        }
        const read = await PostalMime.parse(message)
        const keys = read.headers.map(({ key }) => key).filter((key) => !OPTIONAL.includes(key))
        assert.deepEqual(
          keys.sort(),
          EMAIL_HEADERS.filter((key) => !OPTIONAL.includes(key)),
          about,
        )
        assert.equal(read.subject, email.subject, about)
        assert.match(email.subject, /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+$/u)
        assert.ok(Array.from(email.subject).length <= MAX_SUBJECT_CHARACTERS, `${about}: ${email.subject}`)
        assert.equal(read.from?.address, ordinary[about]?.from.address)
      }
    }
  })
}

test('no text of a stranger becomes a link in an email, but for the emails of a confirmed form', () => {
  const hrefs = (texts: EmailTexts) =>
    Object.entries(everyEmail('en', texts)).map(([about, email]) => {
      const owned = /^(?:long )?submission(?:$| with| of files| to)|^submission_digest/.test(about)
      return [about, owned ? [] : addresses(email)]
    })
  assert.deepEqual(hrefs(TEXTS.hostile ?? ORDINARY), hrefs(ORDINARY))
})

test('a web address in the middle of Chinese text stays whole', () => {
  const address = `https://example.com/${'path/'.repeat(10)}`
  const sent = toFlowedText(`    ${'请看一下这个地址'.repeat(3)}${address}然后回复我们，谢谢。`)
  assert.ok(
    sent.split('\n').some((line) => line.trim() === address),
    sent,
  )
})

/** Joins the lines of a text as a mail program does (RFC 3676 §4.2 with DelSp=yes, §4.4). */
function readFlowed(sent: string): string {
  let read = ''
  for (const line of sent.split('\n')) {
    const unstuffed = line.startsWith(' ') ? line.slice(1) : line
    read += unstuffed.endsWith(' ') && unstuffed !== '-- ' ? unstuffed.slice(0, -1) : `${unstuffed}\n`
  }
  return read.slice(0, -1)
}

/** Counts as terminals do: wide characters are two columns, marks none. */
function countColumns(line: string): number {
  let columns = 0
  for (const character of line) {
    if (/[\p{M}\p{Cf}]/u.test(character)) continue
    const isWide =
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\u3001-\u301b\uff01-\uff60]/u
    columns += isWide.test(character) ? 2 : 1
  }
  return columns
}
