import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { findingsOn } from '../support/browser/axe.ts'
import { withoutBrowser } from '../support/browser/browser.ts'
import { seededRandom } from '../support/fixtures/seeded-random.ts'
import { until } from '../support/service/until.ts'
import { openScriptSite, sendMessage } from '../support/snippets/script-site.ts'

const skip = withoutBrowser
const SENT = 'Thank you! Your message has been sent.'
const KEPT = 'We saved your message in this browser and will send it when the connection is back.'
const EXPIRED = 'Your message couldn’t be sent within 24 hours. Check it and send it again.'
const HOUR_MS = 3_600_000

let site: Awaited<ReturnType<typeof openScriptSite>>

if (!skip) {
  before(async () => {
    site = await openScriptSite()
  })
  after(() => site[Symbol.asyncDispose]())
}

/** A visitor's browser, and how many submissions were stored before it was opened. */
async function openVisitor() {
  site.service.pass({ minutes: 1 })
  site.show({ form: 'data-outbox' })
  const context = await site.browser.newContext()
  const before = (await site.stored()).length
  return { context, before, [Symbol.asyncDispose]: () => context.close() }
}

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(site.address)
  return page
}

const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

/** Waits until nothing is kept any more, or only what the visitor decides about. */
async function drained(page: Page): Promise<void> {
  await until(async () => (await page.evaluate(listKept)).every((kept) => kept.ended))
}

/** Waits until nothing is kept at all. */
async function isEmptied(page: Page): Promise<void> {
  await until(async () => (await page.evaluate(listKept)).length === 0)
}

/** Runs in the page. */
function listKept(): Promise<{ ended?: object }[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('formslot', 1)
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').getAll()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })
}

/** Stores what is sent, and loses the answer. */
async function loseAnswers(context: BrowserContext): Promise<void> {
  await context.route(site.endpoint.endpoint_url, async (route) => {
    await route.fetch()
    await route.abort()
  })
}

test('says that a message was sent when the browser fails to forget it, and stores it once', {
  skip,
}, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.addInitScript(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto(site.address)
  await sendMessage(page, 'Once')
  await status(page, SENT)
  await page.reload()
  await page.evaluate(() => document.querySelector('form')?.reset())
  await context.setOffline(true)
  await context.setOffline(false)
  await until(async () => (await page.evaluate(listKept)).length === 1)
  assert.deepEqual(await site.stored(before), ['Once'])
  assert.deepEqual(faults, [])
})

test('keeps a submission without a connection, and sends it as soon as there is one', { skip }, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  const page = await openPage(context)
  await context.setOffline(true)
  await sendMessage(page, 'From the train')
  await status(page, KEPT)
  assert.equal(await page.getByLabel('Message').inputValue(), '')
  assert.deepEqual(await findingsOn(page, { within: 'form' }), [])
  assert.deepEqual(await site.stored(before), [])
  await context.setOffline(false)
  await status(page, SENT)
  assert.deepEqual(await site.stored(before), ['From the train'])
})

test('tries again after 30 seconds, 2 and 10 minutes, and stores a message once whose answers were lost', {
  skip,
}, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  await context.clock.install()
  const page = await openPage(context)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  await loseAnswers(context)
  await sendMessage(page, 'Once')
  await status(page, KEPT)
  for (const [seconds, tries] of [
    [29, 1],
    [2, 2],
    [118, 2],
    [3, 3],
    [597, 3],
    [4, 4],
  ] as const) {
    await page.clock.runFor(seconds * 1000)
    while (posts < tries) await page.clock.runFor(100)
    await until(() => page.evaluate(noTry))
    assert.equal(posts, tries)
  }
  await context.unroute(site.endpoint.endpoint_url)
  await page.clock.runFor(601_000)
  await status(page, SENT)
  assert.deepEqual(await site.stored(before), ['Once'])
})

/** Runs in the page. Returns true when no tab sends. */
async function noTry(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  return held.length === 0
}

test('sends what a closed tab left behind, also when its answer was on the way', { skip }, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  const first = await openPage(context)
  const { promise: stored, resolve } = Promise.withResolvers<void>()
  await context.route(site.endpoint.endpoint_url, async (route) => {
    await route.fetch()
    resolve()
  })
  await sendMessage(first, 'Closed')
  await stored
  await first.close()
  await context.unroute(site.endpoint.endpoint_url)
  const second = await openPage(context)
  await drained(second)
  assert.deepEqual(await site.stored(before), ['Closed'])
})

