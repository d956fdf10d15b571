import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY } from '../../src/domain/time.ts'
import { checkScreen } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openAdasPage } from '../support/browser/owner-page.ts'
import { ADA, startService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

/** A service of its own and a page of a reader in a browser, which close together. */
async function openReadersPage() {
  await using opening = new AsyncDisposableStack()
  const service = opening.use(await startService())
  const browser = opening.use(await openBrowser(service))
  const page = await browser.newPage()
  const opened = opening.move()
  return { service, page, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

test('the slash key opens the search, arrows choose a result, and Escape brings the menu back', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openReadersPage()
  const { service, page } = opened
  await page.goto(`${service.base}/docs/forms`)
  const field = page.getByRole('searchbox', { name: 'Search the documentation' })
  const results = page.locator('search li a')
  const menu = page.getByRole('link', { name: 'Encrypted email', exact: true })
  await page.keyboard.press('/')
  assert.equal(await field.evaluate((element) => element === document.activeElement), true)
  await page.keyboard.type('Webhook SIGNATURE')
  await results.first().waitFor()
  await checkScreen(page, 'results')
  assert.equal(await menu.isVisible(), false)
  assert.match(
    (await page.getByRole('status').first().textContent()) ?? '',
    /^(?:\d+|The first \d+) results?$/,
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const second = await results.nth(1).getAttribute('href')
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('href')), second)
  await page.keyboard.press('Escape')
  assert.equal(await field.inputValue(), '')
  assert.equal(await menu.isVisible(), true)
  await page.keyboard.type('quiet hours')
  await results.first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/emails/)
  await page.keyboard.press('/')
  await page.keyboard.type('nothing is called xyzzy')
  await page.getByText('Nothing found.').waitFor()
})

test('results are text, however the query looks, and a search that fails can be repeated', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openReadersPage()
  const { service, page } = opened
  let fails = true
  await page.route('**/docs/search.json', (route) => (fails ? route.abort() : route.continue()))
  await page.goto(`${service.base}/docs`)
  const field = page.getByRole('searchbox', { name: 'Search the documentation' })
  await field.fill('<form')
  await page.getByText('The search could not be loaded.').waitFor()
  fails = false
  await field.fill('<form ')
  await page.locator('search li a').first().waitFor()
  assert.equal(await page.locator('search form').count(), 0)
})

test('a page is copied as Markdown', { skip: withoutBrowser }, async () => {
  await using opened = await openReadersPage()
  const { service, page } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${service.base}/docs/queues`)
  await page.getByRole('button', { name: 'Copy page as Markdown' }).click()
  await page.getByRole('button', { name: 'Copied' }).waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, (await service.get('/docs/queues.md')).text)
})

test('examples use the form that this browser created, until placeholders are asked for', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openReadersPage()
  const { service, page } = opened
  await page.goto(`${service.base}/docs/forms`)
  assert.equal(await page.locator('.examples').isVisible(), false)
  await page.goto(service.base)
  await page.getByLabel('Send messages to').fill(ADA)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/\/start$/)
  const url = page.url().slice(0, -'/start'.length)
  const id = url.split('/').at(-1) ?? ''
  await page.goto(`${service.base}/docs/forms`)
  const code = page.locator('figure code')
  await page.getByText(`The examples on this page use ${id}.`).waitFor()
  await checkScreen(page, 'examples with an address')
  const texts = await code.allTextContents()
  assert.ok(texts.some((text) => text.includes(`<form action="${url}"`)))
  assert.deepEqual(
    texts.filter((text) => /ENDPOINT_URL|FORM_ID/.test(text)),
    [],
  )
  await page.getByRole('button', { name: 'Show placeholders' }).click()
  assert.ok((await code.allTextContents()).some((text) => text.includes('<form action="ENDPOINT_URL"')))
  await page.getByRole('button', { name: `Use ${id}` }).click()
  assert.deepEqual(await code.allTextContents(), texts)
})

test('examples are shown in the language that somebody chose, also on other pages, and copied in it', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openReadersPage()
  const { service, page } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`${service.base}/docs/queues`)
  const examples = page.locator('figure', { has: page.locator('select') })
  const select = examples.first().getByLabel('Language of the example')
  const code = examples.first().locator('pre:not([hidden], .answer)')
  assert.match(await code.innerText(), /^curl /)
  await select.selectOption('Python')
  assert.match(await code.innerText(), /^import requests/)
  assert.equal(await examples.last().locator('pre:not([hidden], .answer)').count(), 1)
  assert.match(await examples.last().locator('pre:not([hidden], .answer)').innerText(), /^import requests/)
  await checkScreen(page, 'examples in Python')
  await examples.first().getByRole('button', { name: /Copy/ }).click()
  await page.getByText('Copied').first().waitFor()
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^import requests/)
  await page.goto(`${service.base}/docs/api/submissions`)
  const others = page.locator('figure pre[data-language=Python]')
  assert.ok((await others.count()) > 3)
  assert.equal(await page.locator('figure pre[data-language=Python][hidden]').count(), 0)
  await page.locator('select').first().selectOption('curl')
  assert.equal(await page.locator('figure pre[data-language]:not([hidden])').count(), 0)
})

test('examples use no address of elsewhere', { skip: withoutBrowser }, async () => {
  await using opened = await openReadersPage()
  const { service, page } = opened
  const id = 'f_0123456789abcdef'
  for (const url of [
    `https://evil.dev/f/${id}`,
    `${service.base}/f/${id}; rm -rf ~`,
    `${service.base}/q/${id}/../x`,
  ]) {
    await page.goto(service.base)
    await page.evaluate((value) => localStorage.setItem('formslot-example-form', value), url)
    await page.goto(`${service.base}/docs/forms`)
    await page.getByRole('button', { name: 'Copy page as Markdown' }).waitFor()
    assert.equal(await page.locator('.examples').isVisible(), false, url)
  }
})

