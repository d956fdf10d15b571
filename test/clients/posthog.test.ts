import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { serveFolder } from '../support/browser/folder-site.ts'
import { ADA, startService, type TestService } from '../support/service/service.ts'
import { until } from '../support/service/until.ts'

const DIST = path.resolve(import.meta.dirname, 'node_modules/posthog-js/dist')
/** Browsers and SDKs use their own clocks. */
const now = () => new Date()

type Event = { name: string; url: string | null; user: string | null; props: Record<string, unknown> }

async function create(service: TestService) {
  const { json: made } = await service.post('/t/new', { form: { recipient: ADA } })
  const bearer = { authorization: `Bearer ${made.read_key}` }
  return {
    url: String(made.telemetry_url),
    events: async (): Promise<Event[]> =>
      Object((await service.get(`${made.telemetry_url}/events?limit=100`, bearer)).json).data,
  }
}

/** A page of Ada's shop with posthog-js. Its filter for crawlers would drop the events of a browser under test. */
const page = (url: string, { file, options = {} }: { file: string; options?: object }) => `<!doctype html>
<html lang="en"><title>Shop</title><body><button id="buy">Buy</button><a id="away" href="about:blank">Leave</a>
<script type="module">
  import posthog from './${file}'
  posthog.init('phc_any', {
    api_host: '${url}', opt_out_useragent_filter: true, ...${JSON.stringify(options)},
  })
  window.posthog = posthog
  posthog.identify('ada', { email: 'ada@lovelace.dev' })
  posthog.capture('checkout', { plan: 'pro', seats: 3 })
  window.pay = function pay() { throw new TypeError('no card') }
  try { window.pay() } catch (error) {
    posthog.captureException(new Error('not paid', { cause: error }), { cart: 7 })
  }
</script></body></html>`

async function openShop(service: TestService, content: (url: string) => string, files: readonly string[]) {
  const folder = await mkdtemp(path.join(tmpdir(), 'formslot-posthog-'))
  const site = await serveFolder(folder)
  // Not watched by itself: an exception that nothing catches is part of a test.
  const browser = await openBrowser()
  const telemetry = await create(service)
  for (const file of files) await copyFile(path.join(DIST, file), path.join(folder, file))
  await writeFile(path.join(folder, 'index.html'), content(telemetry.url))
  const tab = await (await browser.newContext()).newPage()
  const [messages, requests]: [string[], string[]] = [[], []]
  tab.on('console', (message) => messages.push(message.text()))
  tab.on('pageerror', (error) => messages.push(String(error)))
  tab.on('request', (request) => {
    const asksOthers = ![service.base, site.origin].some((origin) => request.url().startsWith(origin))
    if (asksOthers && request.url() !== 'about:blank') messages.push(`asked another host: ${request.url()}`)
  })
  tab.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (response.url().startsWith(service.base)) {
      requests.push(`${response.status()} ${pathname.replace(/^\/t\/\w+/, '')}`)
    }
  })
  await tab.goto(`${site.origin}/?utm_source=email`)
  return {
    ...telemetry,
    origin: site.origin,
    tab,
    messages,
    requests,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

describe('posthog-js in a page of another site', { skip: withoutBrowser }, () => {
  for (const [title, options] of [
    ['as it is', {}],
    ['without compression', { disable_compression: true }],
    [
      'with XHR and every extension asked for',
      { api_transport: 'XHR', capture_exceptions: true, enable_heatmaps: true, capture_performance: true },
    ],
  ] as const) {
    test(`sends events and exceptions, ${title}`, async () => {
      await using service = await startService({ now: now(), env: { FORMSLOT_SUBMIT_RATE: '0' } })
      await using shop = await openShop(service, (url) => page(url, { file: 'module.js', options }), [
        'module.js',
      ])
      await until(async () => (await shop.events()).length >= 4)
      await shop.tab.click('#buy')
      await shop.tab.click('#away')
      await until(async () => (await shop.events()).some(({ name }) => name === 'pageleave'))
      const events = await shop.events()
      const named = (wanted: string) => events.filter(({ name }) => name === wanted)
      const [view] = named('pageview')
      assert.deepEqual([view?.url, view?.user], [`${shop.origin}/`, 'ada'])
      assert.deepEqual(named('checkout')[0]?.props, { plan: 'pro', seats: 3, utm_source: 'email' })
      assert.deepEqual(named('autocapture')[0]?.props, { event_type: 'click', utm_source: 'email' })
      const [exception] = named('exception')
      assert.deepEqual(
        { ...exception?.props, 'exception.stacktrace': null },
        {
          'exception.type': 'Error',
          'exception.message': 'not paid',
          'exception.stacktrace': null,
          cart: 7,
          utm_source: 'email',
        },
      )
      const trace = String(exception?.props['exception.stacktrace']).replaceAll(shop.origin, '')
      assert.match(
        trace,
        /^at \? \(\/:\d+:\d+\)\nCaused by: TypeError: no card\nat pay \(\/:\d+:\d+\)\nat \? /,
      )
      assert.deepEqual(named('identify').length, 1)
      assert.deepEqual(shop.messages, [], 'nothing in the console of the page')
      assert.deepEqual(
        shop.requests.filter((request) => !request.startsWith('200 ')),
        [],
      )
      assert.ok(shop.requests.length <= 12, shop.requests.join('\n'))
    })
  }
})

test('posthog-js with all its extensions in one file reports uncaught exceptions', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ now: now(), env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const file = 'module.full.no-external.js'
  const content = (url: string) => page(url, { file, options: { capture_exceptions: true } })
  await using shop = await openShop(service, content, [file])
  await shop.tab.evaluate('void setTimeout(() => window.pay())')
  const uncaught = async () =>
    (await shop.events()).filter(({ props }) => props['exception.type'] === 'TypeError')
  await until(async () => (await uncaught()).length > 0)
  const [event] = await uncaught()
  assert.match(String(event?.props['exception.stacktrace']), /^at pay /)
  assert.deepEqual(shop.messages, ['TypeError: no card'], 'the exception itself and nothing else')
})

