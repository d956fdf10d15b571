import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PLANS } from '../../src/domain/plans/plan.ts'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { codeIn, signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

const FREE = { ...PLANS.free, destinations: 1 }
/** For a long page whose colors another test measures. */
const STRUCTURE = [{ size: 'wide', colorScheme: 'light', without: ['color-contrast'] }] as const
const LOOKED_AT = '/looked-at'

if (!withoutBrowser) await builtDashboard()

test('every public page works without a script and without axe violations', {
  skip: withoutBrowser,
}, async (t) => {
  await using service = await startService({
    adjust: (config) => ({ ...config, plans: { ...config.plans, free: FREE } }),
  })
  const { base } = service
  await using browser = await openBrowser(service)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const viewer = await (await browser.newContext()).newPage()
  let shown = ''
  // One route for all pages: removing and adding it for each page was flaky.
  await viewer.route(`**${LOOKED_AT}`, (route) => route.fulfill({ body: shown, contentType: 'text/html' }))
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const pressed = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await t.test(
    'creating: the landing page, an invalid recipient, and the start page of an endpoint',
    async () => {
      await page.goto(base)
      await look('landing')
      await page.getByLabel('Send messages to').fill('you@yourdomain.com')
      await page.keyboard.press('Enter')
      await page.getByRole('alert').waitFor()
      await look('landing, refused')
      await page.getByLabel('Send messages to').fill(ADA)
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/start$/)
      service.pass({ seconds: 2 })
      await look('start')
      const form = page.url().replace(/\/start$/, '')
      await page.getByText('Try it here').click()
      await page.getByRole('textbox', { name: 'Message' }).fill('a first try')
      await pressed('Send')
      await page.waitForURL(/\/r\/\w{58}$/)
      await look('receipt')
      await page.goto(form)
      await heading('This is a form endpoint')
      await look('form')
    },
  )

  await t.test('reading: the documentation, by its menu', async () => {
    await page.goto(base)
    await page.locator('main').getByRole('link', { name: 'Documentation' }).first().click()
    await page.waitForURL(`${base}/docs`)
    await look('docs, start')
    const menu = page.getByRole('navigation', { name: 'Documentation' })
    await menu.getByRole('link', { name: 'Queues' }).first().click()
    await heading('Queues')
    await look('docs, a guide')
    await menu.getByText('Public API', { exact: true }).click()
    await menu.getByRole('link', { name: 'Messages' }).click()
    await heading('Messages')
    await page.getByRole('listitem').filter({ hasText: '/q/new' }).getByRole('link').click()
    await page.locator('main summary').filter({ hasText: 'Errors' }).first().click()
    await look('docs, a tag')
    await menu.getByRole('link', { name: 'Errors' }).click()
    await heading('Errors')
    await look('docs, errors', STRUCTURE)
  })

  await t.test('errors: unknown addresses and refused forms', async () => {
    const endpoint = await service.createEndpoint()
    for (const [name, path] of [
      ['no page', '/nowhere'],
      ['no form', '/f/f_0000000000000000'],
      ['no claim', '/claim/nothing'],
      ['no sign-in', '/sign-in/nothing'],
      ['no destination', '/destination/nothing'],
    ] as const) {
      const answer = await page.goto(base + path)
      assert.ok([404, 410].includes(answer?.status() ?? 0), name)
      await look(name)
    }
    await page.goto(`${endpoint.endpoint_url}/start`)
    await page.getByText('Try it here').click()
    await page.getByRole('textbox', { name: 'Message' }).fill(' ')
    await page.getByRole('textbox', { name: 'Email' }).fill('jane@acme.org')
    await page.route(endpoint.endpoint_url, (route) => route.continue({ postData: '' }), { times: 1 })
    await pressed('Send')
    await page.getByText('fields_missing').waitFor()
    await look('nothing sent')
  })

  await t.test('owning: the claim, and declining it', async () => {
    const mine = await service.createEndpoint('grace@navy.mil')
    await service.submit(mine, { message: 'hello' })
    await page.goto(await service.linkIn('claim'))
    await heading(/Is this your form/)
    await look('claimed')
    await page.reload()
    await heading(/Is this your form/)
    await look('claimed before')
    const other = await service.createEndpoint('charles@babbage.org')
    await service.submit(other, { message: 'hello' })
    const declineUrl = await service.linkIn('disown')
    await page.goto(declineUrl)
    await heading('Wasn’t this you?')
    await look('disown')
    await pressed('Shut it down and block my address')
    await heading('It’s shut down')
    await look('disowned')
    await pressed('Undo')
    await heading('Undone')
    await look('disowned, undone')
    await page.goto(declineUrl)
    await pressed('Shut it down and block my address')
    await page.goto(other.endpoint_url)
    await look('form, retired')
  })

  await t.test('emails: stopping and restarting them', async () => {
    const ada = await signIn(service)
    service.pass({ minutes: 1 })
    await service.submit(ada.endpoint, { message: 'hello' })
    await page.goto(await service.linkIn('emails'))
    await look('emails')
    await pressed('Stop these emails')
    await heading('Emails are off')
    await look('emails, stopped')
    await pressed('Turn emails back on')
    await heading('Emails are back on')
    await look('emails, started')
    await ada.post(`/endpoints/${ada.endpoint.form_id}/destinations`, { email: 'sales@lovelace.dev' })
    await service.deliver()
    const confirmationUrl = (await service.emails())
      .at(-1)
      ?.text?.match(/http\S+\/destination\/[0-9a-z]+/)?.[0]
    await page.goto(confirmationUrl ?? '')
    await look('destination')
    await pressed('Yes, send them to me')
    await heading('You receive messages from this form')
    await look('destination, confirmed')
    await pressed('Stop these emails')
    await heading('Emails from this form are off')
    await look('destination, stopped')
    await pressed('Turn emails back on')
    await heading('You receive messages from this form')
    const { settings } = (await ada.get(`/endpoints/${ada.endpoint.form_id}`)).json
    const [{ id }] = Object(settings).destinations
    await ada.delete(`/endpoints/${ada.endpoint.form_id}/destinations/${id}`)
    await page.goto(confirmationUrl ?? '')
    await heading('You don’t receive messages from this form')
    await look('destination, gone')
  })

  await t.test('signing in: by code, by link, and in another browser', async () => {
    const ask = async (asking: Page) => {
      await asking.goto(`${base}/sign-in`)
      await asking.getByLabel('Email address').fill(ADA)
      await asking.getByRole('button', { name: 'Email me a link' }).click()
      await asking.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    }
    await page.goto(`${base}/sign-in`)
    await look('sign-in')
    await ask(page)
    await look('sign-in, sent')
    await page.getByLabel('Code from the email').fill('00000000')
    await pressed('Sign in')
    await page.getByRole('alert').waitFor()
    await look('sign-in, wrong code')
    await page.getByLabel('Code from the email').fill(await codeIn(service))
    await pressed('Sign in')
    await page.waitForURL(`${base}/app`)
    assert.match(await page.content(), /The dashboard needs JavaScript/)

    const other = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await ask(other)
    const link = await service.linkIn('sign-in')
    await context.clearCookies()
    await page.goto(link)
    await look('sign-in link')
    await pressed('Sign in')
    await heading('Did you request this?')
    await look('sign-in link, in doubt')
    await pressed('Sign in')
    await page.waitForURL(`${base}/app`)
    await page.goto(link)
    await heading('This link no longer works')
    await look('sign-in link, used')
  })

  /** Runs axe on the page in a browser with scripts, which axe needs. */
  async function look(name: string, appearances = BOTH_THEMES) {
    shown = await page.content()
    await viewer.goto(base + LOOKED_AT)
    await checkAppearances(viewer, name, appearances)
  }
})
