import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDifferences } from '../../dashboard/src/screens/endpoint/settings/differences.ts'
import { listChanges } from '../../dashboard/src/shell/owned/settings-part.ts'
import '../support/dashboard/english.ts'

const NOW = new Date('2026-11-28T09:00:00Z')
const DEFAULTS = {
  redirect_url: null,
  error_url: null,
  allowed_origins: [],
  honeypot: null,
  expect: [],
  email_notifications: true,
  submitted_subject: false,
  queue_id: null,
  destinations: [],
  store: 'plain',
  spam: { level: 'normal', block: [], allow: [] },
  challenge: 'off',
  files: { on: false, accept: [], max_files: null, max_bytes: null, attach: false },
  email: {
    mode: 'every',
    quiet_hours: null,
    snoozed_until: null,
    sender_name: null,
    subject: null,
    format: 'html_and_text',
  },
}

/** Lists the differences of a form with these settings as "section: text". */
function list(settings: object): string[] {
  // Only these properties are read.
  const form = { settings: { ...DEFAULTS, ...settings }, file_limits: { files: 3 } } as never
  return listDifferences(form, NOW).map(({ section, text }) => `${section}: ${text}`)
}

test('says nothing about a form that was just claimed', () => {
  assert.deepEqual(list({}), [])
})

test('says by section what an owner has set', () => {
  const { spam, files, email } = DEFAULTS
  assert.deepEqual(list({ redirect_url: 'https://acme.org', allowed_origins: ['https://acme.org'] }), [
    'general: redirects after submit, 1 allowed site',
  ])
  assert.deepEqual(list({ error_url: 'https://acme.org', expect: ['name', 'email'] }), [
    'general: redirects after an error, 2 expected fields',
  ])
  assert.deepEqual(list({ spam: { ...spam, level: 'strict', block: ['casino'] }, challenge: 'required' }), [
    'spam: strict, 1 on the block list, proof of work required',
  ])
  assert.deepEqual(
    list({ spam: { ...spam, allow: ['acme.org'] }, honeypot: 'website', challenge: 'score' }),
    ['spam: 1 on the allow list, a honeypot field of your own, proof of work optional'],
  )
  assert.deepEqual(list({ email_notifications: false, destinations: [{}, {}], queue_id: 'q_1' }), [
    'delivery: no emails to you, 2 destinations, a queue',
  ])
  assert.deepEqual(list({ files: { ...files, on: true } }), ['files: on, up to 3'])
  assert.deepEqual(list({ files: { ...files, attach: true } }), [], 'files that are off have no settings')
  assert.deepEqual(
    list({ files: { ...files, on: true, max_bytes: 2 * 1024 ** 2, accept: ['pdf'], attach: true } }),
    ['files: on, up to 3, 2 MiB each, only some kinds, attached to emails'],
  )
  assert.deepEqual(list({ email: { ...email, mode: 'daily', format: 'text' } }), [
    'emails: once a day, plain text only',
  ])
  const quiet_hours = { from: '22:00', to: '07:00' }
  assert.deepEqual(list({ email: { ...email, quiet_hours, sender_name: 'Studio', subject: '{topic}' } }), [
    'emails: quiet from 22:00 to 07:00, a sender name of your own, a subject of your own',
  ])
  assert.deepEqual(list({ submitted_subject: true }), ['emails: the form’s subject'])
  assert.deepEqual(list({ store: 'encrypted' }), ['encryption: submissions are stored encrypted'])
})

test('says that emails are snoozed until the snooze ends', () => {
  const { email } = DEFAULTS
  const snoozed = (until: number) =>
    list({ email: { ...email, snoozed_until: new Date(until).toISOString() } })
  assert.deepEqual(snoozed(NOW.getTime() + 1), ['emails: snoozed'])
  assert.deepEqual(snoozed(NOW.getTime()), [])
})

test('lists only changed settings, those of a group one by one, and deeper values whole', () => {
  const before = {
    name: 'Contact',
    expect: ['name'],
    spam: { level: 'normal', block: ['casino'] },
    email: { mode: 'every', quiet_hours: { from: '22:00', to: '07:00' } },
  }
  assert.deepEqual(listChanges(before, structuredClone(before)), {})
  const after = {
    ...before,
    expect: ['name', 'email'],
    spam: { level: 'normal', block: [] },
    email: { mode: 'every', quiet_hours: { from: '23:00', to: '07:00' } },
  }
  assert.deepEqual(listChanges(after, before), {
    expect: ['name', 'email'],
    spam: { block: [] },
    email: { quiet_hours: { from: '23:00', to: '07:00' } },
  })
})
