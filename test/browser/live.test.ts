import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { createCalls, FROM_HERE, signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

test('EventSource receives changes, reconnects after downtime, and stops after sign-out', {
  skip: withoutBrowser,
}, async () => {
  await using opened = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-live-'))
  opened.defer(() => rm(dataDir, { recursive: true }))
  await using service = await startService({ dataDir })
  const ada = await signIn(service)
  await using browser = await openBrowser()
  const context = await browser.newContext()
  const [name = '', value = ''] = ada.cookie.split('=')
  await context.addCookies([{ name, value, url: service.base }])
  const page = await context.newPage()
  await page.route('**/blank', (route) => route.fulfill({ body: '<p>blank', contentType: 'text/html' }))
  await page.goto(`${service.base}/blank`)
  await page.evaluate(() => {
    const source = new EventSource('/api/v1/stream')
    const seen: string[] = []
    for (const kind of ['ready', 'submission', 'changed']) {
      source.addEventListener(kind, ({ data }) => seen.push(`${kind} ${data}`))
    }
    Object.assign(window, { source, seen })
  })
  const seen = (kind: string, count: number) =>
    page.waitForFunction(
      ({ kind, count }) =>
        Reflect.get(window, 'seen').filter((one: string) => one.startsWith(kind)).length >= count,
      { kind, count },
    )
  await seen('ready', 1)
  const { json } = await service.submit(ada.endpoint, { message: 'hello' })
  await seen('submission', 1)
  const announcements: string[] = await page.evaluate(() => Reflect.get(window, 'seen'))
  assert.ok(announcements.some((one) => one.includes(String(json.submission_id))))

  await service.close()
  const again = opened.use(
    await startService({ dataDir, env: { FORMSLOT_PORT: String(service.port) }, now: service.now() }),
  )
  await seen('ready', 2)
  await createCalls(again, { cookie: ada.cookie, ...FROM_HERE }).post('/sign-out')
  await page.waitForFunction(() => Reflect.get(window, 'source').readyState === EventSource.CLOSED)
})
