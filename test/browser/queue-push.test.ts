import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { ALL_THEMES_AND_SIZES, checkAppearances } from '../support/browser/axe.ts'
import { openBrowser, withoutBrowser } from '../support/browser/browser.ts'
import { builtDashboard } from '../support/browser/dashboard.ts'
import { openOwnerPage } from '../support/browser/owner-page.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'
import { openQueue, PRO } from '../support/web/pushed-queue.ts'
import { startReceiver } from '../support/web/receiver.ts'

if (!withoutBrowser) await builtDashboard()

test('adds the webhook of a queue, tests it, sets its limits, and sees its last failure', {
  skip: withoutBrowser,
}, async () => {
  await using receiver = await startReceiver()
  await using service = await startService({ env: PRO, egressPorts: [receiver.port], now: new Date() })
  const ada = await signIn(service)
  await service.deliver()
  const { queue, place } = await openQueue(service, ada)
  await using browser = await openBrowser(service)
  const page = await openOwnerPage(browser, service, { cookie: ada.cookie })
  await page.screen(`/queues/${queue.id}?view=settings`)
  const push = page.getByRole('region', { name: 'Push' })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const readWebhook = async () => Object((await ada.get(place)).json).data[0]

  await press('Add a webhook')
  await page.getByRole('textbox', { name: 'URL', exact: true }).fill(receiver.url)
  await page.keyboard.press('Enter')
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await press('Send a test')
  await page.getByText('Answered 200').waitFor()
  await press('Done')
  await push.getByText('Active', { exact: true }).waitFor()
  const [tested] = receiver.received
  assert.ok(tested)
  new Webhook(secret).verify(tested.body, tested.headers as Record<string, string>)

  const concurrency = push.getByRole('spinbutton', { name: 'Concurrent messages' })
  await concurrency.fill('11')
  await push.getByText('Enter a whole number from 1 to 10.').waitFor()
  assert.ok(await push.getByRole('button', { name: 'Save push' }).isDisabled())
  await concurrency.fill('3')
  await press('Save push')
  await page.getByRole('heading', { name: 'Saved' }).waitFor()
  assert.equal((await readWebhook()).concurrency, 3)

  receiver.answerWith(500)
  await queue.publish({ n: 1 })
  await service.deliver()
  await page.screen(`/queues/${queue.id}?view=settings`)
  await push.getByText(/Last failure .* 500/).waitFor()
  await checkAppearances(page, 'the push of a queue', ALL_THEMES_AND_SIZES)

  await push.getByRole('button', { name: /^More for Webhook/ }).click()
  assert.equal(await page.getByRole('menuitem', { name: 'Deliveries' }).count(), 0)
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await push.getByText('Disabled', { exact: true }).waitFor()
  assert.equal((await readWebhook()).state, 'disabled')
  assert.equal((await queue.pull()).status, 200)
})
