import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'
import { PREFILLED_FORMS, toVisit } from '../../support/spam/prefilled-forms.ts'

const ENV = { FORMSLOT_SUBMIT_RATE: '0', FORMSLOT_CREATE_CHALLENGE: 'off' }

test('ten visitors of each of twenty prefilled forms in eight languages: nothing is spam', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  assert.equal(PREFILLED_FORMS.length, 20)
  assert.equal(new Set(PREFILLED_FORMS.map(({ language }) => language)).size, 8)
  for (const form of PREFILLED_FORMS) {
    const { json } = await ada.post('/endpoints', { name: form.language })
    for (let visitor = 0; visitor < 10; visitor += 1) {
      const { status } = await service.post(`/f/${json.id}`, { form: toVisit(form, visitor) })
      assert.equal(status, 200)
    }
    const { json: spam } = await ada.get('/submissions?folder=spam')
    assert.deepEqual(spam.data, [], form.text)
  }
})

test('each of the twenty texts from one sender ten times is spam from the sixth on', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  for (const form of PREFILLED_FORMS) {
    const { json } = await ada.post('/endpoints', { name: form.language })
    for (let copy = 0; copy < 10; copy += 1) {
      const { status } = await service.post(`/f/${json.id}`, { form: toVisit(form, 1) })
      assert.equal(status, 200)
    }
    const { json: spam } = await ada.get(`/submissions?endpoint=${json.id}&folder=spam`)
    assert.equal(Object(spam.data).length, 5, form.text)
  }
})

test('a botnet that sends one offer with many senders and links is caught by its words and links', async () => {
  await using service = await startService({ env: ENV })
  const ada = await signIn(service)
  for (let bot = 0; bot < 20; bot += 1) {
    const form = {
      name: `Bot ${bot}`,
      email: `bot${bot}@example.org`,
      message: `Claim your free spins at the best online casino, no deposit needed: https://win${bot}.top/?id=${bot}`,
    }
    assert.equal((await service.submit(ada.endpoint, form)).status, 200)
  }
  const { json } = await ada.get('/submissions?folder=spam&limit=100')
  const reasons = (json.data as { spam_reasons: string[] }[]).map(({ spam_reasons }) => spam_reasons)
  assert.equal(reasons.length, 20)
  for (const one of reasons) assert.ok(one.includes('gambling') && one.includes('odd_link'), String(one))
})
