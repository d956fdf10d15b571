import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EMAIL_LINK_DAYS } from '../../../src/domain/files/stored-file.ts'
import { PLANS } from '../../../src/domain/plans/plan.ts'
import { DAY, later, MINUTE } from '../../../src/domain/time.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import { loadSecret } from '../../../src/runtime/secret.ts'
import { attachFile, attachFiles, linkTo, toPath } from '../../support/fixtures/attached-files.ts'
import { PDF } from '../../support/fixtures/files.ts'
import { confirmSession, signIn } from '../../support/fixtures/owner.ts'
import { startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html', 'accept-language': 'en', 'sec-fetch-mode': 'navigate' }

/** A refusal without what differs between any two requests. */
async function readRefusal(service: TestService, path: string, headers: Record<string, string> = {}) {
  const { status, text, headers: answered } = await service.get(path, headers)
  return {
    status,
    text: text.replaceAll(/req_\w+/g, 'req_'),
    headers: [...answered].filter(([name]) => !['request-id', 'date', 'content-length'].includes(name)),
  }
}

test('whoever has the link gets the file, for 15 minutes, as a download', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const file = await attachFile(service, ada)
  const link = await ada.post(`${toPath(file)}/link`)
  assert.equal(link.json.expires_at, later(service.now(), 15 * MINUTE).toISOString())
  const path = new URL(String(link.json.url)).pathname
  const answer = await service.get(path, { origin: 'https://elsewhere.dev', ...BROWSER })
  assert.equal(answer.status, 200)
  assert.equal(answer.text, PDF.toString())
  const expected = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'access-control-allow-origin': null,
    'set-cookie': null,
  }
  for (const [name, value] of Object.entries(expected)) assert.equal(answer.headers.get(name), value, name)
  const part = await service.get(path, { range: 'bytes=0-3' })
  assert.deepEqual([part.status, part.text], [206, '%PDF'])
  const head = await service.post(path, { method: 'HEAD' })
  assert.deepEqual(
    [head.status, head.headers.get('content-length'), head.text],
    [200, String(PDF.length), ''],
  )
  assert.equal((await service.post(path, {})).status, 405)

  service.pass({ minutes: 14, seconds: 59 })
  assert.equal((await service.get(path)).status, 200)
  service.pass({ seconds: 1 })
  assert.equal((await service.get(path)).status, 404)
})

/** A link to the only file of the service, as an email has it. */
async function linkForDays(service: TestService, days: number): Promise<string> {
  const keys = createKeys(loadSecret(service.config))
  const [row] = await service.sql('select key from files')
  const until = later(service.now(), days * DAY)
  return `/files/${keys.fileToken({ key: Number(row?.key), until, linkVersion: 0 })}`
}

test('no link leads to a file that the visitor has withdrawn, or whose time is over', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const withdrawn = await attachFile(service, ada)
  const first = await linkForDays(service, 100)
  assert.equal((await service.get(first)).status, 200)
  const keys = createKeys(loadSecret(service.config))
  const receipt = `/r/${keys.receiptToken(withdrawn.submission)}`
  assert.equal((await service.post(`${receipt}/withdraw`)).status, 200)
  assert.equal((await service.get(first)).status, 404)
  assert.equal((await ada.get(toPath(withdrawn))).json.code, 'file_not_found')

  await attachFile(service, ada)
  const second = await linkForDays(service, 100)
  assert.equal((await service.get(second)).status, 200)
  service.pass({ days: PLANS.free.submissionRetentionDays + 10 })
  await service.service.purge()
  assert.equal((await service.get(second)).status, 404)
})

test('a link in an email works for seven days', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  await attachFile(service, ada)
  const path = await linkForDays(service, EMAIL_LINK_DAYS)
  service.pass({ days: 6, hours: 23, minutes: 59 })
  assert.equal((await service.get(path)).status, 200)
  service.pass({ minutes: 1 })
  assert.equal((await service.get(path)).status, 404)
})

