import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser.ts'
import { serveFolder } from '../support/folder-site.ts'
import { ADA, startService } from '../support/service.ts'
import { until } from '../support/until.ts'

const TRACKER = path.resolve(
  import.meta.dirname,
  '../../node_modules/@plausible-analytics/tracker/plausible.js',
)

/** A page of Ada's site with the tracker of Plausible and a beacon of her own. */
const page = (url: string) => `<!doctype html><html lang="en"><title>Shop</title>
<script type="module">
  import { init, track } from './plausible.js'
  init({ domain: 'lovelace.dev', endpoint: '${url}/api/event', captureOnLocalhost: true })
  track('Purchase', { props: { plan: 'pro' }, revenue: { amount: 9.99, currency: 'EUR' } })
  navigator.sendBeacon('${url}', JSON.stringify({ name: 'beacon', props: { left: true } }))
</script>`

test('the tracker of Plausible and a beacon send events from a page of another site', {
  skip: withoutBrowser,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-shop-'))
  await using service = await startService()
  await using site = await serveFolder(folder)
  await using browser = await openBrowser(service, site.origin)
  const made = (await service.post('/t/new', { form: { recipient: ADA } })).json
  await copyFile(TRACKER, path.join(folder, 'plausible.js'))
  await writeFile(path.join(folder, 'index.html'), page(String(made.telemetry_url)))
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.goto(`${site.origin}/?utm_source=letter`)
  const bearer = { authorization: `Bearer ${made.read_key}` }
  await until(async () => {
    const [row] = await service.sql('select accepted_count from endpoints')
    return Number(row?.accepted_count) >= 3
  })
  const listed = await service.get(`${made.telemetry_url}/events`, bearer)
  const seen: { name: string; url: string | null; props: object }[] = Object(listed.json).data
  const named = (name: string) => seen.find((event) => event.name === name)
  assert.equal(named('pageview')?.url, `${site.origin}/`)
  assert.deepEqual(named('Purchase')?.props, { plan: 'pro', revenue: 9.99, currency: 'EUR' })
  assert.deepEqual(named('beacon')?.props, { left: true })
  assert.deepEqual(await context.cookies(), [])
  await rm(folder, { recursive: true })
})
