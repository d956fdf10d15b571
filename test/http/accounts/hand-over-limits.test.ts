import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAgency } from '../../support/fixtures/hand-over.ts'
import { confirmSession } from '../../support/fixtures/owner.ts'

test('an account sends 30 invitations and offers of forms a day together', async () => {
  await using service = await openAgency()
  const { ada, place } = service
  const invite = (address: string) => ada.post('/account/members', { email: address, role: 'viewer' })
  for (let pair = 0; pair < 15; pair += 1) {
    const invited = await invite(`member${pair}@acme.dev`)
    assert.equal(invited.status, 201, invited.text)
    const asked = await ada.post(place, { email: `client${pair}@acme.dev` })
    assert.equal(asked.status, 201, asked.text)
    await ada.delete(place)
  }
  assert.equal((await ada.post(place, { email: 'more@acme.dev' })).json.code, 'asking_rate')
  assert.equal((await invite('more@acme.dev')).json.code, 'asking_rate')
  service.pass({ days: 1 })
  await confirmSession(service, ada)
  assert.equal((await ada.post(place, { email: 'more@acme.dev' })).status, 201)
})
