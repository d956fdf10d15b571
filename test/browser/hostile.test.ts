import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_NAME_BYTES } from '../../src/domain/submissions/fields.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import {
  ALL_HOSTILE,
  BREAKS_OUT,
  HOSTILE,
  HOSTILE_SCHEMES,
  packed,
  watchForInjection,
} from '../support/fixtures/hostile-texts.ts'
import { codeIn, openBrowserFor, signIn } from '../support/fixtures/owner.ts'
import { ADA, startService } from '../support/service/service.ts'

/** Places that treat all hostile texts in the same way. */
const FEW = 6

if (!withoutBrowser) await builtDashboard()

test('shows hostile submissions and names as text on every screen', {
  skip: withoutBrowser,
}, async (t) => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  let breaking = ''
  for (const hostile of [...HOSTILE, BREAKS_OUT]) {
    const made = await ada.post('/endpoints', { name: hostile })
    assert.equal(made.status, 201, made.text)
    breaking = String(made.json.id)
    await ada.patch(`/endpoints/${breaking}`, { submitted_subject: true, spam: { level: 'off' } })
    const sent = await service.post(`/f/${breaking}`, {
      form: { name: hostile, email: hostile, _subject: hostile, message: 'hello' },
    })
    assert.ok(sent.status < 400, sent.text)
    service.pass({ seconds: 2 })
  }
  const all = await service.post(`/f/${breaking}`, {
    form: HOSTILE.map((one): [string, string] => [one, one]),
  })
  assert.ok(all.status < 400, all.text)
  await service.deliver()
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const nothingRan = await watchForInjection(page)

  await t.test('in the inbox, and as what is searched for', async () => {
    await page.screen('/inbox')
    await page.rows().first().getByRole('link').click()
    await page.locator('article dd').nth(1).waitFor()
    // Reserved fields, whose names begin with an underscore, are only under Raw.
    const listed = HOSTILE.filter((one) => !one.startsWith('_'))
    assert.notDeepEqual(listed, HOSTILE)
    for (const part of ['dt', 'dd'])
      assert.deepEqual(await page.locator(`article ${part}`).allTextContents(), listed)
    await page.getByRole('tab', { name: 'Raw' }).click()
    const raw = (await page.locator('article pre').textContent()) ?? ''
    for (const hostile of HOSTILE) assert.ok(raw.includes(JSON.stringify(hostile)), hostile)
    await page.getByRole('tab', { name: 'Delivery' }).click()
    await nothingRan('all at once')
    for (const hostile of [BREAKS_OUT, ...HOSTILE.toReversed()]) {
      await page.keyboard.press('j')
      const heading = page.getByRole('heading', { level: 2 }).getByText(shown(hostile), { exact: true })
      await heading.waitFor()
      assert.equal(await page.getByRole('link', { name: 'Reply' }).count(), 0, hostile)
      assert.ok((await page.title()).startsWith(shown(hostile).slice(0, 20)), hostile)
      await nothingRan(hostile)
    }
    await page.screen(`/inbox?q=${encodeURIComponent(BREAKS_OUT)}`)
    assert.equal(await page.getByRole('searchbox').inputValue(), BREAKS_OUT)
    await nothingRan('search')
  })

  await t.test(
    'as the name of an endpoint, on its screens, and in the email that is shown there',
    async () => {
      for (const list of ['/forms', '/usage']) {
        await page.screen(list)
        for (const hostile of HOSTILE)
          await page.locator('main').getByText(hostile, { exact: true }).first().waitFor()
        await nothingRan(list)
      }
      await page.screen(`/forms/${breaking}?view=emails`)
      assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), BREAKS_OUT)
      const email = page.frameLocator('iframe').locator('body')
      await email.getByText('Formslot').first().waitFor()
      const words = squeezed(await email.textContent())
      // Emails leave out fields whose names begin with an underscore.
      const mailed = HOSTILE.filter((one) => !one.startsWith('_'))
      for (const hostile of mailed) assert.ok(words.includes(squeezed(hostile)), hostile)
      await nothingRan('email', 'iframe[title="The email"]')
      await page.getByRole('tab', { name: 'Snippets' }).click()
      await page.locator('pre', { hasText: breaking }).first().waitFor()
      await nothingRan('snippets')
      await page.getByRole('tab', { name: 'Settings' }).click()
      assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), BREAKS_OUT)
      await page.openSection('Retire or delete')
      await page.getByRole('button', { name: 'Retire the form' }).click()
      assert.ok((await page.getByRole('dialog').textContent())?.includes(BREAKS_OUT))
      await nothingRan('retire')
    },
  )

  await t.test('as the name of a key', async () => {
    for (const hostile of HOSTILE) {
      const key = await ada.post('/keys', { name: hostile, scopes: ['read'] })
      assert.equal(key.status, 201, key.text)
    }
    await page.screen('/settings/keys')
    for (const hostile of HOSTILE) await page.getByText(hostile, { exact: true }).waitFor()
    for (const hostile of HOSTILE.slice(0, 2)) {
      await page.getByRole('button', { name: `Revoke ${hostile}`, exact: true }).click()
      await page.getByRole('dialog').getByText(`“${hostile}”`).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await nothingRan('keys')
  })

  await t.test('as the name of a browser', async () => {
    const ascii = HOSTILE.filter((hostile) => /^[\x20-\x7e]+$/.test(hostile)).join(' ')
    const mallory = openBrowserFor(service, `Firefox/140.0 Linux ${ascii}`)
    await mallory.post('/sign-in', { email: ADA })
    await mallory.post('/sign-in/code', { code: await codeIn(service) })
    assert.equal(await mallory.mailbox(), ADA)
    await page.screen('/settings/sessions')
    assert.equal(
      await page
        .getByRole('listitem')
        .filter({ hasText: /^Firefox · Linux/ })
        .count(),
      2,
    )
    await nothingRan('sessions')
    await page.screen('/settings/account')
    await nothingRan('account')
  })

  await t.test('in what settings refuse', async () => {
    await page.screen(`/forms/${breaking}?view=settings`)
    for (const hostile of [ALL_HOSTILE, ...HOSTILE.slice(0, FEW), ...HOSTILE_SCHEMES]) {
      await page.fillList('Allowed sites', hostile)
      await page.getByRole('region', { name: 'General' }).getByRole('button', { name: 'Save' }).click()
      await page.locator('textarea[aria-invalid="true"]').waitFor()
      await nothingRan(hostile)
    }
    for (const hostile of HOSTILE) {
      const refused = [
        await ada.patch(`/endpoints/${breaking}`, { redirect_url: hostile }),
        await ada.post(`/endpoints/${breaking}/destinations`, { email: hostile }),
      ]
      assert.deepEqual(
        refused.map(({ status }) => status),
        [400, 400],
        hostile,
      )
    }
  })
})

