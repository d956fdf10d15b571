import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SPAM_REASONS } from '../../src/domain/spam/spam-reasons.ts'
import {
  CHALLENGES,
  MAX_SPAM_ENTRY_LENGTH,
  MAX_SPAM_LIST_ENTRIES,
  SPAM_LEVELS,
} from '../../src/domain/spam/spam-settings.ts'
import { becomeOwner, fillForm, openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

test('the commands and the form of the spam page work', async () => {
  await using service = await startService()
  const guide = await openGuide('spam.md', service.base)
  const { endpoint_url, form_id } = await service.createEndpoint('jane@acme.org')
  await service.post(endpoint_url, { form: { message: 'hello' } })
  guide.env.FORM_ID = form_id
  guide.env.ACCOUNT_KEY = await becomeOwner(service)
  const [change = '', dryRun = '', ...others] = guide.commands()
  assert.deepEqual(others, [])
  const { settings } = JSON.parse(await guide.shell(change))
  assert.deepEqual(settings.spam, {
    level: 'strict',
    block: ['casino', 'example.net'],
    allow: ['bo@builds.dev'],
  })
  const { spam } = JSON.parse(await guide.shell(dryRun))
  assert.deepEqual(spam, { verdict: 'spam', reasons: ['blocked_word', 'challenge_missing'] })

  const [page = ''] = guide.blocks('html')
  const form = page.replace('ENDPOINT_URL', endpoint_url).replace(' data-challenge', '')
  assert.equal((await fillForm(service, form)).json.ok, true)
})

test('the levels, reasons and limits on the spam page are those of the code', async () => {
  const { text } = await openGuide('spam.md', '')
  const rows = [...text.matchAll(/^\| `([^`…]+)` \| ([^|]+?) \|/gm)].map(([, code = '', words]) => [
    code,
    words,
  ])
  const isAny = (codes: readonly string[]) => (row: unknown[]) => codes.includes(String(row[0]))
  const levels = rows.filter(isAny(SPAM_LEVELS)).map(([code]) => code)
  assert.deepEqual(levels.slice(0, SPAM_LEVELS.length), SPAM_LEVELS)
  assert.deepEqual(
    rows.slice(-CHALLENGES.length).map(([code]) => code),
    CHALLENGES,
  )
  assert.deepEqual(
    rows.filter(isAny(Object.keys(SPAM_REASONS))),
    Object.entries(SPAM_REASONS).map(([code, { sentence }]) => [code, sentence]),
  )
  assert.ok(text.includes(`${MAX_SPAM_LIST_ENTRIES} entries of up to ${MAX_SPAM_ENTRY_LENGTH} characters`))
})
