import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { getCreationsBeforeChallenge, MAX_CHALLENGE_TRIES } from '../../src/domain/challenges/challenge.ts'
import { SPAM_REASONS } from '../../src/domain/spam/spam-reasons.ts'
import {
  CHALLENGES,
  MAX_SPAM_ENTRY_LENGTH,
  MAX_SPAM_LIST_ENTRIES,
  SPAM_LEVELS,
} from '../../src/domain/spam/spam-settings.ts'
import { becomeOwner, fillForm, openGuide } from '../support/docs/guide.ts'
import { startService } from '../support/service/service.ts'

const MAIN = path.resolve(import.meta.dirname, '../../client/src/main.ts')

test('the commands and the form of the spam page work', async () => {
  await using service = await startService()
  const guide = await openGuide('spam.md', service.base)
  const { endpoint_url, form_id } = await service.createEndpoint('jane@acme.org')
  const { json: sent } = await service.post(endpoint_url, { json: { message: 'hello' } })
  guide.env.FORM_ID = form_id
  guide.env.SUBMISSION_ID = String(sent.submission_id)
  guide.env.ACCOUNT_KEY = await becomeOwner(service)
  const [change = '', review = '', dryRun = '', submit = '', ...others] = guide.commands()
  assert.deepEqual(others, [])
  const { settings } = JSON.parse(await guide.shell(change))
  assert.deepEqual(settings.spam, {
    level: 'strict',
    block: ['casino', 'example.net'],
    allow: ['bo@builds.dev'],
  })
  assert.deepEqual(JSON.parse(await guide.shell(review)), { changed: 1 })
  const { spam } = JSON.parse(await guide.shell(dryRun))
  assert.deepEqual(spam, { verdict: 'spam', reasons: ['blocked_word', 'challenge_missing'] })

  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-guide-'))
  const npx = `#!/bin/sh\nshift\nexec '${process.execPath}' --no-warnings '${MAIN}' "$@"\n`
  await writeFile(path.join(folder.path, 'npx'), npx, { mode: 0o755 })
  guide.env.PATH = `${folder.path}:${guide.env.PATH}`
  guide.env.FORMSLOT_BASE = service.base
  const headers = { authorization: `Bearer ${guide.env.ACCOUNT_KEY}` }
  const required = await service.post(`/api/v1/endpoints/${form_id}`, {
    method: 'PATCH',
    json: { challenge: 'required' },
    headers,
  })
  assert.equal(required.status, 200, required.text)
  assert.equal(JSON.parse(await guide.shell(submit)).ok, true)
  const [script = '', ...scripts] = guide.blocks('js')
  assert.deepEqual(scripts, [])
  assert.match(await guide.script(script.replace('ENDPOINT_URL', endpoint_url)), /ok: true/)
  assert.equal((await service.sql('select nonce from spent_challenges')).length, 2)

  const [page = ''] = guide.blocks('html')
  const optional = { method: 'PATCH', json: { challenge: 'score' } }
  await service.post(`/api/v1/endpoints/${form_id}`, { ...optional, headers })
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
  assert.deepEqual(rows.filter(isAny(Object.keys(SPAM_REASONS))), Object.entries(SPAM_REASONS))
  for (const [difficulty, tries] of Object.entries(MAX_CHALLENGE_TRIES)) {
    assert.ok(text.includes(`| ${difficulty} | ${tries} |`), difficulty)
  }
  assert.ok(text.includes(`more than ${getCreationsBeforeChallenge(500)} were created within an hour`))
  assert.ok(text.includes(`${MAX_SPAM_LIST_ENTRIES} entries of up to ${MAX_SPAM_ENTRY_LENGTH} characters`))
})
