import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { ALL_THEMES_AND_SIZES, BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openOwnerPage } from '../support/browser/owner-page.ts'
import { type Owner, signIn } from '../support/fixtures/owner.ts'
import { ADA, startService, type TestService } from '../support/service/service.ts'
import { type Receiver, startReceiver } from '../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }

if (!withoutBrowser) await builtDashboard()

type Opened = { service: TestService; receiver: Receiver; ada: Owner; page: OwnerPage }

/** Opens the settings of Ada's form beside a receiver of webhooks. */
async function inSettings(env: Record<string, string>, work: (opened: Opened) => Promise<void>) {
  await using receiver = await startReceiver()
  // As the browser, whose clock says since when to deliver again.
  await using service = await startService({ env, egressPorts: [receiver.port], now: new Date() })
  const ada = await signIn(service)
  await service.deliver()
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/forms/${ada.endpoint.form_id}/settings/delivery`)
  await work({ service, receiver, ada, page })
}

const section = (page: OwnerPage) => page.getByRole('region', { name: /^Where / })
const row = (page: OwnerPage, text: string) =>
  section(page).getByRole('listitem').filter({ hasText: text }).first()
const press = (page: OwnerPage, name: string) => page.getByRole('button', { name, exact: true }).click()
const closed = (page: OwnerPage) => page.locator('[data-modal]').waitFor({ state: 'detached' })

async function done(page: OwnerPage) {
  await press(page, 'Done')
  await closed(page)
}

/** Chooses from the menu of the webhook. */
async function choose(page: OwnerPage, item: string) {
  await row(page, 'Webhook')
    .getByRole('button', { name: /^More for Webhook/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Adds a webhook at the receiver in the open settings, and returns its secret. */
async function addWebhook({ page, receiver }: Opened): Promise<string> {
  await press(page, 'Add a destination')
  await page.getByRole('radio', { name: 'Webhook' }).check()
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill(receiver.url)
  await page.keyboard.press('Enter')
  return page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
}

function verify(secret: string, request: Receiver['received'][number] | undefined) {
  assert.ok(request)
  const { body, headers } = request
  new Webhook(secret).verify(body, headers as Record<string, string>)
}

test('adds a webhook, tests it, and follows a submission to it', { skip: withoutBrowser }, async (t) =>
  inSettings(PRO, async (opened) => {
    const { service, receiver, ada, page } = opened
    const place = `/endpoints/${ada.endpoint.form_id}/destinations`
    let secret = ''
    let submission = ''

    await t.test('asks for each kind in its words, and explains a wrong address at its field', async () => {
      await press(page, 'Add a destination')
      await checkAppearances(page, 'the kinds of destinations', BOTH_THEMES)
      await page.getByRole('radio', { name: 'Slack' }).check()
      const field = page.getByRole('textbox', { name: 'Incoming webhook URL' })
      await field.fill('https://discord.com/api/webhooks/1/x')
      await press(page, 'Add')
      await page.getByText('This is an address of Discord.').waitFor()
      assert.equal(await field.getAttribute('aria-invalid'), 'true')
      await page.checkScreen('an address of another kind')
      await page.getByRole('radio', { name: 'Webhook' }).check()
      await page
        .getByRole('textbox', { name: 'URL', exact: true })
        .fill(`http://10.1.2.3:${receiver.port}/hook`)
      await press(page, 'Add')
      await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'inside a network' }).waitFor()
      await press(page, 'Cancel')
      await closed(page)
    })

    await t.test('shows the secret once, and what is wrong with a failing test', async () => {
      receiver.answerWith(({ response }) => {
        response.writeHead(500).end('no such table: hooks')
      })
      secret = await addWebhook(opened)
      assert.match(secret, /^whsec_/)
      await press(page, 'Send a test')
      await page.getByText(/Answered 500 in \d+ ms\./).waitFor()
      await page.getByText('no such table: hooks').waitFor()
      await page.getByText('webhook-signature: v1,').waitFor()
      await page.getByText('"type":"webhook.test"').waitFor()
      await checkAppearances(page, 'a test that failed', BOTH_THEMES)
      assert.equal((await page.ask(place)).data[0].state, 'untested')
      receiver.answerWith(200)
      await press(page, 'Send it again')
      await page.getByText('This destination is active.').waitFor()
      verify(secret, receiver.received.at(-1))
      await done(page)
      await row(page, 'Webhook').getByText('Active').waitFor()
      assert.ok(!(await page.content()).includes(secret), 'the secret is shown no more')
    })

    await t.test('shows each attempt with its answer on the submission, and sends it again', async () => {
      receiver.answerWith(({ response }) => {
        response.writeHead(503).end('migrating')
      })
      const sent = await service.submit(ada.endpoint, { email: 'grace@navy.mil', message: 'A moth.' })
      submission = String(sent.json.submission_id)
      await service.deliver()
      receiver.answerWith(200)
      service.pass({ seconds: 5 })
      await service.deliver()
      await page.follow(`/app/inbox/${submission}?view=delivery`)
      const delivery = page.getByRole('region', { name: /^Webhook to http/ })
      const attempts = delivery.getByRole('listitem')
      await attempts.filter({ hasText: 'Delayed, will retry' }).getByText('503 migrating').waitFor()
      await attempts
        .filter({ hasText: 'Accepted' })
        .getByText(/ \d+ ms$/)
        .waitFor()
      await page.getByRole('region', { name: `Email to ${ADA}` }).waitFor()
      await page.checkScreen('a submission with a webhook')
      await page.getByRole('combobox', { name: 'Send to' }).click()
      await page.getByRole('option', { name: /^Webhook: http/ }).click()
      await press(page, 'Send again')
      await page.getByText('Delivery queued').waitFor()
      const before = receiver.received.length
      await service.deliver()
      assert.equal(receiver.received.length, before + 1)
      verify(secret, receiver.received.at(-1))
      await page.follow(`/app/forms/${ada.endpoint.form_id}/settings/delivery`)
    })

    await t.test('lists its deliveries, resends one, and delivers again what it missed', async () => {
      await row(page, 'Webhook').getByText('Last delivery: accepted').waitFor()
      await checkAppearances(page, 'destinations', ALL_THEMES_AND_SIZES)
      await page.setViewportSize({ width: 1280, height: 800 })
      await choose(page, 'Deliveries')
      const list = page.getByRole('list', { name: 'Deliveries' })
      assert.equal(await list.getByRole('button', { name: 'Send again' }).count(), 2)
      await list.getByText('2 attempts').click()
      await list.getByText('503 migrating').waitFor()
      await page.checkScreen('deliveries to a webhook')
      await list.getByRole('button', { name: 'Send again' }).first().click()
      await page.getByText('Sent again').waitFor()
      await list.getByText('Queued').first().waitFor()
      await press(page, 'Deliver again')
      // The one before the webhook was added.
      await page.getByText('1 delivery queued').waitFor()
      const before = receiver.received.length
      await service.deliver()
      assert.equal(receiver.received.length, before + 2)
      await done(page)
    })

    await t.test('disables and enables it, and says by whom', async () => {
      await choose(page, 'Disable')
      await row(page, 'Webhook').getByText('by you. Enable it to deliver here again.').waitFor()
      await page.checkScreen('a disabled destination')
      await choose(page, 'Enable')
      await row(page, 'Webhook').getByText('Active').waitFor()
      receiver.answerWith(410)
      await service.submit(ada.endpoint, { message: 'gone' })
      await service.deliver()
      await page.reload()
      await row(page, 'Webhook').getByText('answered that it no longer exists').waitFor()
      receiver.answerWith(200)
      await row(page, 'Webhook').getByRole('button', { name: 'Send a test' }).click()
      await page.getByText('This destination is active.').waitFor()
      await done(page)
    })

    await t.test('replaces its secret after a fresh sign-in, and both sign', async () => {
      service.pass({ minutes: 16 })
      await choose(page, 'Replace the signing secret')
      await press(page, 'Replace')
      await page.confirmSignIn()
      const next = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
      assert.notEqual(next, secret)
      await page.getByText('For 24 hours, each request is signed with this secret').waitFor()
      await page.checkScreen('a new signing secret')
      await done(page)
      await row(page, 'Webhook').getByRole('button', { name: 'Send a test' }).click()
      await page.getByText('This destination is active.').waitFor()
      const { headers = {} } = receiver.received.at(-1) ?? {}
      assert.equal(String(headers['webhook-signature']).split(' ').length, 2)
      await done(page)
    })

    await t.test('changes its events and its address, and removes it', async () => {
      await choose(page, 'Address and events')
      await page.getByRole('checkbox', { name: 'New submissions' }).click()
      await page.getByText('Choose at least one, or disable the destination instead.').waitFor()
      assert.ok(await page.getByRole('button', { name: 'Save', exact: true }).last().isDisabled())
      await page.checkScreen('a destination without events')
      await page.getByRole('checkbox', { name: 'Submissions that were found to be spam' }).click()
      await page.getByRole('textbox', { name: 'URL', exact: true }).fill(`${receiver.url}/moved`)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await press(page, 'Send a test')
      await page.getByText('This destination is active.').waitFor()
      assert.equal(receiver.received.at(-1)?.path, '/hook/moved')
      await done(page)
      assert.deepEqual((await page.ask(place)).data[0].events, ['submission.spam'])
      await choose(page, 'Remove')
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
      await row(page, 'Webhook').waitFor({ state: 'detached' })
      await page.follow('/app/settings/activity')
      for (const words of [
        'Destination removed',
        'Destination changed',
        'Signing secret of a webhook replaced',
      ])
        await page.getByText(words).first().waitFor()
    })
  }),
)

