import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCalls, FROM_HERE } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const OF_A_SITE = { ...BROWSER, origin: 'https://studio-nord.de', referer: 'https://studio-nord.de/contact' }

/** Creates a form as a browser does on the landing page. */
async function createInBrowser(service: TestService, recipient = ADA) {
  const headers = { ...BROWSER, 'sec-fetch-site': 'same-origin' }
  const created = await service.post('/new', { form: { recipient }, headers })
  service.pass({ seconds: 2 })
  const start = String(created.headers.get('location'))
  const cookie = created.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  return { form: start.slice(0, -'/start'.length), live: `${start}/arrivals`, start, cookie }
}

/** Returns the text of the part of the start page that shows what has arrived. */
async function readArrivals(service: TestService, live: string, cookie = ''): Promise<string> {
  const { status, text } = await service.get(live, { ...BROWSER, cookie })
  assert.equal(status, 200)
  return text
    .replace(/^.*<body>/s, '')
    .replaceAll(/<[^>]+>|\s+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('the browser that created a form sees on its start page what arrives and what to improve; others see that it arrived', async () => {
  await using service = await startService()
  const { form, live, start, cookie } = await createInBrowser(service)
  assert.match(await readArrivals(service, live, cookie), /^Waiting for your first message/)
  const page = await service.get(start, { ...BROWSER, cookie })
  assert.ok(page.text.includes(`data-live="${live}"`))
  assert.match(page.headers.get('content-security-policy') ?? '', /connect-src 'self'/)

  await service.get(`${form}?name=Grace&message=hello`, OF_A_SITE)
  await service.post(form, { form: {}, headers: OF_A_SITE })
  const refused = await readArrivals(service, live, cookie)
  assert.match(refused, /^A message arrived, but couldn’t be accepted/)
  assert.match(refused, /sent by GET.*without any data/)
  assert.match(await readArrivals(service, live), /^Waiting for your first message/)

  await service.post(form, { form: { name: 'Grace', '<b>': 'x' }, headers: OF_A_SITE })
  const arrived = await readArrivals(service, live, cookie)
  assert.match(
    arrived,
    /^Your form works The first message came from studio-nord\.de and is saved\. Fields: name , &lt;b&gt;/,
  )
  assert.match(arrived, /no email field.*no honeypot/)
  assert.doesNotMatch(arrived, /sent by GET|without any data/, 'the page sends it properly now')
  assert.match(
    await readArrivals(service, live),
    /^Your form works A message has arrived and is saved\. Make it yours The email about your first message/,
  )

  await service.get(`${form}?name=Grace`, OF_A_SITE)
  assert.match(await readArrivals(service, live, cookie), /^Your form works.* sent by GET/)
})

test('says to the browser that created the form, and to no other, what became of the claim email', async () => {
  await using service = await startService()
  for (let made = 0; made < 3; made += 1) {
    const { form } = await createInBrowser(service)
    await service.post(form, { form: { message: 'one' } })
  }
  const { form, live, cookie } = await createInBrowser(service)
  await service.post(form, { form: { message: 'the fourth of this address' } })
  assert.match(await readArrivals(service, live, cookie), /carries your claim link\. Only you receive it/)
  await service.deliver()
  const held =
    /Your claim email to a\*\*\*@l\*\*\*\.dev has to wait.*within 24 hours\. Already own a form\? Sign in/
  assert.match(await readArrivals(service, live, cookie), held)
  assert.doesNotMatch(await readArrivals(service, live), /has to wait|Sign in/)
  service.pass({ days: 1 })
  await service.deliver()
  assert.match(
    await readArrivals(service, live, cookie),
    /We emailed your claim link to a\*\*\*@l\*\*\*\.dev/,
  )
  assert.doesNotMatch(await readArrivals(service, live), /We emailed/)
})

test('a browser sees details only of the form that it created last, and a made-up cookie shows none', async () => {
  await using service = await startService()
  const ada = await createInBrowser(service)
  const bo = await createInBrowser(service, BO)
  await service.post(ada.form, { form: { secret_field: 'x' }, headers: OF_A_SITE })
  for (const cookie of [bo.cookie, 'creator=f', `creator=${ada.form.slice(-16)}${'0'.repeat(32)}`, '']) {
    assert.doesNotMatch(await readArrivals(service, ada.live, cookie), /secret_field|studio/)
  }
  assert.match(await readArrivals(service, ada.live, ada.cookie), /secret_field/)
})

test('a claimed form shows its arrivals to nobody, or else they would tell what its filter lets through', async () => {
  await using service = await startService()
  const { form, live, cookie } = await createInBrowser(service)
  await service.post(form, { form: { message: 'the first' } })
  const claim = await service.linkIn('claim')
  const opened = await service.post(`${claim}/open`, { headers: { ...BROWSER, ...FROM_HERE } })
  const session = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
  const claimed = await readArrivals(service, live)
  assert.match(
    claimed,
    /^Your form works A message has arrived and is saved\. Active and claimed by its recipient\.$/,
  )
  await service.post(form, { form: { message: 'the second', probe: 'x' }, headers: OF_A_SITE })
  assert.equal(await readArrivals(service, live, cookie), claimed, 'whoever created it is not its owner')

  const created = await createCalls(service, { cookie: session, ...FROM_HERE }).post('/endpoints', {})
  assert.equal(created.status, 201, created.text)
  const owned = String(created.json.endpoint_url)
  const before = await readArrivals(service, `${owned}/start/arrivals`)
  await service.post(owned, { form: { message: 'one that is let through' } })
  assert.equal(await readArrivals(service, `${owned}/start/arrivals`), before)
  const page = await service.get(`${owned}/start`, BROWSER)
  assert.equal(page.status, 200)
  assert.doesNotMatch(page.text, /data-live|Waiting for/)
})

test('shows nothing of a form that is unknown or has expired', async () => {
  await using service = await startService()
  const { live, cookie } = await createInBrowser(service)
  const unknown = `${service.base}/f/f_0000000000000000/start/arrivals`
  assert.equal((await service.get(unknown, { ...BROWSER, cookie })).status, 404)
  service.pass({ days: 31 })
  assert.equal((await service.get(live, { ...BROWSER, cookie })).status, 410)
})