test('examples use the endpoint that was opened in the dashboard, until its owner signs out', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openAdasPage()
  const { service, ada, page } = opened
  await page.screen(`/forms/${ada.endpoint.form_id}`)
  await page.goto(`${service.base}/docs/forms`)
  await page.getByText(`The examples on this page use ${ada.endpoint.form_id}.`).waitFor()
  await page.screen('/forms')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${service.base}/`)
  await page.goto(`${service.base}/docs/forms`)
  await page.getByRole('button', { name: 'Copy page as Markdown' }).waitFor()
  assert.equal(await page.locator('.examples').isVisible(), false)
})

test('after a click, examples use a key of the owner for a day, which is kept nowhere', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openAdasPage()
  const { service, ada, page } = opened
  await page.screen(`/forms/${ada.endpoint.form_id}`)
  await page.goto(`${service.base}/docs/forms`)
  await page.getByRole('button', { name: 'Use a key of mine for a day' }).click()
  await page.getByText(`The examples on this page use`).filter({ hasText: 'and a key of yours.' }).waitFor()
  await checkScreen(page, 'examples with a key')
  const text = (await page.locator('figure code').allTextContents()).join()
  assert.doesNotMatch(text, /ACCOUNT_KEY/)
  const [key = ''] = /ak_[0-9A-Za-z]+/.exec(text) ?? []
  const [made] = (await ada.get('/keys')).json.data as { name: string; expires_at: string }[]
  assert.equal(made?.name, 'Examples of the documentation')
  const days = (new Date(made?.expires_at ?? 0).getTime() - Date.now()) / DAY
  assert.ok(days > 0.9 && days <= 1, String(days))
  const list = await fetch(`${service.base}/api/v1/endpoints`, {
    headers: { authorization: `Bearer ${key}` },
  })
  assert.equal(list.status, 200)
  assert.doesNotMatch(
    await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
    /ak_/,
  )
  await page.reload()
  await page.getByRole('button', { name: 'Use a key of mine for a day' }).waitFor()
  assert.match((await page.locator('figure code').allTextContents()).join(), /\$ACCOUNT_KEY/)
})

test('a reader who is not signed in, or whose sign-in is old, is told where to get a key', {
  skip: withoutBrowser,
}, async () => {
  await using opened = await openAdasPage()
  const { service, ada, page } = opened
  await page.screen(`/forms/${ada.endpoint.form_id}`)
  service.pass({ hours: 1 })
  await page.goto(`${service.base}/docs/forms`)
  await page.getByRole('button', { name: 'Use a key of mine for a day' }).click()
  const create = page.getByRole('link', { name: 'Create a key in the dashboard' })
  assert.equal(await create.getAttribute('href'), `${service.base}/app/settings/keys`)
  await page.context().clearCookies()
  await page.goto(`${service.base}/docs/forms`)
  await page.getByRole('button', { name: 'Use a key of mine for a day' }).click()
  await page.getByRole('link', { name: 'Sign in to use a key of yours' }).waitFor()
})
