import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADA, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html' }

/** Follows every link of every email, and every link of the pages behind them, with GET, as a mail scanner does. */
async function scan(service: TestService): Promise<string[]> {
  await service.deliver()
  const toVisit = (await service.emails()).flatMap(({ text = '', headers }) => {
    const stop = headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
    return [...`${text} ${stop}`.matchAll(new RegExp(`${service.base}/[^\\s>]+`, 'g'))].map(([link]) => link)
  })
  const visited = new Set<string>()
  for (let link = toVisit.pop(); link !== undefined; link = toVisit.pop()) {
    if (visited.has(link)) continue
    visited.add(link)
    const { text } = await service.get(link, BROWSER)
    for (const [, href = ''] of text.matchAll(/(?:href|action)="([^"]+)"/g)) {
      const { href: found } = new URL(href.replaceAll('&amp;', '&'), service.base)
      if (found.startsWith(`${service.base}/`)) toVisit.push(found)
    }
  }
  return [...visited]
}

test('on the claim page "This wasn’t me" is a link to a page that asks, which a mail scanner may follow', async () => {
  await using service = await startService()
  const endpoint = await service.createEndpoint()
  await service.submit(endpoint, { message: 'one' })
  const page = await service.get(await service.linkIn('claim'), BROWSER)
  const [, declineUrl = ''] = /<a href="([^"]+)">This wasn’t me<\/a>/.exec(page.text) ?? []
  assert.ok(declineUrl.startsWith(`${service.base}/disown/`))
  assert.ok(!page.text.includes(`action="${declineUrl}"`), 'no button of this page declines')
  const visited = await scan(service)
  assert.ok(visited.includes(declineUrl))
  assert.equal((await service.get(endpoint.status_url)).json.state, 'claimed')
  assert.equal((await service.post('/new', { form: { recipient: ADA } })).status, 201)
})