test(
  'on Free, a form delivers to one place: the email, or a destination instead',
  {
    skip: withoutBrowser,
  },
  async () =>
    inSettings({ FORMSLOT_SUBMIT_RATE: '0' }, async (opened) => {
      const { service, receiver, ada, page } = opened
      await page
        .getByText('This form delivers to one place: your email, or one destination instead')
        .waitFor()
      await press(page, 'Add a destination')
      await page.getByRole('textbox', { name: 'Email address' }).fill('grace@navy.mil')
      await press(page, 'Add')
      await page.getByText('Turn your emails off to use a destination instead').waitFor()
      await checkAppearances(page, 'a destination that the plan refuses', BOTH_THEMES)
      await press(page, 'Cancel')
      await closed(page)
      await addWebhook(opened)
      await press(page, 'Send a test')
      await page.getByRole('dialog').getByText('Turn your emails off to deliver here instead.').waitFor()
      await done(page)
      await row(page, 'Webhook').getByText('Not in use').waitFor()
      assert.ok(await page.getByRole('button', { name: 'Add a destination' }).isDisabled())
      await checkAppearances(page, 'a destination beside emails on Free', BOTH_THEMES)
      await row(page, 'You').getByRole('switch').click()
      await page.getByText(`Submissions go to 1 destination, but are not emailed to ${ADA}.`).waitFor()
      await row(page, 'Webhook').getByText('Active').waitFor()
      const emails = (await service.emails()).length
      await service.submit(ada.endpoint, { message: 'to one place' })
      await service.deliver()
      assert.match(receiver.received.at(-1)?.body ?? '', /to one place/)
      assert.equal((await service.emails()).length, emails)
      const [submission] = (await page.ask('/submissions?limit=1')).data
      await page.follow(`/app/inbox/${submission.id}?view=delivery`)
      // To the webhook: emails are off.
      await press(page, 'Send again')
      await page.getByText('Delivery queued').waitFor()
    }),
)

