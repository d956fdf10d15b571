import type { Browser, BrowserContextOptions } from 'playwright-core'
import type { Endpoint, TestService } from './service.ts'

/**
 * A page that shows Ada's inbox, as after the first submission to her first endpoint and a press on "Open dashboard".
 * What breaks a rule of the page's policy, or runs without leave, is told in `broken`.
 */
export async function openInbox(
  service: TestService,
  browser: Browser,
  options: { look?: BrowserContextOptions; first?: Record<string, string> } = {},
) {
  const { look = {}, first = { name: 'Grace Hopper', email: 'grace@navy.mil', message: 'A moth.' } } = options
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, first)
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...look,
  })
  const page = await context.newPage()
  const broken: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/i.test(message.text())) broken.push(message.text())
  })
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('dialog', (dialog) => {
    broken.push(`a dialog says ${dialog.message()}`)
    dialog.dismiss()
  })
  await page.goto(await service.linkIn('claim'))
  await page.getByRole('button', { name: 'Open dashboard' }).click()
  await page.waitForURL(`${service.base}/app/inbox`)
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()

  /** The senders of the rows in sight, from the top. */
  const rows = () => page.getByRole('list', { name: /^(Inbox|Spam|Archive)$/ }).getByRole('listitem')
  /** Asks the API as the page does. */
  const ask = (path: string) => page.evaluate(async (path) => (await fetch(`/api/v1${path}`)).json(), path)
  return { page, endpoint, broken, rows, ask }
}

/** Sends so many, no faster than the submit rate allows. */
export async function submitMany(
  service: TestService,
  endpoint: Endpoint,
  options: { number: number; fields: (place: number) => Record<string, string> },
): Promise<void> {
  for (let place = 0; place < options.number; place += 1) {
    const answer = await service.submit(endpoint, options.fields(place))
    if (answer.status >= 400) throw new Error(`submission ${place} was answered ${answer.status}`)
    service.pass({ seconds: 2 })
  }
}
