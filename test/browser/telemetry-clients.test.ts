import assert from 'node:assert/strict'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { serveFolder } from '../support/browser/folder-site.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'

const TRACKER = path.resolve(
  import.meta.dirname,
  '../../node_modules/@plausible-analytics/tracker/plausible.js',
)

/** A page of Ada's site with Plausible's tracker, her own beacons, and pixels. */
const page = (url: string) => `<!doctype html><html lang="en"><title>Shop</title>
<img id="seen" src="${url}/p.gif?name=picture&plan=pro" alt="">
<img id="lost" src="${url.replace(/t_\w+$/, 't_0000000000000000')}/p.gif?name=picture" alt="">
<script type="module">
  import { init, track } from './plausible.js'
  init({ domain: 'lovelace.dev', endpoint: '${url}/api/event', captureOnLocalhost: true })
  track('Purchase', { props: { plan: 'pro' }, revenue: { amount: 9.99, currency: 'EUR' } })
  navigator.sendBeacon('${url}', JSON.stringify({ name: 'beacon', props: { left: true } }))
  const blob = new Blob([JSON.stringify({ name: 'blob' })], { type: 'application/json' })
  navigator.sendBeacon('${url}', blob)
</script>`

test("Plausible's tracker, beacons and pixels send events from a page of another site", {
  skip: withoutBrowser,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-shop-'))
  await using service = await startService()
  await using site = await serveFolder(folder)
  await using browser = await openBrowser(service, site.origin)
  const made = (await service.post('/t/new', { form: { recipient: ADA } })).json
  const url = String(made.telemetry_url)
  await copyFile(TRACKER, path.join(folder, 'plausible.js'))
  await writeFile(path.join(folder, 'index.html'), page(url))
  const context = await browser.newContext()
  const tab = await context.newPage()
  const errors: string[] = []
  tab.on('console', (message) => errors.push(message.text()))
  await tab.goto(`${site.origin}/?utm_source=email`)
  const bearer = { authorization: `Bearer ${made.read_key}` }
  await until(async () => {
    const [row] = await service.sql('select accepted_count from endpoints')
    return Number(row?.accepted_count) >= 5
  })
  // A beacon with a JSON blob sends a preflight with credentials; its failure is not an error of the page.
  assert.deepEqual(errors, [])
  const widths = await tab.evaluate(() => [...document.images].map((image) => image.naturalWidth))
  assert.deepEqual(widths, [1, 1], 'also where there is no such endpoint')
  const read = await tab.evaluate(async (address) => {
    const answers = await Promise.allSettled([
      fetch(`${address}/status`),
      fetch(`${address}/status`, { credentials: 'include' }),
      fetch(`${address}/events`, { credentials: 'include' }),
    ])
    return answers.map((answer) => answer.status)
  }, url)
  assert.deepEqual(read, ['fulfilled', 'rejected', 'rejected'], 'nothing is read with credentials')
  const listed = await service.get(`${made.telemetry_url}/events`, bearer)
  const seen: { name: string; url: string | null; props: object }[] = Object(listed.json).data
  const named = (name: string) => seen.find((event) => event.name === name)
  assert.equal(named('pageview')?.url, `${site.origin}/`)
  assert.deepEqual(named('Purchase')?.props, { plan: 'pro', revenue: 9.99, currency: 'EUR' })
  assert.deepEqual(named('beacon')?.props, { left: true })
  assert.equal(named('blob')?.name, 'blob')
  assert.deepEqual(named('picture')?.props, { plan: 'pro' })
  assert.equal(named('picture')?.url, `${site.origin}/`)
  assert.deepEqual(await context.cookies(), [])
  await rm(folder, { recursive: true })
})

/** A page that sends what Umami's script of version 3 sends, in the same way. */
const umamiPage = (url: string) => `<!doctype html><html lang="en"><title>Shop</title><script type="module">
  let cache, disabled = false
  async function send(payload, type = 'event') {
    if (disabled) return 'stopped'
    const place = { website: 'any', hostname: location.hostname, url: location.href, referrer: '', title: document.title }
    const response = await fetch('${url}/api/send', {
      keepalive: true,
      method: 'POST',
      body: JSON.stringify({ type, payload: { ...place, ...payload } }),
      headers: {
        'Content-Type': 'application/json',
        'x-umami-website-id': 'any',
        'x-umami-hostname': location.hostname,
        ...(cache !== undefined && { 'x-umami-cache': cache }),
      },
      credentials: 'omit',
    })
    const answer = await response.json()
    disabled = !!answer.disabled
    cache = answer.cache
    return response.status
  }
  window.send = send
  window.sent = [await send({}), await send({ name: 'signup', data: { plan: 'pro' } }), await send({ lcp: 8 }, 'performance')]
</script>`

test("Umami's script for pages sends events with its own headers, and stops when the endpoint is gone", {
  skip: withoutBrowser,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-umami-'))
  await using service = await startService()
  await using site = await serveFolder(folder)
  await using browser = await openBrowser(service, site.origin)
  const ada = await signIn(service)
  const made = (await ada.post('/telemetry')).json
  await writeFile(path.join(folder, 'index.html'), umamiPage(String(made.telemetry_url)))
  const tab = await (await browser.newContext()).newPage()
  const errors: string[] = []
  tab.on('console', (message) => errors.push(message.text()))
  await tab.goto(site.origin)
  const sent = await tab.waitForFunction('window.sent')
  assert.deepEqual(await sent.jsonValue(), [200, 200, 200])
  assert.deepEqual(errors, [])
  const listed = await ada.get(`/telemetry/${made.id}/events`)
  const names = Object(listed.json).data.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['performance', 'signup', 'pageview'])
  await ada.post(`/telemetry/${made.id}/retire`)
  assert.deepEqual(
    await tab.evaluate('window.send({}).then(async (first) => [first, await window.send({})])'),
    [410, 'stopped'],
  )
  await rm(folder, { recursive: true })
})
