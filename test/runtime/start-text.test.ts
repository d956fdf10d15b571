import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { startText } from '../../src/runtime/start-text.ts'

const start = {
  baseUrl: 'http://127.0.0.1:8080',
  dataDir: '/var/lib/formslot',
  disk: { free: 75_400_000_000, required: 500 * 2 ** 20 },
  dashboard: 'current',
  mail: { kind: 'mailbox', command: null },
  version: '1.2.3',
  color: false,
} as const

test('the startup message shows the address, the data directory, and a command to try', () => {
  const text = startText(start)
  for (const part of ['Formslot 1.2.3', 'http://127.0.0.1:8080\n', '/var/lib/formslot']) {
    assert.ok(text.includes(part), part)
  }
  assert.match(text, /^ {4}curl -d recipient=\S+ http:\/\/127\.0\.0\.1:8080\/new$/m)
})

test('warns at startup that no email leaves without a mail server, and where to find emails', () => {
  const text = startText(start)
  assert.match(text, /NOT SENT.*FORMSLOT_SMTP_URL/)
  assert.ok(text.includes('http://127.0.0.1:8080/mailbox'))
})

test('names the command that reads emails where the mailbox is not served', () => {
  const command = 'docker exec 0123456789ab formslot-server mailbox'
  const text = startText({ ...start, mail: { kind: 'mailbox', command } })
  assert.match(text, /NOT SENT.*FORMSLOT_SMTP_URL/)
  assert.ok(text.includes(`Read them with: ${command}`))
  assert.doesNotMatch(text, /8080\/mailbox/)
  for (const line of text.split('\n')) assert.ok(line.length <= 80, line)
})

test('names the mail server and the sender at startup, and no mailbox', () => {
  const mail = { kind: 'smtp', host: 'mail.acme.org', port: 587, from: 'forms@acme.org' } as const
  const text = startText({ ...start, mail })
  assert.match(text, /sent by mail\.acme\.org:587 from forms@acme\.org/)
  assert.doesNotMatch(text, /NOT SENT|\/mailbox/)
})

test('uses colors only on request, and they change no word', () => {
  const colored = startText({ ...start, color: true })
  assert.notEqual(colored, startText(start))
  assert.equal(stripVTControlCharacters(colored), startText(start))
})

test('every line fits a terminal of 80 columns', () => {
  for (const line of startText(start).split('\n')) assert.ok(line.length <= 80, line)
})

test('says how much space is free, and that new data is refused below the minimum', () => {
  assert.match(startText(start), /^ {2}disk {7}75 GB free$/m)
  const full = startText({ ...start, disk: { free: 75_400_000_000, required: 900_000_000_000 } })
  assert.match(full, /^ {2}disk {7}NEW DATA REFUSED: 75 GB free, 900 GB required\.$/m)
  const small = startText({ ...start, disk: { free: 300_000_000, required: 500 * 2 ** 20 } })
  assert.match(small, /NEW DATA REFUSED: 300 MB free, 524 MB required\./)
  assert.doesNotMatch(startText({ ...start, disk: null }), /disk/)
})

test('names the addresses inside a network that are reachable, only where there are some', () => {
  assert.doesNotMatch(startText(start), /webhooks/)
  assert.doesNotMatch(startText({ ...start, allowed: [] }), /webhooks/)
  const some = startText({ ...start, allowed: ['127.0.0.1/32', '10.0.0.0/8'] })
  assert.match(some, /^ {2}webhooks {3}may also reach 127\.0\.0\.1\/32, 10\.0\.0\.0\/8 inside$/m)
  const many = startText({ ...start, allowed: Array.from({ length: 7 }, (_, index) => `10.0.${index}.0/24`) })
  assert.match(many, /may also reach 7 ranges inside/)
  for (const text of [some, many]) for (const line of text.split('\n')) assert.ok(line.length <= 80, line)
})
