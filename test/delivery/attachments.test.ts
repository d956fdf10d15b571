import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import type { Attachment, Email } from 'postal-mime'
import { MAX_ATTACHED_BYTES } from '../../src/domain/files/email-attachments.ts'
import { EMAIL_LINK_DAYS } from '../../src/domain/files/stored-file.ts'
import { DAY, later, MINUTE } from '../../src/domain/time.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { loadSecret } from '../../src/runtime/secret.ts'
import { largePng, ownerWithFiles, PDF, PNG, sha256 } from '../support/fixtures/files.ts'
import { openBrowserFor } from '../support/fixtures/owner.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { startSmtpFaultServer } from '../support/smtp/fault-server.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
const TEXT = Buffer.from('Wörter\r\nund mehr\n')
const CSV = Buffer.from('a;b\n=1+1;2\n')

type Parts = Parameters<Awaited<ReturnType<typeof ownerWithFiles>>['attach']>[0]

/** Opens a service with a form that takes files, and returns what sends some and reads the email about them. */
async function openForm(
  service: TestService,
  settings: Record<string, unknown> = {},
): Promise<{
  owner: Awaited<ReturnType<typeof ownerWithFiles>>['owner']
  id: string
  send(parts: Parts): Promise<string>
  sendAndRead(parts: Parts): Promise<Email>
}> {
  const { owner, id, attach } = await ownerWithFiles(service, settings)
  await service.deliver()
  async function send(parts: Parts): Promise<string> {
    const sent = await attach(parts, { accept: 'application/json' })
    assert.equal(sent.status, 200, sent.text)
    return String(sent.json.submission_id)
  }
  return {
    owner,
    id,
    send,
    async sendAndRead(parts) {
      await send(parts)
      await service.deliver()
      return newest(service)
    },
  }
}

async function newest(service: TestService): Promise<Email> {
  return (await service.emails()).at(-1) ?? assert.fail('no email')
}

function toBytes({ content }: Attachment): Buffer {
  return Buffer.from(content as ArrayBuffer)
}

/** Reads what the links in an email say. */
function readLinks(service: TestService, { text = '' }: Email) {
  const keys = createKeys(loadSecret(service.config))
  const tokens = text.matchAll(new RegExp(`^${service.base}/files/([0-9a-z]+)$`, 'gm'))
  return [...tokens].map(([, token = '']) => keys.verifyFileToken(token) ?? assert.fail('no link of ours'))
}

/** Returns the places of all stored files, in order. */
async function listPlaces(service: TestService): Promise<string[]> {
  const rows = await service.sql('select place from files order by key')
  return rows.map(({ place }) => {
    const name = String(place)
    return path.join(service.config.dataDir, 'files', name.slice(0, 2), name.slice(2, 4), name)
  })
}

async function listAttempts(owner: { get(path: string): Promise<{ json: object }> }, submission: string) {
  const { json } = await owner.get(`/submissions/${submission}/deliveries`)
  const [email] = (json as { data: { state: string; attempts: { answer: string; outcome: string }[] }[] })
    .data
  return email ?? assert.fail('no delivery')
}

test('an email links to the files for seven days from its sending, and a later one has later links', async () => {
  await using service = await startService()
  const { owner, send } = await openForm(service)
  const submission = await send([
    ['message', 'Hello'],
    ['cv', ['Résumé.pdf', PDF]],
    ['photo', ['me.png', PNG]],
  ])
  service.pass({ hours: 3 })
  await service.deliver()
  const email = await newest(service)
  assert.equal(email.attachments.length, 0)
  assert.match(email.text ?? '', /^ {2}Résumé\.pdf\n69\u00a0B\n/m)
  const until = later(service.now(), EMAIL_LINK_DAYS * DAY)
  const [first, second, ...more] = readLinks(service, email)
  assert.deepEqual([first?.until, second?.until, more], [until, until, []])
  const rows = await service.sql('select key from files order by key')
  assert.deepEqual(
    [first?.key, second?.key],
    rows.map(({ key }) => Number(key)),
  )
  for (const [link] of (email.text ?? '').matchAll(/^http.*\/files\/.*$/gm))
    assert.ok(email.html?.includes(`href="${link}"`), 'the same links in both parts')

  service.pass({ days: 2 })
  await service.sql('update files set link_version = 3')
  assert.equal((await owner.post(`/submissions/${submission}/resend`)).status, 202)
  await service.deliver()
  const again = readLinks(service, await newest(service))
  assert.deepEqual(
    again.map((link) => [link.until, link.linkVersion]),
    Array(2).fill([later(service.now(), EMAIL_LINK_DAYS * DAY), 3]),
  )
})

