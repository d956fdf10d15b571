import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toEmailDay, toEmailHour } from '../../src/domain/outbox/email-counts.ts'
import { DAY } from '../../src/domain/time.ts'
import { BOTH_THEMES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../support/service/service.ts'

if (!withoutBrowser) await builtDashboard()

/** Fills 30 days of counts, as if emails had gone to three domains. */
async function fill(service: TestService): Promise<void> {
  const today = toEmailDay(service.now())
  for (let ago = 0; ago < 30; ago += 1) {
    const day = today - ago * DAY
    const error = `rcpt_to: 550 5.1.1 no such user here ${ago}`
    await service.sql(
      `insert into email_days values
       (${day}, 'acme.org', ${40 + ((ago * 7) % 23)}, 1, ${ago % 3}, 0, 4, 0, ${ago % 3}, 0, '${error}', ${day}),
       (${day}, 'a-very-long-subdomain.of-a-company.example.org', 12, 0, 0, 0, 0, 0, 0, 0, null, null)`,
    )
  }
  await service.sql(
    `insert into email_days values (${today}, 'other', 3, 0, 0, 1, 3, 0, 0, 1, 'feedback report: abuse', ${today})`,
  )
  const hour = toEmailHour(service.now())
  await service.sql(`insert into unproven_email_hours values (${hour}, 'n', 120, 0, 0)`)
  for (let n = 0; n < 4; n += 1)
    await service.sql(`insert into unproven_email_hours values (${hour}, 'bot${n}', 0, 3, 0)`)
}

test('the email report shows an operator days, domains, last errors and which emails wait', {
  skip: withoutBrowser,
}, async () => {
  await using service = await startService({ env: { FORMSLOT_OPERATORS: ADA } })
  const ada = await signIn(service)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.clock.setFixedTime(service.now())
  // Saves the counts of her claim email.
  await ada.get('/operator/emails')
  for (const table of ['email_days', 'unproven_email_hours']) await service.sql(`delete from ${table}`)
  await page.screen('/email-report')
  await page.getByText('No emails in this period').waitFor()
  await checkAppearances(page, 'empty email report', BOTH_THEMES)

  await fill(service)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.screen('/inbox')
  await page.getByRole('navigation').getByRole('link', { name: 'Email report' }).first().click()
  const first = page.getByRole('region', { name: 'Unconfirmed endpoints' })
  await first.getByText('Reduced').waitFor()
  await first.getByText('Only 50 emails an hour').waitFor()
  await first.getByText('9.1%').waitFor()
  const domains = page.getByRole('region', { name: 'By domain' })
  assert.deepEqual((await domains.getByRole('rowheader').allTextContents()).slice(0, 2), [
    'acme.org',
    'Other domains',
  ])
  await domains.getByText('550 5.1.1 no such user here 0').waitFor()
  await page.getByText('As a table').click()
  assert.equal(await page.getByRole('region', { name: 'By day' }).getByRole('rowheader').count(), 30)
  await checkAppearances(page, 'email report', BOTH_THEMES)

  await page.getByLabel('Filter domains').fill('Very-Long')
  await page.waitForURL(/q=very-long/)
  await domains.getByText('acme.org').waitFor({ state: 'detached' })
  assert.equal(await domains.getByRole('rowheader').count(), 1)
  await page.getByRole('button', { name: '7 days' }).click()
  await page.waitForURL(/days=7/)
  await page.getByLabel('Filter domains').fill('nowhere')
  await page.getByText('No domain found').waitFor()
})

test('only operators see the email report in the navigation', { skip: withoutBrowser }, async () => {
  await using service = await startService({ env: { FORMSLOT_OPERATORS: ADA } })
  const bo = await signIn(service, BO)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: bo.cookie })
  await page.screen('/inbox')
  await page.getByRole('navigation').getByRole('link', { name: 'Usage' }).first().waitFor()
  assert.equal(await page.getByRole('link', { name: 'Email report' }).count(), 0)
  await page.screen('/email-report')
  await page.getByRole('alert').or(page.getByText('Not found')).first().waitFor()
})
