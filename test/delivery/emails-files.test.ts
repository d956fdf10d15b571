import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import { cleanFileName } from '../../src/domain/files/file-name.ts'
import { LANGUAGES } from '../../src/domain/language.ts'
import { createSubmission } from '../support/fixtures/email-input.ts'
import { addresses, textFields } from '../support/fixtures/email-reading.ts'
import { emailWithFiles, FILE_URL } from '../support/fixtures/files-in-email.ts'
import { HOSTILE } from '../support/fixtures/hostile-texts.ts'

const LARGEST_EMAIL = 100 * 1024

/** Returns the lines of the text part between the heading of the files and the line below them. */
function listedLines({ text }: { text: string }): string[] {
  const [, below = ''] = text.split('\n\nFiles:\n\n')
  return (below.split(`\n\n${'-'.repeat(60)}`)[0] ?? '').split('\n')
}

test('lists the files below the fields, with name, size and link', () => {
  const email = emailWithFiles([
    { name: 'résumé.pdf', bytes: 1_300_000 },
    { name: 'notes.txt', bytes: 512 },
  ])
  assert.deepEqual(listedLines(email), [
    '  résumé.pdf',
    '1.2\u00a0MiB',
    FILE_URL,
    '',
    '  notes.txt',
    '512\u00a0B',
    FILE_URL,
    '',
    'Links to files work until 27 November 2026 at 10:00 UTC. After that, you’ll find the files in the dashboard.',
  ])
  assert.ok(email.text.indexOf('Hello') < email.text.indexOf('Files:'))
  assert.match(email.html, new RegExp(`<a [^>]*href="${FILE_URL}"[^>]*>résumé\\.pdf</a>`))
  assert.ok(email.html.indexOf('Hello</dd>') < email.html.indexOf('>Files</p>'))
  assert.match(email.html, /After that, you’ll find the files in the dashboard\./)
  assert.deepEqual(
    addresses(email).filter((url) => url.includes('/files/')),
    [FILE_URL, FILE_URL],
  )
})

test('tells another reader to ask the owner once the links have ended', () => {
  const addressee = {
    kind: 'destination',
    id: 'dst_0123456789abcdef',
    mailbox: 'sales@lovelace.org',
  } as const
  const email = emailWithFiles([{ name: 'a.pdf' }], { isOwner: false, addressee, dashboardUrl: null })
  for (const part of [email.text, email.html]) {
    assert.match(part, /After that, ask the owner of the form for the files\./)
    assert.doesNotMatch(part, /dashboard/)
  }
})

test('says in place of a link why there is none', () => {
  const states = {
    attached: 'Attached to this email',
    infected: 'Malware was found, so it can’t be downloaded.',
    locked: 'It wasn’t scanned for malware, so it can’t be downloaded.',
    gone: 'No longer stored',
    damaged: 'Damaged in storage, so it can’t be downloaded.',
  } as const
  for (const [kind, said] of Object.entries(states)) {
    const email = emailWithFiles([{ name: 'a.pdf', state: { kind: kind as keyof typeof states } }])
    assert.deepEqual(listedLines(email), ['  a.pdf', '1\u00a0KiB', said])
    assert.ok(email.html.includes(said), kind)
    assert.ok(!email.html.includes('/files/') && !email.text.includes('Links to files'), kind)
  }
})

test('warns beside the link of a file that the scanner did not judge', () => {
  const email = emailWithFiles([{ name: 'a.pdf', state: { kind: 'link', url: FILE_URL, isUnscanned: true } }])
  assert.deepEqual(listedLines(email).slice(0, 4), [
    '  a.pdf',
    '1\u00a0KiB',
    'Not scanned for malware',
    FILE_URL,
  ])
  assert.match(email.html, />Not scanned for malware</)
})

test('a submission of files alone is previewed by their names, and misses no fields', () => {
  const email = emailWithFiles([{ name: 'a.pdf' }, { name: 'b.zip' }], { submission: createSubmission({}) })
  assert.match(email.text, /^ {2}a\.pdf, b\[\.\]zip\n/)
  assert.doesNotMatch(email.text, /hidden fields/)
  const hidden = emailWithFiles([{ name: 'a.pdf' }], { submission: createSubmission({ _note: 'x' }) })
  assert.match(hidden.text, /only hidden fields/)
})