test('a retry has the whole time of its links again', async () => {
  await using mail = await startSmtpFaultServer()
  await using service = await startService({ mail })
  const { send } = await openForm(service)
  await send([['cv', ['a.pdf', PDF]]])
  mail.script('end_of_data', { kind: 'answer', line: '451 4.3.0 later' })
  await service.deliver()
  service.pass({ minutes: 10 })
  await service.deliver()
  const [refused, sent] = (await service.emails()).slice(-2)
  assert.ok(refused && sent && refused.messageId === sent.messageId)
  const [before] = readLinks(service, refused)
  const [after] = readLinks(service, sent)
  assert.equal(Number(after?.until) - Number(before?.until), 10 * MINUTE)
})

test('an email to another confirmed address has links, too, and tells its reader to ask the owner', async () => {
  await using service = await startService({ env: PRO })
  const { owner, id, send } = await openForm(service)
  await owner.post(`/endpoints/${id}/destinations`, { email: 'sales@lovelace.dev' })
  await openBrowserFor(service).post(await service.linkIn('destination'))
  await send([['cv', ['a.pdf', PDF]]])
  await service.deliver()
  const emails = await service.emails()
  const toSales = emails.findLast((email) => email.to?.[0]?.address === 'sales@lovelace.dev')
  assert.equal(readLinks(service, toSales ?? assert.fail('no email')).length, 1)
  assert.match(toSales?.text ?? '', /After that, ask the owner of the form for the files\./)
  const toAda = emails.findLast((email) => email.to?.[0]?.address !== 'sales@lovelace.dev')
  assert.match(toAda?.text ?? '', /After that, you’ll find the files in the dashboard\./)
})

test('says of files with malware, and of those that nobody scanned, what they are', async () => {
  await using service = await startService()
  const { send } = await openForm(service, { attach: true })
  await send([
    ['a', ['found.pdf', PDF]],
    ['b', ['unreachable.pdf', PDF]],
    ['c', ['clean.pdf', PDF]],
  ])
  const rows = await service.sql('select key from files order by key')
  for (const [index, scan] of ['found', 'unreachable', 'clean'].entries())
    await service.sql(`update files set scan = '${scan}' where key = ${rows[index]?.key}`)
  await service.deliver()
  const email = await newest(service)
  assert.match(
    email.text ?? '',
    / {2}found\.pdf\n69\u00a0B\nMalware was found, so it can’t be downloaded\.\n/,
  )
  assert.match(email.text ?? '', / {2}unreachable\.pdf\n69\u00a0B\nNot scanned for malware\nhttp/)
  assert.deepEqual(
    email.attachments.map(({ filename }) => filename),
    ['clean.pdf'],
  )
  assert.equal(readLinks(service, email).length, 1)
})