test('sends from one of two tabs, and both say so', { skip }, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  const [one, two] = [await openPage(context), await openPage(context)]
  let posts = 0
  context.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  await context.setOffline(true)
  await sendMessage(one, 'One')
  await status(one, KEPT)
  await sendMessage(two, 'Two')
  await status(two, KEPT)
  posts = 0
  await context.setOffline(false)
  await status(one, SENT)
  await status(two, SENT)
  assert.equal(posts, 2)
  assert.deepEqual((await site.stored(before)).sort(), ['One', 'Two'])
})

test('waits as long as a busy instance asks for', { skip }, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  await context.clock.install()
  const page = await openPage(context)
  let posts = 0
  await context.route(site.endpoint.endpoint_url, async (route) => {
    posts += 1
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After',
      'retry-after': '300',
    }
    const json = { error: 'busy', code: 'store_busy', message: 'Busy.' }
    await route.fulfill({ status: 503, headers, json })
  })
  await sendMessage(page, 'Patience')
  await status(page, KEPT)
  await context.setOffline(true)
  await context.setOffline(false)
  await page.clock.runFor(290_000)
  await until(() => page.evaluate(noTry))
  assert.equal(posts, 1)
  await context.unroute(site.endpoint.endpoint_url)
  await page.clock.runFor(20_000)
  await status(page, SENT)
  assert.deepEqual(await site.stored(before), ['Patience'])
})

test('gives the text back when the endpoint refuses it later', { skip }, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  const page = await openPage(context)
  await context.setOffline(true)
  const text = 'x'.repeat(64 * 1024 + 1)
  await sendMessage(page, text)
  await status(page, KEPT)
  await context.setOffline(false)
  await alert(page, 'shorten it if it’s very long')
  assert.equal(await page.getByLabel('Message').inputValue(), text)
  assert.equal(await page.getByLabel('Message').getAttribute('aria-invalid'), 'true')
  // It is not lost with the tab either.
  await page.close()
  const again = await openPage(context)
  await alert(again, 'shorten it if it’s very long')
  assert.equal(await again.getByLabel('Email').inputValue(), 'jane@acme.org')
  await sendMessage(again, 'Shorter')
  await status(again, SENT)
  await isEmptied(again)
  await again.reload()
  assert.equal(await again.getByLabel('Message').inputValue(), '')
  assert.deepEqual(await site.stored(before), ['Shorter'])
})

test('gives the text back after 24 hours, and does not send it', { skip }, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  await context.clock.install()
  const page = await openPage(context)
  await context.setOffline(true)
  await sendMessage(page, 'Too late')
  await status(page, KEPT)
  await page.close()
  await context.setOffline(false)
  const now = Date.now()
  await context.clock.setSystemTime(now + 25 * HOUR_MS)
  const again = await openPage(context)
  await alert(again, EXPIRED)
  assert.equal(await again.getByLabel('Message').inputValue(), 'Too late')
  assert.deepEqual(await site.stored(before), [])
  await again.getByRole('button', { name: 'Send' }).click()
  await status(again, SENT)
  await isEmptied(again)
  assert.deepEqual(await site.stored(before), ['Too late'])
  await again.reload()
  assert.equal(await again.getByLabel('Message').inputValue(), '')
})

