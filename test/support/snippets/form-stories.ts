import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { HONEYPOT } from '../../../src/snippets/snippet.ts'
import { findingsOn } from '../browser/axe.ts'
import type { Arrival } from './arrivals.ts'
import { type FormSite, ODD_NAME, openFormSite, type Site } from './form-site.ts'

const FAILED = 'Your message could not be sent. Check your connection and try again.'
const THANKS = 'Thank you! Your message has been sent.'
const JANE = { Name: 'Jane Doe', Email: 'jane@acme.org', Message: 'Hello,\nis anybody there?' }
const FIELDS: [string, string][] = [
  ['name', 'Jane Doe'],
  ['email', 'jane@acme.org'],
  ['message', 'Hello,\r\nis anybody there?'],
]
const TOO_LONG = 'x'.repeat(64 * 1024 + 1)

/** Tests of every form with a script, in a real browser. */
export async function testForm(t: TestContext, formSite: FormSite): Promise<void> {
  const { endpoint, service } = formSite
  const arrived = arrivalAt(formSite)

  await story(
    t,
    formSite,
    'a submission arrives with its fields, and the visitor is thanked',
    async (page, before) => {
      const faults = getFaults(page)
      await page.goto(formSite.address)
      assert.deepEqual(await findingsOn(page, { within: 'form' }), [])
      await fill(page, JANE)
      await send(page, THANKS)
      assert.equal(page.url(), formSite.address)
      assert.equal(await page.getByLabel('Message').inputValue(), '')
      assert.deepEqual(await formSite.arrivedSince(before), [arrived])
      assert.deepEqual(faults, [])
    },
  )

  await story(t, formSite, 'what the browser finds missing is not sent', async (page, before) => {
    await page.goto(formSite.address)
    await page.getByRole('button', { name: 'Send' }).click()
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('name')), 'name')
    assert.deepEqual(await formSite.arrivedSince(before), [])
  })

  await story(
    t,
    formSite,
    'a refusal is shown, and its field marked until it is mended',
    async (page, before) => {
      await page.goto(formSite.address)
      await fill(page, { ...JANE, Message: TOO_LONG })
      await send(page, 'message: This entry is longer than 64 KiB.')
      const message = page.getByLabel('Message')
      assert.equal(await message.evaluate((input) => input === document.activeElement), true)
      assert.equal(await message.getAttribute('aria-invalid'), 'true')
      assert.equal(await page.getByLabel('Name').getAttribute('aria-invalid'), 'false')
      await fill(page, JANE)
      await send(page, THANKS)
      assert.equal(await message.getAttribute('aria-invalid'), 'false')
      assert.deepEqual(await formSite.arrivedSince(before), [arrived])
    },
  )

  await story(t, formSite, 'a message whose answer was lost is stored once', async (page, before) => {
    await page.goto(formSite.address)
    await page.route(endpoint.endpoint_url, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await fill(page, JANE)
    await send(page, FAILED)
    assert.equal(await page.getByLabel('Message').inputValue(), JANE.Message)
    await page.unroute(endpoint.endpoint_url)
    await send(page, THANKS)
    assert.deepEqual(await formSite.arrivedSince(before), [arrived])
  })

  await story(
    t,
    formSite,
    'a message that was changed after its answer was lost is another one',
    async (page, before) => {
      await page.goto(formSite.address)
      await page.route(endpoint.endpoint_url, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await fill(page, JANE)
      await send(page, FAILED)
      await page.unroute(endpoint.endpoint_url)
      await page.getByLabel('Message').fill('Never mind.')
      await send(page, THANKS)
      // After a success, the same text is a new submission.
      await fill(page, { ...JANE, Message: 'Never mind.' })
      await send(page, THANKS)
      assert.equal((await formSite.arrivedSince(before)).length, 3)
    },
  )

  await story(t, formSite, 'an endpoint that does not answer is given up', async (page, before) => {
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 100)
    })
    await page.goto(formSite.address)
    await page.route(endpoint.endpoint_url, () => {})
    await fill(page, JANE)
    await send(page, FAILED)
    assert.deepEqual(await formSite.arrivedSince(before), [])
  })

  await story(t, formSite, 'a form sent twice at once is sent once', async (page, before) => {
    let posts = 0
    page.on('request', (request) => {
      if (request.method() === 'POST') posts += 1
    })
    await page.goto(formSite.address)
    await fill(page, JANE)
    await page.evaluate(() => {
      document.querySelector('form')?.requestSubmit()
      document.querySelector('form')?.requestSubmit()
    })
    await page.getByRole('status').filter({ hasText: THANKS }).waitFor()
    assert.equal(posts, 1)
    assert.equal((await formSite.arrivedSince(before)).length, 1)
  })

  await story(
    t,
    formSite,
    'people do not meet the honeypot, and a bot is told thanks',
    async (page, before) => {
      await page.goto(formSite.address)
      assert.equal(await page.getByRole('textbox').count(), 3)
      await fill(page, JANE)
      await page.locator('form [hidden] input').evaluate((input) => {
        if (input instanceof HTMLInputElement) input.value = 'https://casino.dev'
      })
      await send(page, THANKS)
      const fields = [...FIELDS, [formSite.honeypot, 'https://casino.dev']]
      assert.deepEqual(await formSite.arrivedSince(before), [{ fields, spam: true }])
    },
  )
  service.pass({ minutes: 1 })
}