test('a changed, a revoked and an expired link, and one to a deleted file, cannot be told apart', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const [expired, revoked, trashed, deleted] = [
    await attachFile(service, ada),
    await attachFile(service, ada),
    await attachFile(service, ada),
    await attachFile(service, ada),
  ]
  const dead: Record<string, string> = { expired: await linkTo(ada, expired) }
  service.pass({ minutes: 15 })
  dead.revoked = await linkTo(ada, revoked)
  dead.trashed = await linkTo(ada, trashed)
  dead.deleted = await linkTo(ada, deleted)
  dead.unknown = `/files/${'0'.repeat(dead.revoked.length - '/files/'.length)}`
  dead.short = '/files/x'
  assert.equal((await ada.post(`/submissions/${revoked.submission}/files/revoke-links`)).status, 204)
  assert.equal((await ada.delete(`/submissions/${trashed.submission}`)).status, 204)
  await confirmSession(service, ada)
  assert.equal((await ada.delete(`/submissions/${deleted.submission}?permanent=true`)).status, 204)
  for (const headers of [{}, BROWSER] as Record<string, string>[]) {
    const seen = await Promise.all(
      Object.entries(dead).map(
        async ([name, path]) => [name, await readRefusal(service, path, headers)] as const,
      ),
    )
    const [, first] = seen[0] ?? assert.fail()
    assert.equal(first.status, 404)
    assert.match(first.text, /file_not_found/)
    for (const [name, refusal] of seen) assert.deepEqual(refusal, first, name)
  }
  const page = await service.get(dead.revoked, BROWSER)
  assert.match(page.text, /This link no longer works/)
  assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  assert.equal(page.headers.get('x-robots-tag'), 'noindex')

  // Back from the trash, its link works again; the owner read it there, too.
  assert.equal((await ada.get(toPath(trashed))).status, 200)
  await ada.patch(`/submissions/${trashed.submission}`, { folder: 'inbox' })
  assert.equal((await service.get(await linkTo(ada, trashed))).status, 200)
})

test('no changed character of a token leads to the file', async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const path = await linkTo(ada, await attachFile(service, ada))
  for (let at = '/files/'.length; at < path.length; at += 1) {
    const changed = `${path.slice(0, at)}${path[at] === '7' ? '8' : '7'}${path.slice(at + 1)}`
    assert.equal((await service.get(changed)).status, 404, String(at))
  }
  for (const changed of [path.toUpperCase().replace('/FILES/', '/files/'), `${path}0`, path.slice(0, -1)]) {
    assert.equal((await service.get(changed)).status, 404, changed)
  }
  assert.equal((await service.get(path)).status, 200)
})

test('revoking stops every earlier link to the files of a submission, is repeatable, and is in the audit log', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const [one = assert.fail(), two = assert.fail()] = await attachFiles(service, ada, [
    { name: 'one.pdf' },
    { name: 'two.pdf' },
  ])
  const other = await attachFile(service, ada)
  const links = [await linkTo(ada, one), await linkTo(ada, two)]
  const otherLink = await linkTo(ada, other)
  const revoke = `/submissions/${one.submission}/files/revoke-links`
  assert.equal((await ada.post(revoke)).status, 204)
  for (const link of links) assert.equal((await service.get(link)).status, 404)
  assert.equal((await service.get(otherLink)).status, 200, 'those of other submissions work')
  const next = await linkTo(ada, one)
  assert.equal((await service.get(next)).status, 200)
  assert.equal((await ada.post(revoke)).status, 204)
  assert.equal((await service.get(next)).status, 404)
  const entries = (await ada.get('/audit')).json.data as Record<string, unknown>[]
  const found = entries.filter(({ action }) => action === 'file_links_revoked')
  assert.equal(found.length, 2)
  assert.deepEqual([found[0]?.subject, found[0]?.detail], [ada.endpoint.form_id, one.submission])
  // A submission without files has none to revoke.
  const bare = String((await service.submit(ada.endpoint, { message: 'no files' })).json.submission_id)
  assert.equal((await ada.post(`/submissions/${bare}/files/revoke-links`)).status, 204)
  const unknown = await ada.post('/submissions/unknown/files/revoke-links')
  assert.deepEqual([unknown.status, unknown.json.code], [404, 'submission_not_found'])
  assert.equal(((await ada.get('/audit')).json.data as unknown[]).length, entries.length)
})

test('a file with malware is refused by its link, on a page that says so', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const file = await attachFile(service, ada)
  const path = await linkTo(ada, file)
  await service.sql(`update files set scan = 'found', malware = 'Eicar'`)
  const page = await service.get(path, BROWSER)
  assert.equal(page.status, 409)
  assert.match(page.text, /This file contains malware/)
  assert.doesNotMatch(page.text, /Eicar|message wasn|What you typed/)
})

test('one address fetches a limited number of files a minute', async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const path = await linkTo(ada, await attachFile(service, ada))
  let status = 200
  let fetched = 0
  for (; status === 200 && fetched < 500; fetched += 1) status = (await service.get(path)).status
  assert.equal(status, 429)
  assert.equal(fetched, 201)
  const refused = await service.get(path)
  assert.equal(refused.json.code, 'call_rate')
  assert.ok(Number(refused.headers.get('retry-after')) >= 1)
  assert.match((await service.get(path, BROWSER)).text, /<h1>/)
  service.pass({ minutes: 1 })
  assert.equal((await service.get(path)).status, 200)
})
