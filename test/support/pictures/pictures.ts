import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { openBrowser } from '../browser/browser.ts'
import { startService } from '../service/service.ts'

/**
 * Photographs every screen and email of the real service into the ignored folder `pictures/`:
 * light and dark, wide and phone. Run it with `npm run pictures`, then open the pictures.
 */
const FOLDER = path.resolve(import.meta.dirname, '../../../pictures')
const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 375, height: 800 } }
const BROWSER = { accept: 'text/html' }

await mkdir(FOLDER, { recursive: true })
await using service = await startService({ mail: 'embedded', env: { FORMSLOT_SUBMIT_RATE: '0' } })
const empty = await startService({ mail: 'embedded' })
const endpoint = await service.createEndpoint()
await service.submit(endpoint, {
  name: 'Jane Miller',
  email: 'jane@acme.org',
  message:
    'Hello,\n\nI saw your workshop at https://acme.org/workshop and would like to know when it is open.\n\nBest wishes\nJane',
})
await service.submit(endpoint, {
  الاسم: 'ليلى',
  メッセージ: 'こんにちは。来週の予約をお願いします。',
  link: `https://evil.dev/${'x'.repeat(160)}`,
})
await service.deliver()
const list = await service.get('/mailbox')
const ids = [...list.text.matchAll(/\/mailbox\/([0-9A-Za-z-]+)"/g)].map((match) => match[1] ?? '').reverse()
const [claimId = '', nextId = ''] = ids
const claimText = (await service.get(`/mailbox/${claimId}/text`)).text
const claim = /\/claim\/[0-9a-z]+/.exec(claimText)?.[0] ?? ''
const declineUrl = /\/disown\/[0-9a-z]+/.exec(claimText)?.[0] ?? ''

await using browser = await openBrowser()
for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport, colorScheme })
    const page = await context.newPage()
    const takeScreenshot = async (name: string, address: string) => {
      await page.goto(new URL(address, service.base).href)
      // The whole documentation would be too high for pictures.
      const fullPage = !name.startsWith('docs')
      await page.screenshot({ path: path.join(FOLDER, `${name}-${size}-${colorScheme}.png`), fullPage })
    }
    await takeScreenshot('home', '/')
    await takeScreenshot('docs', '/docs')
    await takeScreenshot('docs-guide', '/docs/queues')
    await takeScreenshot('docs-api', '/docs/api')
    await takeScreenshot('docs-tag', '/docs/api/queue')
    await takeScreenshot('docs-errors', '/docs/errors')
    await takeScreenshot('docs-hosting', '/docs/self-hosting')
    await takeScreenshot('mailbox-empty', `${empty.base}/mailbox`)
    await takeScreenshot('mailbox', '/mailbox')
    await takeScreenshot('email', `/mailbox/${claimId}`)
    await takeScreenshot('email-source', `/mailbox/${claimId}/source`)
    await takeScreenshot('email-claim-alone', `/mailbox/${claimId}/frame`)
    await takeScreenshot('email-next-alone', `/mailbox/${nextId}/frame`)
    await takeScreenshot('form-info', `/f/${endpoint.form_id}`)
    await takeScreenshot('thanks', `/f/${endpoint.form_id}/thanks`)
    await takeScreenshot('disown', declineUrl)
    await takeScreenshot('token', '/claim/nothing')
    await context.setExtraHTTPHeaders({ 'accept-language': 'ar' })
    await takeScreenshot('thanks-ar', `/f/${endpoint.form_id}/thanks`)
    await context.setExtraHTTPHeaders({ 'accept-language': 'de' })
    await page.setContent(
      `<form method="post" action="${endpoint.endpoint_url}"><input name="_next"><button>go</button></form>`,
    )
    await page.click('button')
    await page.screenshot({
      path: path.join(FOLDER, `refusal-de-${size}-${colorScheme}.png`),
      fullPage: true,
    })
    await context.close()
  }
}
await service.get(claim, BROWSER)
await service.submit(endpoint, {
  name: 'Jane',
  email: 'jane@acme.org',
  message: 'See https://acme.org/workshop',
})
await service.deliver()
const newest = (await service.get('/mailbox')).text.match(/\/mailbox\/([0-9A-Za-z-]+)"/)?.[1] ?? ''
for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: SIZES.phone, colorScheme })
  const takeScreenshot = async (name: string, address: string) => {
    await page.goto(new URL(address, service.base).href)
    await page.screenshot({ path: path.join(FOLDER, `${name}-phone-${colorScheme}.png`), fullPage: true })
  }
  await takeScreenshot('claim', claim)
  await takeScreenshot('email-claimed-alone', `/mailbox/${newest}/frame`)
}
await empty.close()
