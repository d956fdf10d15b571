import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { BO, startService } from '../support/service/service.ts'

const GRACE = { name: 'Grace Hopper', email: 'grace@navy.mil' }

if (!withoutBrowser) await builtDashboard()

test('groups the inbox by day, in rows of two lines or one, and shows what a sender wrote before', {
  skip: withoutBrowser,
}, async (t) => {
  // A Saturday.
  const now = new Date('2026-11-14T09:00:00.000Z')
  await using service = await startService({ now, env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service)
  const bo = await signIn(service, BO)
  await ada.delete(`/endpoints/${ada.endpoint.form_id}/submissions`)
  await service.submit(bo.endpoint, { ...GRACE, message: 'To another owner.' })
  await service.submit(ada.endpoint, { ...GRACE, message: 'The first one.' })
  // The same words, and another address.
  await service.submit(ada.endpoint, { ...GRACE, email: 'x.grace@navy.mil', message: 'Not her.' })
  service.pass({ days: 1 })
  await service.submit(ada.endpoint, { ...GRACE, email: 'GRACE@navy.mil', message: 'The second one.' })
  service.pass({ days: 1 })
  await service.submit(ada.endpoint, { ...GRACE, message: 'The third one.' })
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie, timezoneId: 'UTC' })
  await page.clock.setFixedTime(service.now())
  await page.screen('/inbox')
  const list = (name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem')

  await t.test('each day has its heading and its list', async () => {
    await list('Inbox, Today').getByText('The third one.').waitFor()
    await list('Inbox, Yesterday').getByText('The second one.').waitFor()
    assert.deepEqual(await page.getByRole('heading', { level: 2 }).allTextContents(), [
      'Today',
      'Yesterday',
      'Earlier',
      'Nothing selected',
    ])
    const earlier = list('Inbox, Earlier')
    assert.equal(await earlier.count(), 2)
    assert.equal(await earlier.last().getAttribute('aria-posinset'), '2')
    assert.equal(await earlier.last().getAttribute('aria-setsize'), '2')
  })

  await t.test('keys and the selection go from group to group', async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('X')
    await page.getByText('3 selected').waitFor()
    const focused = await page.evaluate(() => document.activeElement?.closest('section')?.textContent)
    assert.match(focused ?? '', /^Earlier/)
    await page.keyboard.press('Escape')
  })

  await t.test('one line per row is remembered by the browser', async () => {
    const height = () =>
      page
        .rows()
        .first()
        .evaluate((row) => row.clientHeight)
    assert.equal(await height(), 60)
    await page.getByRole('button', { name: 'Filters and view' }).click()
    await page.getByRole('button', { name: 'Compact' }).click()
    assert.equal(await height(), 40)
    await page.checkScreen('compact rows')
    await page.reload()
    await page.rows().first().waitFor()
    assert.equal(await height(), 40)
    assert.equal(await page.evaluate(() => localStorage.getItem('formslot-density')), 'compact')
  })

  await t.test('earlier messages from the same address, and no others, are in one place', async () => {
    await list('Inbox, Today').getByText('The third one.').click()
    await page.getByRole('button', { name: '2 earlier messages' }).click()
    const earlier = list('Earlier messages')
    assert.deepEqual(
      (await earlier.allTextContents()).map((text) => text.replace(/\.[^.]*$/, '')),
      ['The second one', 'The first one'],
    )
    await page.checkScreen('earlier messages')
    await earlier.first().getByRole('link').click()
    await page.getByRole('button', { name: '1 earlier message', exact: true }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('heading', { level: 2, name: 'Grace Hopper' }).waitFor()
  })
})
