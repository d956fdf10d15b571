import { test } from 'node:test'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'

await builtDashboard()

test('writes dates as the browser of the owner does, without seconds', { skip: withoutBrowser }, async () => {
  await using service = await startService()
  await using browser = await openBrowser(service)
  const { cookie } = await signIn(service)
  const page = await openOwnerPage(browser, service, {
    cookie,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  })
  await page.screen('/inbox')
  const received = new Date((await page.ask('/submissions')).data[0].received_at)
  const words = new Intl.DateTimeFormat('de-DE', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Berlin',
  }).format(received)
  await page.locator(`li time[title="${words}"]`).first().waitFor()
})