/** Declares tests without scripts, for pages that contain the form before any script runs. */
export async function tellStoryWithoutScript(t: TestContext, formSite: FormSite): Promise<void> {
  await t.test('without script the form posts itself and leads to the receipt', async () => {
    const before = (await formSite.arrivedSince(0)).length
    const context = await formSite.browser.newContext({ javaScriptEnabled: false })
    await using _closing = closing(context)
    const page = await context.newPage()
    await page.goto(formSite.address)
    await fill(page, JANE)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/\/r\/\w{58}$/)
    assert.deepEqual(await formSite.arrivedSince(before), [arrivalAt(formSite)])
  })
}

/** Tests the form of an owner who requires a proof of work: the page solves it, and the solution is not stored. */
export async function testChallengeForm(t: TestContext, site: Site): Promise<void> {
  await using formSite = await openFormSite({ ...site, honeypot: ODD_NAME, challenge: 'required' })
  const { endpoint, service } = formSite
  const plain = await service.submit(endpoint, { message: 'without a solution' })
  assert.deepEqual([plain.status, plain.json.code], [403, 'challenge_required'])
  await story(t, formSite, 'the page solves the proof of work', async (page, before) => {
    const faults = getFaults(page)
    await page.goto(formSite.address)
    await fill(page, JANE)
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Your message has been sent').waitFor()
    assert.equal(page.url(), formSite.address)
    assert.deepEqual(await formSite.arrivedSince(before), [arrivalAt(formSite)])
    assert.deepEqual(faults, [])
  })
}

/** The stored fields of Jane's form: the standard honeypot as sent, an owner's own one not at all. */
function arrivalAt({ honeypot }: FormSite): Arrival {
  return { fields: honeypot === HONEYPOT ? [...FIELDS, [HONEYPOT, '']] : FIELDS, spam: false }
}

async function story(
  t: TestContext,
  formSite: FormSite,
  sentence: string,
  tell: (page: Page, before: number) => Promise<void>,
): Promise<void> {
  await t.test(sentence, async () => {
    const before = (await formSite.arrivedSince(0)).length
    // Enough for the submit rate of the endpoint to be out of the way.
    formSite.service.pass({ minutes: 1 })
    const context = await formSite.browser.newContext()
    await using _closing = closing(context)
    await tell(await context.newPage(), before)
  })
}

function closing(context: BrowserContext) {
  return { [Symbol.asyncDispose]: () => context.close() }
}

async function fill(page: Page, form: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(form)) await page.getByLabel(label).fill(value)
}

async function send(page: Page, status: string): Promise<void> {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('status').filter({ hasText: status }).waitFor()
}

function getFaults(page: Page): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  return faults
}
