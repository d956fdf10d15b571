import { test } from 'node:test'
import {
  ALL_THEMES_AND_SIZES,
  BOTH_THEMES,
  checkAppearances,
  ONE_APPEARANCE,
} from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { type OwnerPage, openOwnerPage } from '../support/browser/owner-page.ts'
import { furnish } from '../support/fixtures/furnished-account.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, BO, startService } from '../support/service/service.ts'

/** Screens with the most content side by side. */
const DENSE = ['inbox', 'submission', 'endpoint']
/** Screens that differ from an earlier one only in their text. */
const ALIKE =
  /^(inbox-spam|inbox-of-one|inbox-archive|inbox-nothing-found|endpoint-first|endpoint-retired|endpoint-unknown|submission-raw)$|, empty$/
const NOWHERE = { gone: '/app/nowhere', 'endpoint-unknown': '/app/forms/f_0000000000000000' }

if (!withoutBrowser) await builtDashboard()

test('axe finds no violations on any screen, light or dark, wide or on a phone', {
  skip: withoutBrowser,
}, async (t) => {
  await using service = await startService({ env: { FORMSLOT_SUBMIT_RATE: '0' } })
  const ada = await signIn(service, ADA)
  const full = await furnish(service, ada)
  const bo = await signIn(service, BO)
  await bo.delete(`/endpoints/${bo.endpoint.form_id}/submissions`)
  const { inbox, endpoints, usage, keys, sessions, account } = full
  await using browser = await openBrowser(service)

  await t.test('with an account in use', async () => {
    const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
    await page.screen('/inbox')
    for (const [name, address] of Object.entries({ ...full, ...NOWHERE })) await look(page, name, address)
    for (const view of ['delivery', 'raw'])
      await look(page, `submission-${view}`, `${full.submission}?view=${view}`)
    await page.screen('/inbox')
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.rows().first().getByRole('checkbox').click()
    await checkAppearances(page, 'inbox-selected', BOTH_THEMES)
  })

  await t.test('with an empty account', async () => {
    const page = await openOwnerPage(browser, service, { cookie: bo.cookie })
    await page.screen('/inbox')
    const empty = { inbox, 'inbox-spam': full['inbox-spam'], endpoints, usage, keys, sessions, account }
    for (const [name, address = ''] of Object.entries(empty)) await look(page, `${name}, empty`, address)
  })

  async function look(page: OwnerPage, name: string, address: string) {
    await page.follow(address)
    if (DENSE.includes(name)) return checkAppearances(page, name, ALL_THEMES_AND_SIZES)
    return checkAppearances(page, name, ALIKE.test(name) ? ONE_APPEARANCE : BOTH_THEMES)
  }
})
