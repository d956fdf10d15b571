import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { attachFile, attachFiles, linkTo, toPath } from '../../support/fixtures/attached-files.ts'
import { signIn } from '../../support/fixtures/owner.ts'
import { openContract } from '../../support/service/contract.ts'
import { startService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html' }

test('responses with files match the OpenAPI document, with every documented response seen', async () => {
  await using service = await startService()
  const { check, notGiven } = openContract((await service.get('/openapi.json')).text)
  const ada = await signIn(service)
  const file = await attachFile(service, ada)
  const place = toPath(file)
  const one = '/api/v1/submissions/{id}/files/{file_id}'
  const all = '/api/v1/submissions/{id}/files'
  const link = `${one}/link`
  const revoke = '/api/v1/submissions/{id}/files/revoke-links'
  const open = '/files/{token}'
  const get = (headers: Record<string, string> = {}) => ada.get(place, headers)

  check('get', one, await get())
  check('get', one, await get({ range: 'bytes=0-3' }))
  check('get', one, await get({ range: 'bytes=999999-' }))
  check('get', one, await ada.get(`/submissions/${file.submission}/files/x`))
  check('get', one, await ada.get(`/submissions/x/files/${file.id}`))
  check('get', one, await ada.get(`${place}?x=y`))
  check('get', all, await ada.get(`/submissions/${file.submission}/files`))
  check('get', all, await ada.get('/submissions/x/files'))
  check('get', all, await ada.get(`/submissions/${file.submission}/files?x=y`))
  const bare = String((await service.submit(ada.endpoint, { message: 'no files' })).json.submission_id)
  const none = await ada.get(`/submissions/${bare}/files`)
  check('get', all, none)
  assert.equal(none.json.code, 'file_not_found')
  const made = await ada.post(`${place}/link`)
  check('post', link, made)
  check('post', link, await ada.post('/submissions/x/files/x/link'))
  check('post', link, await ada.post(`${place}/link`, { x: 'y' }))
  const address = new URL(String(made.json.url)).pathname
  for (const headers of [{}, BROWSER] as Record<string, string>[]) {
    check('get', open, await service.get(address, headers))
    check('get', open, await service.get('/files/x', headers))
  }
  check('get', open, await service.get(address, { range: 'bytes=0-3' }))
  check('get', open, await service.get(address, { range: 'bytes=999999-' }))
  check('post', revoke, await ada.post(`/submissions/${file.submission}/files/revoke-links`))
  check('post', revoke, await ada.post('/submissions/x/files/revoke-links'))
  check('post', revoke, await ada.post('/submissions/x/files/revoke-links', { x: 'y' }))

  // The storage fails: a file stands where a folder was.
  const [failing = assert.fail(), infected = assert.fail()] = await attachFiles(service, ada, [{}, {}])
  const folder = path.join(service.config.dataDir, 'files', failing.place.slice(0, 2))
  const failingLink = await linkTo(ada, failing)
  await rm(folder, { recursive: true })
  await writeFile(folder, '')
  check('get', one, await ada.get(toPath(failing)))
  for (const headers of [{}, BROWSER] as Record<string, string>[]) {
    check('get', open, await service.get(failingLink, headers))
  }

  const infectedLink = await linkTo(ada, infected)
  await service.sql(`update files set scan = 'found' where place = '${infected.place}'`)
  check('get', one, await ada.get(toPath(infected)))
  check('post', link, await ada.post(`${toPath(infected)}/link`))
  for (const headers of [{}, BROWSER] as Record<string, string>[]) {
    check('get', open, await service.get(infectedLink, headers))
  }
  for (let opened = 0; opened < 200; opened += 1) await service.get('/files/x')
  for (const headers of [{}, BROWSER] as Record<string, string>[]) {
    check('get', open, await service.get('/files/x', headers))
  }
  assert.deepEqual(notGiven('files'), [])
  assert.deepEqual(
    notGiven('links').filter((promise) => promise.includes('/files/')),
    [],
  )
})