test(
  'adds and tests a destination by keyboard alone, and finds the settings by the palette',
  {
    skip: withoutBrowser,
  },
  async () =>
    inSettings(PRO, async ({ receiver, page }) => {
      await page.getByRole('button', { name: 'Add a destination' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Add a destination' }).waitFor()
      const isFocused = (role: 'radio' | 'textbox' | 'button', name: string) =>
        page.getByRole(role, { name, exact: true }).and(page.locator(':focus')).waitFor()
      await isFocused('radio', 'Email')
      await page.keyboard.press('ArrowRight')
      await isFocused('radio', 'Webhook')
      await page.keyboard.press('Tab')
      await isFocused('textbox', 'URL')
      await page.keyboard.type(receiver.url)
      await page.keyboard.press('Enter')
      await isFocused('textbox', 'Signing secret')
      for (const _ of ['Copy', 'how to verify', 'Done', 'Send a test']) await page.keyboard.press('Tab')
      await isFocused('button', 'Send a test')
      await page.keyboard.press('Enter')
      await page.getByText('This destination is active.').waitFor()
      await page.keyboard.press('Escape')
      await closed(page)
      await isFocused('button', 'Add a destination')
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill('slack')
      await page.getByRole('option', { name: 'Change the destinations of this form' }).waitFor()
    }),
)

test('a telemetry endpoint tells a webhook what its watches say', { skip: withoutBrowser }, async () =>
  inSettings(PRO, async (opened) => {
    const { service, receiver, ada, page } = opened
    const made = (await ada.post('/telemetry', { name: 'App' })).json
    const id = String(made.id)
    await page.screen(`/telemetry/${id}?view=settings`)
    await page.getByRole('heading', { name: 'Where notifications go' }).waitFor()
    await press(page, 'Add a destination')
    assert.equal(await page.getByRole('radio', { name: 'Email' }).count(), 0)
    await press(page, 'Cancel')
    await closed(page)
    await addWebhook(opened)
    await press(page, 'Send a test')
    await page.getByText('This destination is active.').waitFor()
    await done(page)
    await choose(page, 'Address and events')
    for (const name of ['Watches that fire', 'Watches that clear again'])
      assert.ok(await page.getByRole('checkbox', { name }).isChecked(), name)
    await page.checkScreen('the events of a telemetry endpoint')
    assert.equal(JSON.parse(receiver.received[0]?.body ?? '').data.endpoint_id, id)
    await press(page, 'Cancel')
    await closed(page)
    const watch = await ada.post(`/telemetry/${id}/watches`, { name: 'signup', when: { kind: 'every' } })
    assert.equal(watch.status, 201, watch.text)
    await service.post(String(made.telemetry_url), { json: { name: 'signup' } })
    await service.deliver()
    await choose(page, 'Deliveries')
    const list = page.getByRole('list', { name: 'Deliveries' })
    await list.getByText('Watch fired').waitFor()
    assert.equal(await list.getByRole('link').count(), 0, 'it is about no submission')
    await page.checkScreen('deliveries of a telemetry endpoint')
  }),
)