test('the telemetry page gives the settings that these tests use', async () => {
  const guide = await readFile(path.resolve(import.meta.dirname, '../../docs/telemetry.md'), 'utf8')
  for (const setting of [
    "`posthog.init('any', { api_host: 'TELEMETRY_URL' })`",
    "`new PostHog('any', { host: 'TELEMETRY_URL' })`",
    '`posthog-js/dist/module.full.no-external` with `capture_exceptions: true`',
  ]) {
    assert.ok(guide.includes(setting), setting)
  }
})

/** posthog-node in a program of its own, which imports it as a program does. */
const PROGRAM = `import { PostHog } from 'posthog-node'
const posthog = new PostHog('phc_any', { host: process.env.HOST, flushAt: 1, ...JSON.parse(process.env.OPTIONS) })
posthog.on('error', (error) => console.error('posthog', error))
posthog.capture({ distinctId: 'ada', event: 'checkout', properties: { plan: 'pro', seats: 3 } })
posthog.identify({ distinctId: 'ada', properties: { email: 'ada@lovelace.dev' } })
posthog.groupIdentify({ groupType: 'company', groupKey: 'acme' })
function pay() { throw new TypeError('no card') }
try { pay() } catch (error) { posthog.captureException(error, 'ada', { cart: 7 }) }
const flags = await posthog.evaluateFlags('ada')
console.log(JSON.stringify([flags.isEnabled('new-cart'), await posthog.getAllFlags('ada')]))
await posthog.shutdown()
`

for (const [title, options] of [
  ['with gzip', {}],
  ['without compression', { disableCompression: true }],
] as const) {
  test(`posthog-node sends events and exceptions, and finds no feature flags, ${title}`, async () => {
    await using service = await startService({ now: now() })
    const { url, events } = await create(service)
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', PROGRAM],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, HOST: url, OPTIONS: JSON.stringify(options) },
        timeout: 120_000,
      },
    )
    assert.deepEqual([JSON.parse(stdout), stderr], [[false, {}], ''])
    const sent = await events()
    assert.deepEqual(sent.map(({ name }) => name).sort(), [
      'checkout',
      'exception',
      'feature_flag_called',
      'groupidentify',
      'identify',
    ])
    const named = (wanted: string) => sent.find(({ name }) => name === wanted)
    assert.deepEqual([named('checkout')?.user, named('checkout')?.props], ['ada', { plan: 'pro', seats: 3 }])
    const props = named('exception')?.props ?? {}
    assert.deepEqual(
      [props['exception.type'], props['exception.message'], props.cart],
      ['TypeError', 'no card', 7],
    )
    assert.match(String(props['exception.stacktrace']), /^at pay \(.*:\d+:\d+\)\nat /)
  })
}
