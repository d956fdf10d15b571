import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService, type TestService } from '../support/service/service.ts'

const REAL = 'Hello, I would like to book a table for two on Friday evening.'
/** Half of the points of spam. */
const ODD = 'Have a look at <a href="https://studio-nord.de/menu">our menu</a> before you answer.'
const SPAM =
  'Buy cheap viagra and cialis online now, no prescription, best pills <a href="https://pills.top/x">here</a>'

if (!withoutBrowser) await builtDashboard()

async function countLessons(service: TestService): Promise<number[]> {
  await service.deliver()
  const [account] = await service.sql('select ham_lessons as ham, spam_lessons as spam from accounts')
  return [Number(account?.ham), Number(account?.spam)]
}

test('an owner reviews what looks doubtful by one key each, takes one back, and answers the rest at once', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const send = (name: string, message: string) =>
    service.submit(ada.endpoint, { name, message, email: `${name.toLowerCase()}@builds.dev` })
  await send('Grace', REAL)
  await send('Linus', ODD)
  await send('Bo', SPAM)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const offer = page.getByText('submissions look doubtful')
  const listed = page.waitForResponse('**/submissions/doubtful')
  await page.screen('/inbox')
  await listed
  await page.getByRole('link', { name: /Linus/ }).waitFor()
  assert.equal(await offer.count(), 0, 'two are read sooner than reviewed')

  await send('Mallory', SPAM)
  await send('Eve', SPAM)
  await page.screen('/inbox')
  await page.getByText('4 submissions look doubtful.').waitFor()
  await page.checkScreen('the offer of a review')
  await page.getByRole('link', { name: 'Review them together' }).click()
  const rows = page.getByRole('main').getByRole('listitem')
  await page.getByText('4 submissions left.').waitFor()
  await page.checkScreen('a review')
  assert.deepEqual(
    (await rows.allInnerTexts()).map((text) => [text.split('\n')[0], /In the inbox|In spam/.exec(text)?.[0]]),
    [
      ['Eve', 'In spam'],
      ['Mallory', 'In spam'],
      ['Bo', 'In spam'],
      ['Linus', 'In the inbox'],
    ],
  )
  await page.keyboard.press('n')
  await page.getByText('Marked as spam. 3 submissions left.').waitFor()
  await page.keyboard.press('y')
  await page.getByText('Moved to the inbox. 2 submissions left.').waitFor()
  await page.keyboard.press('z')
  await page.getByText('Marked as spam. 3 submissions left.').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('y')
  await page.getByText('Kept in the inbox. 2 submissions left.').waitFor()
  const stored = page.waitForResponse('**/submissions/review')
  await page.getByRole('button', { name: 'Mark the remaining 2 as spam' }).click()
  await page.getByText('2 marked as spam. You reviewed all of them.').waitFor()
  await stored
  assert.deepEqual(await countLessons(service), [1, 3])
  await page.checkScreen('a finished review')
  const again = page.waitForResponse('**/submissions/doubtful')
  await page.getByRole('main').getByRole('link', { name: 'Back to the inbox' }).last().click()
  await again
  await page.getByRole('link', { name: /Linus/ }).waitFor()
  assert.equal(await offer.count(), 0)
})

test('a review that is put off is offered again the next day, and not once the filter has learned', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService()
  const ada = await signIn(service)
  for (const name of ['Bo', 'Eve', 'Mallory']) {
    await service.submit(ada.endpoint, { name, message: SPAM, email: `${name.toLowerCase()}@builds.dev` })
  }
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  const offer = page.getByText('3 submissions look doubtful.')
  const reload = async () => {
    const loaded = page.waitForResponse('**/api/v1/account')
    await page.reload()
    await loaded
    await page.getByRole('link', { name: /Mallory/ }).waitFor()
  }
  await page.screen('/inbox?folder=spam')
  await offer.waitFor()
  await page.getByRole('button', { name: 'Not today' }).click()
  await offer.waitFor({ state: 'detached' })
  await reload()
  assert.equal(await offer.count(), 0)
  await page.evaluate(() => localStorage.setItem('formslot-review-put-off', 'yesterday'))
  await page.reload()
  await offer.waitFor()
  await service.sql('update accounts set spam_lessons = 10, ham_lessons = 10')
  await reload()
  assert.equal(await offer.count(), 0)
})
