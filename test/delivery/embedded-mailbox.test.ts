import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { openEmbeddedMailbox } from '../../src/delivery/channels/email/embedded-mailbox.ts'
import { renderMessage } from '../../src/delivery/channels/email/mime.ts'
import type { Email } from '../../src/delivery/channels/email/templates/email.ts'
import { sampleEmail } from '../support/fixtures/sample-email.ts'

test('an empty mailbox creates no folder', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  assert.deepEqual(await mailbox.list(10), { emails: [], total: 0 })
  assert.deepEqual(await readdir(place.root), [])
})

test('lists and opens an email as it was posted', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  assert.equal((await mailbox.post(sampleEmail())).kind, 'accepted')
  const { emails, total } = await mailbox.list(10)
  assert.equal(total, 1)
  const listed = emails[0]
  assert.ok(listed)
  const { id, ...shown } = listed
  assert.deepEqual(shown, {
    from: 'Formslot <forms@formslot.dev>',
    to: 'ada@lovelace.org',
    subject: 'New message from your form',
    date: new Date('2026-11-20T10:00:00.000Z'),
  })
  const { text, html } = sampleEmail()
  const source = (await renderMessage(sampleEmail())).toString()
  assert.deepEqual(await mailbox.read(id), { id, ...shown, text, html, source })
})

test('keeps the attachments of an email', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  const content = Buffer.from('JVBERi0xLjQK\r\n')
  const email = sampleEmail({ attachments: [{ name: 'a.pdf', type: 'application/pdf', content }] })
  await mailbox.post(email)
  const [id = ''] = await mailbox.listIds()
  const read = await mailbox.read(id)
  assert.deepEqual([read?.text, read?.html], [email.text, email.html])
  const { attachments } = await PostalMime.parse(read?.source ?? '')
  assert.deepEqual(
    attachments.map((one) => [one.filename, Buffer.from(one.content as ArrayBuffer).toString()]),
    [['a.pdf', '%PDF-1.4\n']],
  )
})

test('an email posted twice is one file', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  await mailbox.post(sampleEmail())
  assert.equal((await mailbox.post(sampleEmail())).kind, 'accepted')
  assert.equal((await readdir(place.mailbox)).length, 1)
  await mailbox.post(numbered(2))
  assert.equal((await readdir(place.mailbox)).length, 2)
})

test('lists the newest emails first, up to the limit', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  for (const number of [2, 3, 1]) await mailbox.post(numbered(number))
  const subjects = async (limit: number) => (await mailbox.list(limit)).emails.map(({ subject }) => subject)
  assert.deepEqual(await subjects(2), ['email 3', 'email 2'])
  assert.deepEqual(await subjects(3), ['email 3', 'email 2', 'email 1'])
  assert.deepEqual(await subjects(4), ['email 3', 'email 2', 'email 1'])
  assert.equal((await mailbox.list(1)).total, 3)
})

test('deletes emails by age, exact to the millisecond, and nothing else', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  await mailbox.forget(new Date('2026-11-20T10:00:00.000Z'))
  const times = ['09:59:59.999', '10:00:00.000', '10:00:00.001']
  for (const time of times) {
    const date = new Date(`2026-11-20T${time}Z`)
    await mailbox.post(sampleEmail({ subject: time, messageId: `<${time}@formslot.dev>`, date }))
  }
  await writeFile(join(place.mailbox, '20260101T000000000Z-notes.eml'), 'mine')
  await mailbox.forget(new Date('2026-11-20T10:00:00.000Z'))
  const left = (await mailbox.list(9)).emails.map(({ subject }) => subject)
  assert.deepEqual(left, ['10:00:00.001', '10:00:00.000'])
  assert.equal((await readdir(place.mailbox)).length, 3)
})

test('only the owner of the process can read the folder and the emails', async () => {
  await using place = await emptyFolder()
  await openEmbeddedMailbox(place.mailbox).post(sampleEmail())
  const [name = ''] = await readdir(place.mailbox)
  assert.equal((await stat(place.mailbox)).mode & 0o777, 0o700)
  assert.equal((await stat(join(place.mailbox, name))).mode & 0o777, 0o600)
})

test('ignores files that are not emails', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  await mailbox.post(sampleEmail())
  const { emails } = await mailbox.list(1)
  await writeFile(join(place.mailbox, `.${emails[0]?.id}.eml.draft`), 'half a let')
  await writeFile(join(place.mailbox, 'notes.eml'), 'mine')
  assert.equal((await mailbox.list(10)).total, 1)
})

test('an invalid ID opens nothing', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  await mailbox.post(sampleEmail())
  const { emails } = await mailbox.list(1)
  const id = emails[0]?.id ?? ''
  await writeFile(join(place.root, 'secret.eml'), 'Subject: secret\r\n\r\n')
  for (const guess of [
    '../secret',
    `../mailbox/${id}`,
    `${id}.eml`,
    `./${id}`,
    `${id}\n`,
    '',
    '..',
    id.toUpperCase(),
  ]) {
    assert.equal(await mailbox.read(guess), null, JSON.stringify(guess))
  }
  assert.equal(await mailbox.read(id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))), null)
  assert.notEqual(await mailbox.read(id), null)
})

test('reports a mailbox that cannot be written without throwing, and recovers later', async () => {
  await using place = await emptyFolder()
  await writeFile(place.mailbox, 'a file where the folder should be')
  const mailbox = openEmbeddedMailbox(place.mailbox)
  const posted = await mailbox.post(sampleEmail())
  assert.deepEqual('failure' in posted && [posted.failure.stage, posted.failure.code], ['data', null])
  assert.doesNotMatch(JSON.stringify(posted), /@|formslot-mailbox/)
  await rm(place.mailbox)
  assert.equal((await mailbox.post(sampleEmail())).kind, 'accepted')
})

test('the next attempt takes over a draft that a crash left behind', async () => {
  await using place = await emptyFolder()
  const mailbox = openEmbeddedMailbox(place.mailbox)
  await mailbox.post(sampleEmail())
  const [name = ''] = await readdir(place.mailbox)
  const whole = await readFile(join(place.mailbox, name))
  await rename(join(place.mailbox, name), join(place.mailbox, `.${name}.draft`))
  assert.equal((await mailbox.list(1)).total, 0)
  await mailbox.post(sampleEmail())
  assert.deepEqual(await readdir(place.mailbox), [name])
  assert.deepEqual(await readFile(join(place.mailbox, name)), whole)
})

function numbered(number: number): Email {
  return sampleEmail({
    subject: `email ${number}`,
    messageId: `<sub_${number}.submission@formslot.dev>`,
    date: new Date(Date.UTC(2026, 10, 20, 10, number)),
  })
}

async function emptyFolder() {
  const root = await mkdtemp(join(tmpdir(), 'formslot-mailbox-'))
  return {
    root,
    mailbox: join(root, 'mailbox'),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}
