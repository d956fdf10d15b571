import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  explainNoEffect,
  findSubject,
  getControlUse,
  isData,
  markControls,
} from '../../../src/domain/submissions/control-names.ts'
import type { Field } from '../../../src/domain/submissions/fields.ts'
import { classifyFields } from '../../../src/domain/submissions/submission.ts'

const FORM_ID = 'f_00000000000000000000000001'

function toFields(values: Record<string, string>): Field[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }))
}

function markedNames(values: Record<string, string>): string[] {
  return markControls(toFields(values), FORM_ID).map(({ name }) => name)
}

test('names with a leading underscore control wherever they appear, and similar names are data', () => {
  const uses = {
    honeypot: ['_gotcha', '_honey', '_honeypot', '__mf_hp'],
    next: ['_next', '_redirect', '_success_url', '_after'],
    error: ['_error', '_error_url'],
    reply_to: ['_replyto', '_reply_to', '_email.replyto'],
    subject: ['_subject', '_email.subject'],
    none: [
      ...[
        '_captcha',
        '_template',
        '_format',
        '_language',
        '_append',
        '_host_nonce',
        '_webhook',
        '_cc',
        '_bcc',
      ],
      ...['_autoresponse', '_blacklist', '_feedback.success.title', '_feedback.language', '_email.from'],
    ],
  }
  for (const [use, names] of Object.entries(uses))
    for (const name of names) assert.equal(getControlUse(name), use, name)
  for (const name of ['_Next', 'next', '_feedbacks', '_email_', '_', '', '_custom', 'toString', '__proto__'])
    assert.equal(getControlUse(name), null, name)
})

test('a plain name controls only with the ID of this form as its key', () => {
  const controls = {
    redirect: 'x',
    replyto: 'x',
    from_name: 'x',
    botcheck: '',
    subject: 's',
    'bot-field': '',
  }
  const names = Object.keys(controls)
  assert.deepEqual(markedNames(controls), names, 'without evidence they are data')
  for (const wrong of ['', 'f_00000000000000000000000002', '11111111-2222-3333-4444-555555555555'])
    assert.deepEqual(markedNames({ access_key: wrong, ...controls }), ['access_key', ...names], wrong)
  const marked = ['_redirect', '_replyto', '_from_name', '_botcheck', 'subject', 'bot-field']
  for (const key of ['access_key', 'accessKey', 'apiKey', 'apikey'])
    assert.deepEqual(markedNames({ ...controls, [key]: FORM_ID }), [...marked, `_${key}`], key)
})

test("a form of Netlify is known by its form-name, and loses nothing but Netlify's own names", () => {
  const sent = { 'form-name': 'contact', 'bot-field': '', subject: 'Hi', redirect: 'east', email: 'a@b.dev' }
  assert.deepEqual(markedNames(sent), ['_form-name', '_bot-field', 'subject', 'redirect', 'email'])
})

test('captcha tokens of other services are never data, and a form of nothing else is empty', () => {
  for (const name of ['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response']) {
    const [field] = markControls([{ name, value: 'token' }], FORM_ID)
    assert.deepEqual(field, { name: `_${name}`, value: 'token' })
    assert.ok(field && !isData(field))
    assert.deepEqual(classifyFields([field]), { kind: 'empty' })
  }
})

test('a filled honeypot of any vendor is spam', () => {
  const isSpam = (values: Record<string, string>) =>
    classifyFields(markControls(toFields({ message: 'hi', ...values }), FORM_ID)).kind === 'spam'
  for (const name of ['_gotcha', '_honey', '_honeypot', '__mf_hp']) assert.ok(isSpam({ [name]: 'x' }), name)
  assert.ok(isSpam({ access_key: FORM_ID, botcheck: 'on' }))
  assert.ok(isSpam({ 'form-name': 'contact', 'bot-field': 'x' }))
  assert.ok(!isSpam({ botcheck: 'on', 'bot-field': 'x' }), 'data without evidence')
})

test('a plain subject is the subject only in markup of a vendor that reads it so', () => {
  const subject = (values: Record<string, string>) =>
    findSubject(markControls(toFields(values), FORM_ID))?.value
  assert.equal(subject({ subject: 'Hi' }), undefined)
  assert.equal(subject({ subject: 'Hi', access_key: FORM_ID }), 'Hi')
  assert.equal(subject({ subject: 'Hi', 'form-name': 'contact' }), 'Hi')
  assert.equal(subject({ subject: 'Hi', '_email.subject': 'Hello' }), 'Hello')
})

test('ordinary fields stay as they were sent', () => {
  const fields = toFields({ name: 'Jane', email: 'jane@acme.org', message: 'hi', _next: '/thanks' })
  assert.equal(markControls(fields, FORM_ID), fields)
})

test('names without effect have a reason, and controls that work and data have none', () => {
  assert.match(explainNoEffect('_cc') ?? '', /destinations/)
  assert.match(explainNoEffect('_autoresponse') ?? '', /never sent email/)
  assert.match(explainNoEffect('_g-recaptcha-response') ?? '', /not checked/)
  assert.match(explainNoEffect('_captcha') ?? '', /not mailed/)
  for (const name of ['_next', '_gotcha', 'message', '_custom'])
    assert.equal(explainNoEffect(name), null, name)
})
