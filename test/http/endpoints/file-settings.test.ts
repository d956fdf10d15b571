import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_ACCEPT_ENTRIES } from '../../../src/domain/files/accepted-kinds.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { withFree } from '../../support/fixtures/quota.ts'
import { startService } from '../../support/service/service.ts'

const MEBIBYTE = 1024 ** 2
const OFF = { on: false, accept: [], max_files: null, max_bytes: null, attach: false }

test('an owner sets each setting about files on its own, and sees the limits in force', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const show = async () => {
    const { settings, file_limits } = (await ada.get(place)).json
    return { ...Object(settings).files, limits: file_limits }
  }
  assert.deepEqual(await show(), { ...OFF, limits: null })

  const set = await ada.patch(place, { files: { on: true } })
  assert.equal(set.status, 200, set.text)
  const ofPlan = { file_bytes: 5 * MEBIBYTE, files: 3, total_bytes: 10 * MEBIBYTE }
  assert.deepEqual(await show(), { ...OFF, on: true, limits: ofPlan })

  await ada.patch(place, {
    files: { accept: ['.PDF', 'pdf', ' *.docm', 'Images', 'audio/*', 'application/PDF'] },
  })
  const accept = ['pdf', 'docm', 'images', 'audio/*', 'application/pdf']
  assert.deepEqual((await show()).accept, accept, 'each once, in one way of writing')
  await ada.patch(place, { files: { max_files: 2, max_bytes: 1000, attach: true } })
  const limits = { file_bytes: 1000, files: 2, total_bytes: 10 * MEBIBYTE }
  assert.deepEqual(await show(), { on: true, accept, max_files: 2, max_bytes: 1000, attach: true, limits })
  const audit = (await ada.get('/audit')).json.data as { action: string; detail: string }[]
  assert.deepEqual(
    audit.filter(({ action }) => action === 'settings_changed').map(({ detail }) => detail),
    ['files', 'files', 'files'],
  )

  // A setting may say more than the plan of now includes: a larger plan is no reason to set it again.
  await ada.patch(place, { files: { max_files: 20, max_bytes: 1024 * MEBIBYTE, accept: [] } })
  assert.deepEqual((await show()).limits, ofPlan)
  await ada.post(`${place}/retire`)
  assert.equal((await show()).limits, null)
})

test('a form takes no files before it is confirmed, or under a plan without files', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  await ada.patch(place, { files: { on: true } })
  await service.sql(`update endpoints set confirmed_at = null where id = '${ada.endpoint.form_id}'`)
  assert.equal((await ada.get(place)).json.file_limits, null)

  await using without = await startService({
    adjust: (config) => withFree(config, { filesPerSubmission: 0 }),
  })
  const bo = await signIn(without)
  await bo.patch(`/endpoints/${bo.endpoint.form_id}`, { files: { on: true } })
  assert.equal((await bo.get(`/endpoints/${bo.endpoint.form_id}`)).json.file_limits, null)
})

test('a kind that no form takes is refused by its place, with the reason', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const place = `/endpoints/${ada.endpoint.form_id}`
  const wrong: [files: unknown, field: string, message: RegExp][] = [
    [
      { accept: ['pdf', 'svg'] },
      'files.accept.1',
      /^Files of the type "svg" are never accepted: .* scripts inside it\.$/,
    ],
    [{ accept: ['exe'] }, 'files.accept.0', /^Files of the type "exe" are never accepted/],
    [{ accept: ['pdf', 'png', 'dwg'] }, 'files.accept.2', /^"dwg" is not a known kind of file\. .*, gz\.$/],
    [{ accept: [''] }, 'files.accept.0', /not a known kind/],
    [{ accept: ['x'.repeat(101)] }, 'files.accept.0', /./],
    [{ accept: Array(MAX_ACCEPT_ENTRIES + 1).fill('pdf') }, 'files.accept', /at most 50 entries/],
    [{ accept: 'pdf' }, 'files.accept', /./],
    [{ accept: [7] }, 'files.accept.0', /./],
    [{ max_files: 0 }, 'files.max_files', /./],
    [{ max_files: 21 }, 'files.max_files', /./],
    [{ max_bytes: 0 }, 'files.max_bytes', /./],
    [{ max_bytes: 1.5 }, 'files.max_bytes', /./],
    [{ limits: null }, 'files.limits', /Unknown field/],
    [null, 'files', /./],
  ]
  for (const [files, field, message] of wrong) {
    const refused = await ada.patch(place, { files })
    const shown = JSON.stringify(files)
    assert.deepEqual(
      [refused.status, refused.json.code, refused.json.field],
      [400, 'value_invalid', field],
      shown,
    )
    assert.match(String(refused.json.message), message)
  }
  assert.equal((await ada.get(place)).json.version, 1, 'nothing is saved')
  assert.equal(
    (await ada.patch(place, { files: { accept: Array(MAX_ACCEPT_ENTRIES).fill('pdf') } })).status,
    200,
  )

  const queue = await ada.post('/queues', {})
  const refused = await ada.patch(`/queues/${queue.json.id}`, { files: { on: true } })
  assert.deepEqual([refused.status, refused.json.message], [400, 'Only forms have this setting.'])
})