/** Number of submissions in the ledger; the unclaimed endpoint accepts 50 in all tests together. */
const LEDGER_SIZE = 30
/** Seed of what happens to them. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)

test(`stores each submission exactly once, whatever happens to the network and the tabs (seed ${SEED})`, {
  skip,
}, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  const random = seededRandom(SEED)
  const choose = <Choice>(choices: readonly Choice[]): Choice =>
    choices[Math.floor(random() * choices.length)] as Choice
  await context.clock.install()
  let network: 'good' | 'slow' | 'refusing' | 'losing answers' | 'losing requests' | 'hanging' = 'good'
  await context.route(site.endpoint.endpoint_url, async (route) => {
    if (network === 'refusing') return route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })
    if (network === 'losing requests') return route.abort()
    if (network === 'hanging') return
    const response = await route.fetch()
    if (network === 'losing answers') return route.abort()
    if (network === 'slow') await new Promise((resolve) => setTimeout(resolve, 200))
    // The tab may be closed by now.
    await route.fulfill({ response }).catch(() => {})
  })
  await context.addInitScript(() => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 50)
  })
  const pages = [await openPage(context), await openPage(context)]
  const ledger: string[] = []
  while (ledger.length < LEDGER_SIZE) {
    site.service.pass({ seconds: 20 })
    network = choose(['good', 'slow', 'refusing', 'losing answers', 'losing requests', 'hanging'] as const)
    await context.setOffline(choose([false, false, true]))
    const at = Math.floor(random() * pages.length)
    const page = pages[at]
    assert.ok(page)
    const message = `message ${ledger.length}`
    ledger.push(message)
    await sendMessage(page, message)
    await until(() => page.evaluate(isInOutboxOrDone, message))
    if (choose([true, false])) {
      await page.close()
      await context.setOffline(false)
      pages[at] = await openPage(context)
    } else {
      await page.locator('form:not([aria-busy])').waitFor()
      await page.clock.runFor(31_000)
    }
  }
  network = 'good'
  await context.setOffline(false)
  site.service.pass({ minutes: 10 })
  for (const page of pages) await page.close()
  const last = await openPage(context)
  await drained(last)
  assert.deepEqual((await site.stored(before)).sort(), ledger.sort())
})

/** Runs in the page. Returns true once a submission is kept, or was sent. */
async function isInOutboxOrDone(message: string): Promise<boolean> {
  const form = document.querySelector('form')
  if (form?.getAttribute('aria-busy') === null) return true
  const opening = indexedDB.open('formslot', 1)
  await new Promise((resolve) => {
    opening.onsuccess = resolve
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = resolve
  })
  if (opening.error) return false
  const reading = opening.result.transaction('kept').objectStore('kept').getAll()
  await new Promise((resolve) => {
    reading.onsuccess = resolve
  })
  opening.result.close()
  return reading.result.some((kept) => JSON.stringify(kept.entries).includes(`"${message}"`))
}

test('solves the proof of work that an endpoint asks for with every try, and stores the message once', {
  skip,
}, async () => {
  await using guarded = await openScriptSite({ challenge: 'required' })
  guarded.show({ form: 'data-outbox' })
  const page = await guarded.browser.newPage()
  await page.goto(guarded.address)
  const refused = page.waitForResponse((response) => response.status() === 403)
  await page.context().route(guarded.endpoint.endpoint_url, async (route) => {
    const response = await route.fetch()
    if (response.status() === 200) await route.abort()
    else await route.fulfill({ response })
  })
  await sendMessage(page, 'Worked for')
  assert.equal((await (await refused).json()).code, 'challenge_required')
  await status(page, KEPT)
  assert.deepEqual(await guarded.stored(1), ['Worked for'])
  await page.context().unroute(guarded.endpoint.endpoint_url)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await status(page, SENT)
  assert.deepEqual(await guarded.stored(1), ['Worked for'])
})

test('sends a form although nothing can be kept, and again when the disk is full', { skip }, async () => {
  await using visitor = await openVisitor()
  const { context, before } = visitor
  const page = await openPage(context)
  const allowWrites = (count: number) =>
    page.evaluate((left) => {
      const put = Reflect.get(globalThis, 'put') ?? IDBObjectStore.prototype.put
      Reflect.set(globalThis, 'put', put)
      IDBObjectStore.prototype.put = function (...input) {
        left -= 1
        if (left < 0) throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, input)
      }
    }, count)
  await allowWrites(0)
  await sendMessage(page, 'Not kept')
  await status(page, SENT)
  await allowWrites(1)
  await loseAnswers(context)
  await sendMessage(page, 'Kept badly')
  await alert(page, 'Your message couldn’t be sent.')
  assert.equal(await page.getByLabel('Message').inputValue(), 'Kept badly')
  await context.unroute(site.endpoint.endpoint_url)
  await allowWrites(9)
  await page.getByRole('button', { name: 'Send' }).click()
  await status(page, SENT)
  assert.deepEqual(await site.stored(before), ['Not kept', 'Kept badly'])
})

test('leaves nothing behind on a page without an outbox', { skip }, async () => {
  await using visitor = await openVisitor()
  site.show({})
  const page = await openPage(visitor.context)
  await sendMessage(page, 'Plain')
  await status(page, SENT)
  assert.deepEqual(await page.evaluate(() => indexedDB.databases()), [])
  assert.deepEqual(await page.evaluate(() => ({ ...localStorage, ...sessionStorage })), {})
})
