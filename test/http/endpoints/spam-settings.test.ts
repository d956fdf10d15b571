import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SPAM_ENTRY_LENGTH, MAX_SPAM_LIST_ENTRIES } from '../../../src/domain/spam/spam-settings.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

test('an owner sets the level, the lists and the challenge of a form, each on its own', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const getSpam = async () => {
    const { spam, challenge } = Object((await ada.get(place)).json.settings)
    return { ...spam, challenge }
  }
  const claimed = { level: 'normal', block: [], allow: [], challenge: 'off' }
  assert.deepEqual(await getSpam(), claimed, 'a claim sets the level')
  const made = await ada.post('/endpoints', { name: 'Shop' })
  assert.equal(Object(made.json.settings).spam.level, 'normal')

  const block = ['Casino', 'casino ', ' Buy  NOW', '@Example.net', 'ＳＥＯ', 'Bo@Builds.dev']
  const set = await ada.patch(place, { spam: { block, allow: ['münchen.de'] }, challenge: 'score' })
  assert.equal(set.status, 200, set.text)
  const kept = ['casino', 'buy now', 'example.net', 'seo', 'bo@builds.dev']
  assert.deepEqual(await getSpam(), {
    level: 'normal',
    block: kept,
    allow: ['xn--mnchen-3ya.de'],
    challenge: 'score',
  })
  assert.equal((await ada.patch(place, { spam: { block: kept } })).json.version, set.json.version)
  await ada.patch(place, { spam: { level: 'strict' } })
  await ada.patch(place, { spam: { allow: [] } })
  assert.deepEqual(await getSpam(), { level: 'strict', block: kept, allow: [], challenge: 'score' })
  const audit = (await ada.get('/audit')).json.data as { action: string; detail: string }[]
  assert.deepEqual(
    audit.filter(({ action }) => action === 'settings_changed').map(({ detail }) => detail),
    ['spam', 'spam', 'spam, challenge'],
  )
  await ada.patch(place, { spam: { level: 'off', block: [] }, challenge: 'off' })
  assert.deepEqual(await getSpam(), { ...claimed, level: 'off' })
  assert.deepEqual(await service.sql('select block from spam_lists'), [], 'nothing is left of its entries')
})

test('a list that is too long or has a wrong entry is refused as a whole, by the place of the entry', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const full = Array.from({ length: MAX_SPAM_LIST_ENTRIES }, (_, n) => `word${n}`)
  const wrong: [spam: unknown, field: string, message: RegExp][] = [
    [{ level: 'loud' }, 'spam.level', /./],
    [{ block: 'casino' }, 'spam.block', /./],
    [{ block: [...full, 'one more'] }, 'spam.block', /at most 500 entries/],
    [{ block: ['casino', ''] }, 'spam.block.1', /empty/],
    [{ allow: ['ok', 'ok', 'https://evil.dev/x'] }, 'spam.allow.2', /URL.*domain/],
    [{ block: ['x'.repeat(MAX_SPAM_ENTRY_LENGTH + 1)] }, 'spam.block.0', /at most 100 characters/],
    [{ block: ['bo@localhost'] }, 'spam.block.0', /email address/],
    [{ block: [7] }, 'spam.block.0', /./],
    [{ learn: true }, 'spam.learn', /Unknown field/],
    [null, 'spam', /./],
  ]
  for (const [spam, field, message] of wrong) {
    const refused = await ada.patch(place, { spam })
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.field],
      [400, 'value_invalid', field],
      JSON.stringify(spam),
    )
    assert.match(String(refused.json.message), message)
    assert.ok(!refused.text.includes('evil.dev'), 'nothing that was sent is in the answer')
  }
  assert.equal((await ada.patch(place, { challenge: 'on' })).json.field, 'challenge')
  assert.equal((await ada.get(place)).json.version, 1)
  assert.equal((await ada.patch(place, { spam: { block: full } })).status, 200)

  const queue = await ada.post('/queues', {})
  const events = await ada.post('/telemetry', {})
  for (const other of [`/queues/${queue.json.id}`, `/telemetry/${events.json.id}`]) {
    for (const body of [{ spam: { level: 'off' } }, { challenge: 'score' }]) {
      const refused = await ada.patch(other, body)
      assert.equal(refused.status, 400)
      assert.deepEqual([refused.json.code, refused.json.field], ['value_invalid', Object.keys(body)[0]])
      assert.equal(refused.json.message, 'Only forms have this setting.')
    }
    assert.equal((await ada.patch(other, { colour: 'red' })).json.message, 'Unknown field.')
  }
})
