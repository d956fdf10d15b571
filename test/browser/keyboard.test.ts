import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { ADA, type Endpoint, startService } from '../support/service/service.ts'

/** More stops than any page has. */
const MAX_STOPS = 60

if (!withoutBrowser) await builtDashboard()

test('creates, claims, uses and retires an endpoint without a mouse', {
  skip: withoutBrowser,
}, async (t) => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service)
  const { keyboard } = page
  let endpoint: Endpoint

  await t.test('from the landing page to the receipt', async () => {
    await page.goto(service.base)
    await tabTo(page.getByLabel('Send messages to'))
    await keyboard.type(ADA)
    await keyboard.press('Enter')
    await page.waitForURL(/\/start$/)
    const id = /f_[0-9a-z]+/.exec(page.url())?.[0] ?? ''
    endpoint = { endpoint_url: `${service.base}/f/${id}`, form_id: id, status_url: '', expires_at: '' }
    await tabTo(page.locator('details.try summary'))
    await keyboard.press('Enter')
    await tabTo(page.getByLabel('Message', { exact: true }))
    await keyboard.type('from the keyboard')
    await tabTo(page.getByRole('button', { name: 'Send', exact: true }))
    await keyboard.press('Enter')
    await page.waitForURL(/\/r\/\w{58}$/)
  })

  await t.test('from the email into the inbox', async () => {
    await page.goto(await service.linkIn('claim'))
    await tabTo(page.getByRole('button', { name: 'Yes, it’s mine. Open my inbox' }))
    for (const name of ['Grace Hopper', 'Charles Babbage']) {
      service.pass({ minutes: 1 })
      const email = `${name.slice(0, 5).toLowerCase()}@navy.mil`
      await service.submit(endpoint, { name, email, message: `from ${name}` })
    }
    await keyboard.press('Enter')
    await page.waitForURL(`${service.base}/app/inbox`)
    await page.rows().nth(2).waitFor()
  })

  await t.test('moves, opens, goes back and selects with j, k, o, u and x', async () => {
    await press('j', row('Charles Babbage'))
    await press('j', row('Grace Hopper'))
    await press('k', row('Charles Babbage'))
    await press('x', row('Charles Babbage'))
    assert.equal(await page.getByRole('checkbox', { name: 'Select Charles Babbage' }).isChecked(), true)
    await press('x', row('Charles Babbage'))
    assert.equal(await page.getByRole('checkbox', { name: 'Select Charles Babbage' }).isChecked(), false)
    await press('j', row('Grace Hopper'))
    await press('o', row('Grace Hopper'))
    await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
    await tabTo(page.getByRole('link', { name: 'Reply' }))
    await press('u', row('Grace Hopper'))
    await page.getByRole('heading', { name: 'Nothing selected' }).waitFor()
  })

  await t.test('archives, marks as spam and undoes with e, ! and z', async () => {
    await press('e', row('(no name)'))
    await page.getByText('Archived', { exact: true }).waitFor()
    const unarchived = isMovedBack()
    await keyboard.press('z')
    await row('Grace Hopper').waitFor()
    await isFocused(row('(no name)'))
    await unarchived
    await press('k', row('Grace Hopper'))
    await press('!', row('(no name)'))
    const unmarked = isMovedBack()
    await keyboard.press('z')
    await row('Grace Hopper').waitFor()
    await unmarked
    assert.deepEqual((await page.ask('/submissions?folder=inbox')).data.length, 3)
  })

  await t.test(
    'deletes with #, and confirms # in the trash in a dialog that traps and restores focus',
    async () => {
      const dialog = page.getByRole('dialog', { name: 'Delete 1 submission forever?' })
      await press('k', row('Grace Hopper'))
      await press('#', row('(no name)'))
      await page.getByText('Deleted', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Trash' }).focus()
      await keyboard.press('Enter')
      await row('Grace Hopper').waitFor()
      await press('j', row('Grace Hopper'))
      await keyboard.press('#')
      await dialog.waitFor()
      await keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await isFocused(row('Grace Hopper'))
      await keyboard.press('#')
      await keepsFocus(dialog)
      await tabTo(dialog.getByRole('button', { name: 'Close' }))
      await keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await isFocused(row('Grace Hopper'))
      await keyboard.press('#')
      await dialog.waitFor()
      await tabTo(dialog.getByRole('button', { name: 'Delete forever' }))
      await keyboard.press('Enter')
      await dialog.waitFor({ state: 'detached' })
      await page.getByRole('heading', { name: 'The trash is empty' }).waitFor()
      await keyboard.type('gi')
      await page.rows().nth(1).waitFor()
      assert.equal(await page.rows().count(), 2)
    },
  )

  await t.test('searches with / and moves to the results', async () => {
    await press('/', page.getByRole('searchbox', { name: 'Search' }))
    await keyboard.type('babbage')
    await page.waitForURL(/\?q=babbage$/)
    await page.rows().nth(1).waitFor({ state: 'detached' })
    await press('Enter', row('Charles Babbage'))
    await press('/', page.getByRole('searchbox', { name: 'Search' }))
    await keyboard.press('Escape')
    await page.rows().nth(1).waitFor()
    await press('ArrowDown', row('Charles Babbage'))
  })

  await t.test('lists shortcuts with ? and restores focus', async () => {
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keyboard.press('?')
    await keepsFocus(list)
    for (const key of ['Ctrl', '↑', 'Home', 'End'])
      await list.locator('kbd', { hasText: key }).first().waitFor()
    await keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    await isFocused(row('Charles Babbage'))
  })

  await t.test('opens and walks menus, and restores focus', async () => {
    const button = page.getByRole('button', { name: 'Export' })
    await tabTo(button, 'Shift+Tab')
    await keyboard.press('Enter')
    await isFocused(page.getByRole('menuitem', { name: 'CSV', exact: true }))
    await press('ArrowDown', page.getByRole('menuitem', { name: 'CSV for Excel' }))
    await press('Escape', button)
  })

  await t.test('navigates with g and moves focus to the content', async () => {
    await keyboard.type('gf')
    await page.getByRole('heading', { level: 1, name: 'Forms' }).waitFor()
    await isSomewhere()
    await keyboard.type('gi')
    await page.rows().first().waitFor()
    await isSomewhere()
    await keyboard.type('gf')
    await tabTo(page.locator('main').getByRole('link', { name: endpoint.form_id }).first())
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: endpoint.form_id }).waitFor()
    await isSomewhere()
  })

  await t.test('walks tabs with arrows, and retires the endpoint by typing its id', async () => {
    await tabTo(page.getByRole('tab', { name: 'Overview' }))
    await press('ArrowRight', page.getByRole('tab', { name: 'Table' }))
    await press('ArrowRight', page.getByRole('tab', { name: 'Snippets' }))
    await press('ArrowRight', page.getByRole('tab', { name: 'Settings' }))
    await keyboard.press('Enter')
    await tabTo(page.getByRole('link', { name: 'Retire or delete' }))
    await keyboard.press('Enter')
    const button = page.getByRole('button', { name: 'Retire the form' })
    await tabTo(button)
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Retire this form?' })
    await keepsFocus(dialog)
    await keyboard.press('Escape')
    await isFocused(button)
    await keyboard.press('Enter')
    await isFocused(dialog.getByRole('textbox'))
    await keyboard.type(endpoint.form_id)
    await keyboard.press('Enter')
    await page.getByText('The form is retired').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await isSomewhere()
  })

  /** Waits until the service has stored that a submission is in the inbox again. */
  function isMovedBack() {
    return page.waitForResponse(
      (response) => response.request().postData()?.includes('"action":"inbox"') ?? false,
    )
  }

  function row(name: string): Locator {
    return page.rows().filter({ hasText: name }).getByRole('link')
  }

  async function press(key: string, target: Locator) {
    await keyboard.press(key)
    await isFocused(target)
  }

  /** Presses Tab; each focused element must be visible. */
  async function tabTo(goal: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
    const wanted = await goal.elementHandle()
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      await keyboard.press(key)
      const { seen, what } = await page.evaluate(describeFocus)
      assert.ok(seen, `the focus is not seen on ${what}`)
      if (await page.evaluate((wanted) => document.activeElement === wanted, wanted)) return
    }
    assert.fail(`${goal} is not reached`)
  }

  async function isFocused(wanted: Locator) {
    await wanted.and(page.locator(':focus')).waitFor()
    const { seen, what } = await page.evaluate(describeFocus)
    assert.ok(seen, `the focus is not seen on ${what}`)
  }

  /** Focus on the body means that focus was lost. */
  async function isSomewhere() {
    await page.locator('body :focus').waitFor()
  }

  async function keepsFocus(dialog: Locator) {
    await dialog.waitFor()
    await dialog.locator(':focus').waitFor()
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await keyboard.press(key)
      await dialog.locator(':focus').waitFor()
      const { seen, what } = await page.evaluate(describeFocus)
      assert.ok(seen, `the focus is not seen on ${what}`)
    }
  }
})

/** Runs in the page: returns true if the focused element or its pseudo-element has an outline. */
function describeFocus(): { seen: boolean; what: string } {
  const element = document.activeElement
  if (element === null || element === document.body) return { seen: true, what: 'the page' }
  const styles = [getComputedStyle(element), getComputedStyle(element, '::after')]
  const seen = styles.some(({ outlineStyle, outlineWidth }) => {
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
  })
  const isItem = element.matches('[data-highlighted]')
  return { seen: seen || isItem, what: element.outerHTML.slice(0, 200) }
}
