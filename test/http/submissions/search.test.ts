import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../../src/domain/time.ts'
import { type Owner, signIn } from '../../support/fixtures/owner.ts'
import { startService } from '../../support/service/service.ts'

type Listed = { id: string; fields: [string, unknown][] }

/** Returns the results of a search on all its pages, newest first. */
async function search(owner: Owner, q: string, more = ''): Promise<unknown[]> {
  const found: unknown[] = []
  let cursor = ''
  do {
    const { status, json, text } = await owner.get(
      `/submissions?limit=2&q=${encodeURIComponent(q)}${more}${cursor}`,
    )
    assert.equal(status, 200, text)
    for (const { fields } of json.data as Listed[]) found.push(Object.fromEntries(fields).message)
    cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`
  } while (cursor !== '')
  return found
}

test('an owner searches, exports and marks submissions by their content, and nobody else finds them', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const bo = await signIn(service, 'bo@builds.dev')
  const sent = [
    { name: 'Charles Babbage', message: 'What does an engine cost?' },
    { name: 'Mary', message: 'Engines, please!' },
    { name: 'Élodie', message: 'No: the café' },
  ]
  for (const fields of sent) await service.submit(ada.endpoint, fields)
  assert.deepEqual(await search(ada, 'engine'), ['Engines, please!', 'What does an engine cost?'])
  assert.deepEqual(await search(ada, 'ENGINE cost'), ['What does an engine cost?'])
  assert.deepEqual(await search(ada, '"an engine"'), ['What does an engine cost?'])
  assert.deepEqual(await search(ada, 'from:elodie CAFE'), ['No: the café'])
  assert.deepEqual(await search(ada, 'name:engine'), [])
  assert.deepEqual(await search(ada, '"" !'), [])
  assert.deepEqual(await search(bo, 'engine'), [])

  const exported = await ada.get('/submissions/export?format=ndjson&q=engine')
  assert.equal(exported.text.trim().split('\n').length, 2)
  const marked = await ada.post('/submissions/bulk', { filter: { q: 'engine cost' }, action: 'read' })
  assert.deepEqual([marked.json.changed, marked.json.more], [1, false])
  assert.deepEqual(await search(ada, 'is:unread engine'), ['Engines, please!'])
  assert.deepEqual(await search(ada, 'is:read'), ['What does an engine cost?'])
  assert.deepEqual(await search(ada, 'is:read', '&unread=1'), [])

  service.pass({ days: 2 })
  await service.submit(ada.endpoint, { message: 'another engine' })
  const day = new Date(service.now().getTime() - DAY).toISOString().slice(0, 10)
  assert.deepEqual(await search(ada, `engine after:${day}`), ['another engine'])
  assert.deepEqual(await search(ada, `cost before:${day}`), ['What does an engine cost?'])
  assert.deepEqual(await search(ada, `after:${day}`, `&before=${day}`), [])
  const tooLong = await ada.get(`/submissions?q=${'x'.repeat(2001)}`)
  assert.equal(tooLong.status, 400)
})