test('no name becomes markup, a link of its own, or a line of ours', () => {
  const names = [
    ...HOSTILE,
    'x\r\nBcc: mallory@evil.dev.pdf',
    'a\r\nhttps://evil.dev/files/x.pdf',
    'exe.\u202efdp.zip',
    '\u2066left open.pdf',
    '\u001b]8;;https://evil.dev\u0007click\u001b]8;;\u0007.pdf',
    'www.evil.dev.pdf',
    'mallory@evil.dev.txt',
    'evil.dev',
    'http://evil.dev/x.pdf',
    'invoice.zip',
    'video.MOV',
    'readme.md',
    '.zip',
    'pdf',
  ].map(cleanFileName)
  for (const state of ['link', 'attached'] as const) {
    const files = names.map((name) =>
      state === 'link' ? { name } : { name, state: { kind: 'attached' } as const },
    )
    const email = emailWithFiles(files)
    const lines = listedLines(email)
    for (const [index, name] of names.entries()) {
      const line = lines.find((one) => one.trim() === name || undefang(one.trim()) === name)
      assert.match(line ?? assert.fail(`${name} is not in the text`), /^ {2}\S/, `name ${index}`)
      assert.doesNotMatch(line ?? '', /www\.|\.dev|@evil|:\/\/|\.zip$|\.mov$|\.md$/i)
    }
    const tags = email.html.match(/<\/?[a-z]+/g) ?? []
    const plain = emailWithFiles(names.map((_, index) => ({ ...files[index], name: `file ${index}.pdf` })))
    assert.deepEqual(tags, plain.html.match(/<\/?[a-z]+/g), 'the same elements as with plain names')
    assert.deepEqual(addresses(email), addresses(plain))
    for (const part of [email.text, email.html, email.subject])
      assert.doesNotMatch(part, /[\u001b\u202a-\u202e\u2066-\u2069]/)
  }
})

/** Undoes what keeps mail programs from creating links. */
function undefang(text: string): string {
  return text.replaceAll('hxxp', 'http').replace(/\[([.@:]|\/\/)\]/g, '$1')
}

test('isolates names and sizes from the direction of the email', () => {
  const { html, text } = emailWithFiles([{ name: 'الميزانية.pdf' }], { language: 'ar' })
  assert.match(html, /<span dir="auto"><a [^>]*>الميزانية\.pdf<\/a><\/span>/)
  assert.match(html, /<span dir="auto">1\u00a0KiB<\/span>/)
  assert.match(html, /text-align:right;vertical-align:top;word-break/)
  assert.match(text, /^ {2}الميزانية\.pdf$/m, 'a line of its own')
})

test('says the same in every language', () => {
  const states = ['attached', 'infected', 'locked', 'gone', 'damaged'] as const
  const files = [
    { name: 'a.pdf' },
    { name: 'b.pdf', state: { kind: 'link', url: FILE_URL, isUnscanned: true } as const },
    ...states.map((kind) => ({ name: `${kind}.pdf`, state: { kind } })),
  ]
  const english = emailWithFiles(files)
  for (const language of LANGUAGES.filter((one) => one !== 'en')) {
    const email = emailWithFiles(files, { language })
    assert.deepEqual(addresses(email), addresses(english), language)
    assert.equal(email.text.split('\n').length, english.text.split('\n').length, language)
    assert.match(email.text, /2026/)
    assert.doesNotMatch(email.text, /undefined|\[object|malware was|stored|work until/i, language)
    // Nothing invisible.
    assert.doesNotMatch(email.text + email.html, /\p{Cf}/u)
  }
})

test('keeps an email below 100 KB with twenty files of the longest names and a long message', async () => {
  const messages = ['lorem ipsum '.repeat(5_400), '字。'.repeat(11_000), '"&<>'.repeat(16_000)]
  const names = ['名'.repeat(65), '=&"'.repeat(65), 'x.'.repeat(98)].map((stem) =>
    cleanFileName(`${stem}.zip`),
  )
  for (const message of messages) {
    for (const name of names) {
      const url = `${FILE_URL}${'x'.repeat(60)}`
      const state = { kind: 'link', url, isUnscanned: true } as const
      const files = Array.from({ length: 20 }, () => ({ name, bytes: 999_999, state }))
      const email = emailWithFiles(files, { submission: createSubmission({ message, short: 'whole' }) })
      const { length } = await renderMessage(email)
      assert.ok(length <= LARGEST_EMAIL, `${name.slice(0, 5)}: ${length}`)
      assert.equal(email.text.split(url).length, 21, 'all links')
      assert.equal(
        textFields(email)
          .find((field) => field.name === 'short')
          ?.value.split('\n')[0],
        'whole',
      )
    }
  }
})