test("visitor pages show Mallory's input as text without links", {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const endpoint = await service.createEndpoint()
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service)
  const nothingRan = await watchForInjection(page)
  await page.route('**/blank*', (route) =>
    route.fulfill({ body: '<p>blank', contentType: 'text/html; charset=utf-8' }),
  )

  /** Sends a form from a page whose address is hostile as well. */
  async function send(action: string, fields: [string, string][], enctype = '') {
    await page.goto(`${service.base}/blank?${encodeURIComponent(fields[0]?.[1] ?? '')}`)
    await page.evaluate(
      ({ action, fields, enctype }) => {
        const form = document.body.appendChild(document.createElement('form'))
        Object.assign(form, { method: 'post', action, ...(enctype ? { enctype } : {}) })
        for (const [name, value] of fields) {
          const field = form.appendChild(document.createElement('input'))
          Object.assign(field, { type: 'hidden', name, value })
        }
        if (enctype) {
          const file = form.appendChild(document.createElement('input'))
          const chosen = new DataTransfer()
          chosen.items.add(new File(['x'], fields[0]?.[1] ?? ''))
          Object.assign(file, { type: 'file', name: fields[0]?.[1], files: chosen.files })
        }
        form.submit()
      },
      { action, fields, enctype },
    )
    await page.waitForURL((url) => !url.pathname.startsWith('/blank'))
    await page.locator('h1').waitFor()
  }

  await send(endpoint.endpoint_url, [
    ['message', ALL_HOSTILE],
    ...HOSTILE.map((one): [string, string] => [one, one]),
  ])
  assert.match(page.url(), /\/r\/\w{58}$/)
  await nothingRan('receipt')
  for (const pack of packed(MAX_NAME_BYTES)) {
    await send(endpoint.endpoint_url, [[pack, pack]], 'multipart/form-data')
    // Browsers encode a quotation mark in a field name like this.
    const refused = (await page.locator('main').textContent())?.replaceAll('%22', '"') ?? ''
    assert.ok(squeezed(refused).includes(squeezed(pack)), pack)
    await nothingRan(pack)
  }
  for (const hostile of [ALL_HOSTILE, ...HOSTILE_SCHEMES]) {
    service.pass({ minutes: 2 })
    await send(`${service.base}/sign-in`, [['email', hostile]])
    assert.equal(await page.locator('#email').inputValue(), hostile)
    await nothingRan(`sign-in: ${hostile}`)
    await send(`${service.base}/new`, [['recipient', hostile]])
    assert.equal(await page.locator('#recipient').inputValue(), hostile)
    await nothingRan(`new: ${hostile}`)
    await send(endpoint.endpoint_url, [
      ['_next', hostile],
      ['message', hostile],
    ])
    assert.equal(new URL(page.url()).origin, service.base, hostile)
    await nothingRan(`next: ${hostile}`)
    await page.goto(`${service.base}/sign-in?next=${encodeURIComponent(hostile)}`)
    await page.locator('h1').waitFor()
    assert.equal(await page.locator('[name="next"]').count(), 0, hostile)
  }
  const encoded = encodeURIComponent(BREAKS_OUT)
  for (const place of [`/${encoded}`, `/f/${encoded}`, `/claim/${encoded}`, `/sign-in/${encoded}`]) {
    await page.goto(service.base + place)
    await page.locator('h1').waitFor()
    await nothingRan(place)
  }
})

/** Collapses white space, as a heading shows it. */
function shown(hostile: string): string {
  return hostile.replace(/\s+/g, ' ').trim()
}

/** Removes white space, link breakers and direction marks. */
function squeezed(text: string | null): string {
  return (text ?? '').replace(/[\s\u200b\u2060]|\p{Bidi_Control}/gu, '')
}
