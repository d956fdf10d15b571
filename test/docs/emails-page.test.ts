import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_NAMED_IN_DIGEST, SINGLE_EMAILS_PER_HOUR } from '../../src/domain/outbox/email-rhythm.ts'
import {
  EMAIL_FORMATS,
  EMAIL_MODES,
  MAX_SENDER_NAME_LENGTH,
  MAX_SNOOZE_DAYS,
  MAX_SUBJECT_LENGTH,
} from '../../src/domain/outbox/email-settings.ts'
import { becomeOwner, openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the command of the emails page works', async () => {
  await using service = await startService()
  const guide = await openGuide('emails.md', service.base)
  const { endpoint_url, form_id } = await service.createEndpoint('jane@acme.org')
  await service.post(endpoint_url, { form: { message: 'hello' } })
  guide.env.FORM_ID = form_id
  guide.env.ACCOUNT_KEY = await becomeOwner(service)
  const [change = '', ...others] = guide.commands()
  assert.deepEqual(others, [])
  const { settings } = JSON.parse(await guide.shell(change))
  assert.equal(settings.email.mode, 'daily')
  assert.equal(settings.email.subject, '[{form}] {topic}')
})

test('the limits of the emails page are those of the program', async () => {
  const { text } = await openGuide('emails.md', '')
  for (const mode of [...EMAIL_MODES, ...EMAIL_FORMATS]) assert.ok(text.includes(`\`${mode}\``), mode)
  for (const words of [
    `has had ${SINGLE_EMAILS_PER_HOUR} emails`,
    `next ${MAX_SNOOZE_DAYS} days`,
    `up to ${MAX_SENDER_NAME_LENGTH} characters`,
    `up to ${MAX_SUBJECT_LENGTH} characters`,
    `At most the ${MAX_NAMED_IN_DIGEST} newest are listed`,
  ])
    assert.ok(text.includes(words), words)
})