test('attaches files byte for byte where the owner wants it, and links to all others', async () => {
  await using mail = await startSmtpFaultServer()
  await using service = await startService({ env: PRO, mail })
  const { sendAndRead } = await openForm(service, { attach: true })
  const large = largePng(MAX_ATTACHED_BYTES - PDF.length - TEXT.length - CSV.length)
  const email = await sendAndRead([
    ['message', 'Hello'],
    ['a', ['Lebenslauf.pdf', PDF]],
    ['b', ['bild.png', large]],
    ['c', ['wörter.txt', TEXT]],
    ['d', ['tabelle.csv', CSV]],
    ['e', ['one byte too much.pdf', Buffer.concat([PDF, Buffer.from('\n')])]],
    ['f', ['bild.gif', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')]],
  ])
  assert.deepEqual(
    email.attachments.map(({ filename, mimeType, disposition }) => [filename, mimeType, disposition]),
    [
      ['Lebenslauf.pdf', 'application/pdf', 'attachment'],
      ['bild.png', 'image/png', 'attachment'],
      ['wörter.txt', 'text/plain', 'attachment'],
      ['tabelle.csv', 'text/csv', 'attachment'],
    ],
  )
  assert.deepEqual(
    email.attachments.map((one) => sha256(toBytes(one))),
    [PDF, large, TEXT, CSV].map(sha256),
  )
  assert.equal(readLinks(service, email).length, 2)
  assert.equal(email.text?.match(/^Attached to this email$/gm)?.length, 4)
  assert.match(email.text ?? '', /Hello/)
  assert.match(email.html ?? '', /Hello/)
  const raw = service.receivedEmails.at(-1)?.raw.toString('latin1') ?? ''
  assert.doesNotMatch(raw, /[^\x20-\x7e\t\r\n]|[^\r\n]{999}/)
  const command = mail.commands.findLast((line) => line.startsWith('MAIL')) ?? ''
  assert.doesNotMatch(command, /SIZE/, 'this server did not say that it reads it')
})

const NAMES = [
  '履歴書 最終版.pdf',
  'السيرة الذاتية.pdf',
  'תקציב 2026.csv',
  `it's "quoted"; x=1, (2) <3>.txt`,
  '👩‍👩‍👧 family.png',
  `${'長い名前'.repeat(20)}.pdf`,
  'x\r\nBcc: mallory@evil.dev.txt',
  '=?utf-8?Q?x=0D=0ABcc:_mallory@evil.dev?=.txt',
  '..\\..\\etc\\passwd.txt',
]
const READ_NAMES = `
import email, email.policy, hashlib, json, sys
message = email.message_from_bytes(sys.stdin.buffer.read(), policy=email.policy.default)
parts = [[p.get_filename(), p.get_content_type(), hashlib.sha256(p.get_payload(decode=True)).hexdigest()] for p in message.iter_attachments()]
print(json.dumps({"headers": message.keys(), "parts": parts, "defects": [str(d) for p in message.walk() for d in p.defects]}))
`

test('every name arrives as it is stored, in two parsers, and adds no header', async () => {
  await using service = await startService({ env: PRO })
  const { owner, send } = await openForm(service, { attach: true })
  const bytes = { pdf: PDF, csv: CSV, txt: TEXT, png: PNG }
  const submission = await send(
    NAMES.map((name, index) => [
      `file${index}`,
      [name, bytes[name.slice(name.lastIndexOf('.') + 1) as keyof typeof bytes]],
    ]),
  )
  await service.deliver()
  const stored = (await owner.get(`/submissions/${submission}`)).json.files as {
    name: string
    type: string
    sha256: string
  }[]
  const expected = stored.map(({ name, type, sha256 }) => [name, type, sha256])
  assert.equal(expected.length, NAMES.length)
  const email = await newest(service)
  assert.deepEqual(
    email.attachments.map((one) => [one.filename, one.mimeType, sha256(toBytes(one))]),
    expected,
  )
  assert.equal(email.bcc, undefined)
  const python = spawnSync('python3', ['-c', READ_NAMES], {
    input: service.receivedEmails.at(-1)?.raw,
    encoding: 'utf8',
  })
  if (python.error) return
  const read = JSON.parse(python.stdout) as { headers: string[]; parts: string[][]; defects: string[] }
  assert.deepEqual(read.parts, expected)
  assert.deepEqual(read.defects, [])
  assert.ok(!read.headers.includes('Bcc'))
})

test('an email waits while its attachments cannot be read, and all others go out', async () => {
  await using service = await startService({ env: PRO })
  const { owner, id, send } = await openForm(service, { attach: true })
  const submission = await send([
    ['message', 'with a file'],
    ['cv', ['a.pdf', PDF]],
  ])
  const [place = ''] = await listPlaces(service)
  const folder = path.dirname(path.dirname(place))
  await rename(folder, `${folder}.away`)
  await writeFile(folder, 'A file where a folder was.')
  await service.submit(owner.endpoint, { message: 'plain' })
  const before = service.receivedEmails.length
  await service.deliver()
  assert.equal(service.receivedEmails.length, before + 1)
  assert.match((await newest(service)).text ?? '', /plain/)
  const waiting = await listAttempts(owner, submission)
  assert.deepEqual(
    waiting.attempts.map(({ outcome, answer }) => [outcome, answer]),
    [['deferred', 'The files to attach could not be read.']],
  )
  await rm(folder)
  await rename(`${folder}.away`, folder)
  service.pass({ minutes: 2 })
  await service.deliver()
  const email = await newest(service)
  assert.deepEqual(
    email.attachments.map((one) => toBytes(one)),
    [PDF],
  )
  assert.equal((await listAttempts(owner, submission)).state, 'sent')

  // Without attachments nothing has to be read.
  await owner.patch(`/endpoints/${id}`, { files: { attach: false } })
  const links = await send([['cv', ['b.pdf', PDF]]])
  const [, second = ''] = await listPlaces(service)
  await rename(path.dirname(second), `${path.dirname(second)}.away`)
  await service.deliver()
  assert.equal((await listAttempts(owner, links)).state, 'sent')
})

test('an email whose files are gone or damaged says so, and carries the others', async () => {
  await using service = await startService({ env: PRO })
  const { send } = await openForm(service, { attach: true })
  await send([
    ['a', ['gone.pdf', PDF]],
    ['b', ['longer.pdf', PDF]],
    ['c', ['changed.pdf', PDF]],
    ['d', ['whole.pdf', PDF]],
  ])
  const [gone = '', longer = '', changed = ''] = await listPlaces(service)
  await rm(gone)
  await writeFile(longer, Buffer.concat([PDF, Buffer.from('x')]))
  await writeFile(changed, Buffer.from(PDF).fill('x', 20, 21))
  await service.deliver()
  const email = await newest(service)
  assert.match(email.text ?? '', / {2}gone\.pdf\n69\u00a0B\nNo longer stored\n/)
  for (const name of ['longer', 'changed'])
    assert.match(email.text ?? '', new RegExp(` {2}${name}\\.pdf\\n69\\u00a0B\\nDamaged in storage, so`))
  assert.deepEqual(
    email.attachments.map((one) => [one.filename, sha256(toBytes(one))]),
    [['whole.pdf', sha256(PDF)]],
  )
})

test('an email that is too large for the mail server goes out with links at once', async () => {
  const noise = randomBytes(64 * 1024)
  const refusals = {
    'the server says its limit first': { extensions: ['SIZE 50000'], answer: null },
    'the server refuses the size of this one': {
      extensions: ['SIZE'],
      answer: ['mail_from', '552 5.3.4 message too big'],
    },
    'the server refuses what it got': { extensions: [], answer: ['end_of_data', '554 5.3.4 too large'] },
    'the server refuses what it contains': {
      extensions: [],
      answer: ['end_of_data', '552-5.7.0 blocked\r\n552 5.7.0 see https://x.dev'],
    },
  } as const
  for (const [what, { extensions, answer }] of Object.entries(refusals)) {
    await using mail = await startSmtpFaultServer({ extensions: [...extensions] })
    await using service = await startService({ mail })
    const { owner, send } = await openForm(service, { attach: true })
    const submission = await send([['cv', ['a.pdf', Buffer.concat([PDF, noise])]]])
    if (answer) mail.script(answer[0], { kind: 'answer', line: answer[1] })
    const connections = mail.connections()
    await service.deliver()
    const email = await newest(service)
    assert.equal(email.attachments.length, 0, what)
    assert.equal(readLinks(service, email).length, 1, what)
    const { state, attempts } = await listAttempts(owner, submission)
    assert.deepEqual([state, attempts.length], ['sent', 1], what)
    assert.ok(mail.connections() - connections <= 1, what)
    const sizes = mail.commands.filter((line) => line.startsWith('MAIL') && line.includes('SIZE='))
    assert.equal(sizes.length, extensions[0] === 'SIZE' ? 1 : 0, `${what}: only those with attachments`)
  }
})

test('an email with attachments that is refused for another reason is not sent again', async () => {
  await using mail = await startSmtpFaultServer()
  await using service = await startService({ mail })
  const { owner, send } = await openForm(service, { attach: true })
  const submission = await send([['cv', ['a.pdf', PDF]]])
  const before = service.receivedEmails.length
  mail.script('end_of_data', { kind: 'answer', line: '550 5.7.1 we do not like it' })
  await service.deliver()
  assert.equal((await listAttempts(owner, submission)).attempts.length, 1)
  assert.equal(service.receivedEmails.length, before + 1)
})
