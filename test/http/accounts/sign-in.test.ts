import assert from 'node:assert/strict'
import { test } from 'node:test'
import { claimFor, codeIn, FROM_HERE, openBrowserFor } from '../../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1'

async function emailsTo(service: TestService, mailbox: string): Promise<number> {
  await service.deliver()
  const emails = await service.emails()
  return emails.filter(
    (email) => email.to?.[0]?.address === mailbox && email.subject === 'Sign in to Formslot',
  ).length
}

test('answers every sign-in request alike, and sends email only to owners', async () => {
  await using service = await startService()
  await claimFor(service)
  const answers: string[] = []
  for (const mailbox of [ADA, 'nobody@nowhere.dev', BO, ADA.toUpperCase()]) {
    const browser = openBrowserFor(service)
    const page = await browser.post('/sign-in', { email: mailbox })
    const json = await service.post('/sign-in', { json: { email: mailbox } })
    assert.deepEqual([page.status, json.status, json.json], [202, 202, { ok: true }])
    assert.match(browser.cookies.get('sign-in') ?? '', /^[A-Za-z0-9_-]{43}$/)
    answers.push(page.text.replaceAll(mailbox, ''))
  }
  assert.equal(new Set(answers).size, 1)
  assert.equal(await emailsTo(service, ADA), 2)
  assert.equal((await service.emails()).length, 3)
})

test('sends a sign-in email after a random delay, so that no later request shows whether one is sent', async () => {
  await using service = await startService({ signInDelay: () => 0.5 })
  await claimFor(service)
  await openBrowserFor(service).post('/sign-in', { email: ADA })
  assert.equal(await emailsTo(service, ADA), 0)
  service.pass({ milliseconds: 999 })
  assert.equal(await emailsTo(service, ADA), 0)
  service.pass({ milliseconds: 1 })
  assert.equal(await emailsTo(service, ADA), 1)
})

test('the sign-in email contains a link, a code, the time and the device, none of which the database stores', async () => {
  await using service = await startService()
  await claimFor(service)
  await openBrowserFor(service).post('/sign-in', { email: ADA })
  const [code, link] = [await codeIn(service), await service.linkIn('sign-in')]
  const email = (await service.emails()).at(-1)
  assert.match(email?.text ?? '', /Requested on 10 November 2026 at 09:00 UTC from Firefox · Linux\./)
  assert.ok(email?.html?.includes(link))
  const [shown = ''] = /[0-9A-Z]{4}<span style="[^"]*">[0-9A-Z]{4}<\/span>/.exec(email?.html ?? '') ?? []
  assert.equal(shown.replaceAll(/<[^>]*>/g, ''), code, 'in two groups, without a space to copy')
  const token = link.split('/').at(-1) ?? ''
  assert.match(token, /^[0-9a-z]{58}$/)
  const stored = JSON.stringify([
    await service.sql('select * from sign_ins'),
    await service.sql('select * from notices'),
    await service.sql('select * from sessions'),
  ])
  for (const secret of [token, token.slice(0, 26), token.slice(26), code, code.toLowerCase()]) {
    assert.ok(!stored.includes(secret))
  }
})

test('opening the sign-in link signs nobody in, so scanners, prefetches and other sites change nothing', async () => {
  await using service = await startService()
  await claimFor(service)
  const ada = openBrowserFor(service)
  await ada.post('/sign-in', { email: ADA })
  const link = await service.linkIn('sign-in')
  const scanners: Record<string, string>[] = [
    {},
    { 'sec-purpose': 'prefetch' },
    { 'user-agent': 'Mozilla/5.0 HeadlessChrome/140.0', accept: 'text/html' },
  ]
  for (const headers of scanners) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await service.post(link, { method, headers })
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.headers.getSetCookie(), [])
    }
  }
  const forged: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'null' },
    {},
  ]
  for (const headers of forged) {
    const answer = await service.post(link, { form: { sure: '1' }, headers })
    assert.deepEqual([answer.status, answer.headers.getSetCookie()], [403, []])
  }
  const page = await ada.get(link)
  assert.match(page.text, /ada@lovelace\.dev/)
  assert.doesNotMatch(page.text, /<script|http-equiv/)
  const signedIn = await ada.post(link)
  assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, `${service.base}/app`])
  assert.equal(await ada.mailbox(), ADA)
})

test('another browser must confirm the sign-in on a page that shows who asked for it, when and from which device', async () => {
  await using service = await startService()
  await claimFor(service)
  await openBrowserFor(service).post('/sign-in', { email: ADA, next: '/app/inbox?folder=spam' })
  const link = await service.linkIn('sign-in')
  const phone = openBrowserFor(service, PHONE)
  await phone.get(link)
  const doubt = await phone.post(link)
  assert.equal(doubt.status, 200)
  assert.equal(await phone.mailbox(), null)
  assert.match(doubt.text, /Firefox · Linux/)
  assert.match(doubt.text, /10 November 2026|November 10, 2026/)
  assert.match(doubt.text, /ada@lovelace\.dev/)
  const signedIn = await phone.post(link, { sure: '1' })
  assert.equal(signedIn.headers.get('location'), `${service.base}/app/inbox?folder=spam`)
  assert.equal(await phone.mailbox(), ADA)
  const { data } = Object((await phone.get('/api/v1/sessions')).json)
  assert.equal(data[0].device, 'Safari · iPhone')
})

test("the page behind Mallory's link in Ada's browser names Mallory's account and warns Ada", async () => {
  await using service = await startService()
  await claimFor(service, 'mallory@evil.dev')
  await openBrowserFor(service).post('/sign-in', { email: 'mallory@evil.dev' })
  const link = await service.linkIn('sign-in')
  const ada = openBrowserFor(service)
  // Ada's browser has another cookie, because it requested another email.
  await ada.post('/sign-in', { email: ADA })
  const page = await ada.post(link)
  assert.match(page.text, /mallory@evil\.dev/)
  assert.match(page.text, /you’d be signed in to their account/)
  assert.equal(await ada.mailbox(), null)
})

test('a sign-in link or code expires after fifteen minutes', async () => {
  await using service = await startService()
  await claimFor(service)
  const ada = openBrowserFor(service)
  for (const late of [false, true]) {
    await ada.post('/sign-in', { email: ADA })
    const [code, link] = [await codeIn(service), await service.linkIn('sign-in')]
    service.pass({ minutes: 15, milliseconds: late ? 0 : -1 })
    assert.equal((await ada.get(link)).status, late ? 404 : 200)
    assert.equal((await ada.post('/sign-in/code', { code })).status, late ? 400 : 303)
    assert.equal((await ada.post(link)).status, 404)
  }
})

test('answers every invalid sign-in link alike', async () => {
  await using service = await startService()
  const endpoint = await claimFor(service)
  const ada = openBrowserFor(service)
  await ada.post('/sign-in', { email: ADA })
  const link = await service.linkIn('sign-in')
  const token = link.split('/').at(-1) ?? ''
  await service.submit(endpoint, { message: 'one more' })
  const claim = (await service.emails())[0]?.text?.match(/\/claim\/([0-9a-z]+)/)?.[1] ?? ''
  const used = await ada.post(link)
  assert.equal(used.status, 303)
  await ada.post('/sign-out')
  const last = token.at(-1) === '0' ? '1' : '0'
  const wrong = [
    token,
    token.slice(0, -1),
    token.slice(0, -1) + last,
    `1${token.slice(1)}`,
    `${token}0`,
    claim,
    'x',
    '%00',
  ]
  const answers = new Set<string>()
  for (const one of wrong) {
    for (const method of ['GET', 'POST']) {
      const answer = await service.post(`/sign-in/${one}`, {
        method,
        headers: { ...FROM_HERE, accept: 'text/html' },
      })
      answers.add(`${answer.status} ${answer.text}`)
    }
  }
  assert.equal(answers.size, 1)
  assert.match([...answers][0] ?? '', /^404 [\s\S]*This link no longer works/)
})

test('the code works only in the browser that requested it, however it is typed', async () => {
  await using service = await startService()
  await claimFor(service)
  const ada = openBrowserFor(service)
  await ada.post('/sign-in', { email: ADA, next: '/app/settings' })
  const code = await codeIn(service)
  const other = openBrowserFor(service)
  assert.equal((await other.post('/sign-in/code', { code })).status, 400)
  await other.post('/sign-in', { email: BO })
  assert.equal((await other.post('/sign-in/code', { code })).status, 400)
  const typed = ` ${code.slice(0, 4)} - ${code.slice(4)} `
    .toLowerCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'l')
  const pending = ada.cookies.get('sign-in')
  const signedIn = await ada.post('/sign-in/code', { code: typed })
  assert.deepEqual([signedIn.status, signedIn.headers.get('location')], [303, `${service.base}/app/settings`])
  assert.equal(await ada.mailbox(), ADA)
  assert.notEqual(ada.cookies.get('sign-in'), pending)
  const again = openBrowserFor(service)
  again.cookies.set('sign-in', 'A'.repeat(43))
  assert.equal((await again.post('/sign-in/code', { code })).status, 400)
})

test('a wrong code leaves the page as it was, with the address that the email went to', async () => {
  await using service = await startService()
  const browser = openBrowserFor(service)
  const heading = `<p class="kicker"><bdi dir="ltr">${ADA}</bdi></p>`
  const asked = await browser.post('/sign-in', { email: ADA })
  const [, kept = ''] = /<input type="hidden" name="email" value="([^"]*)">/.exec(asked.text) ?? []
  assert.ok(asked.text.includes(heading))
  const wrong = await browser.post('/sign-in/code', { code: '00000000', email: kept })
  assert.equal(wrong.status, 400)
  assert.ok(wrong.text.includes(heading))
  assert.match(wrong.text, /id="code"[^>]* autofocus aria-invalid="true"/)
  const forged = await browser.post('/sign-in/code', { code: '00000000', email: 'call 0900 1234' })
  assert.doesNotMatch(forged.text, /0900/)
})

test('code attempts for an address without an account look the same', async () => {
  await using service = await startService()
  await claimFor(service)
  const seen = new Map<string, string[]>()
  for (const mailbox of [ADA, 'nobody@nowhere.dev']) {
    const browser = openBrowserFor(service)
    const answers: string[] = []
    for (let requested = 0; requested < 4; requested += 1) {
      const page = await browser.post('/sign-in', { email: mailbox })
      answers.push(`${page.status} ${page.text.replaceAll(mailbox, '')}`)
    }
    for (let tries = 0; tries < 30; tries += 1) {
      const page = await browser.post('/sign-in/code', { code: '00000000' })
      answers.push(`${page.status} ${page.text}`)
    }
    seen.set(mailbox, answers)
  }
  assert.deepEqual(seen.get(ADA), seen.get('nobody@nowhere.dev'))
})

test('a correct code reveals nothing about the other addresses the browser asked for', async () => {
  await using service = await startService()
  await claimFor(service)
  await claimFor(service, 'mallory@evil.dev')
  for (const other of [ADA, 'nobody@nowhere.dev']) {
    service.pass({ hours: 1 })
    const mallory = openBrowserFor(service)
    await mallory.post('/sign-in', { email: 'mallory@evil.dev' })
    const code = await codeIn(service)
    await mallory.post('/sign-in', { email: other })
    for (let tries = 0; tries < 4; tries += 1) await mallory.post('/sign-in/code', { code: '00000000' })
    assert.equal((await mallory.post('/sign-in/code', { code })).status, 303, other)
    assert.equal(await mallory.mailbox(), 'mallory@evil.dev')
  }
})

test('five wrong codes invalidate every sign-in email the browser requested', async () => {
  await using service = await startService()
  await claimFor(service)
  await claimFor(service, BO)
  const browser = openBrowserFor(service)
  await browser.post('/sign-in', { email: BO })
  const bosCode = await codeIn(service)
  await browser.post('/sign-in', { email: ADA })
  const adasCode = await codeIn(service)
  for (let tries = 0; tries < 5; tries += 1) await browser.post('/sign-in/code', { code: '00000000' })
  for (const code of [bosCode, adasCode])
    assert.equal((await browser.post('/sign-in/code', { code })).status, 400)
})

test('sends an address at most three sign-in emails an hour and ten a day, however it is spelled, with unchanged responses', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  await claimFor(service)
  await claimFor(service, 'ada+forms@lovelace.dev')
  let asked = 0
  const ask = async (email: string) => {
    asked += 1
    const headers = { 'x-forwarded-for': `198.51.100.${asked}` }
    const answer = await service.post('/sign-in', { json: { email }, headers })
    assert.deepEqual([answer.status, answer.json], [202, { ok: true }])
  }
  for (const email of [ADA, 'ada+forms@lovelace.dev', ADA, ADA, 'ada+forms@lovelace.dev']) await ask(email)
  assert.equal((await emailsTo(service, ADA)) + (await emailsTo(service, 'ada+forms@lovelace.dev')), 3)
  service.pass({ hours: 1, milliseconds: -1 })
  await ask(ADA)
  assert.equal(await emailsTo(service, ADA), 2)
  service.pass({ milliseconds: 1 })
  for (let hour = 0; hour < 5; hour += 1) {
    for (let requested = 0; requested < 3; requested += 1) await ask(ADA)
    await service.deliver()
    service.pass({ hours: 1 })
  }
  assert.equal(await emailsTo(service, ADA), 9)
  service.pass({ days: 1 })
  await ask(ADA)
  assert.equal(await emailsTo(service, ADA), 10)
})

test('thirty requests of a stranger do not lock an owner out of a browser that was signed in before', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  await claimFor(service)
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const [laptop, phone] = [openBrowserFor(service), openBrowserFor(service, PHONE)]
  await laptop.post('/sign-in', { email: ADA }, from('198.51.100.1'))
  await laptop.post(await service.linkIn('sign-in'))
  await laptop.post('/sign-out')
  await phone.post('/sign-in', { email: ADA }, from('198.51.100.2'))
  await phone.post('/sign-in/code', { code: await codeIn(service) })
  await phone.post('/sign-out')
  service.pass({ days: 1 })
  // From the owners' own address too: an office shares one.
  for (const address of ['203.0.113.7', '203.0.113.8', '198.51.100.1']) {
    for (let requested = 0; requested < 30; requested += 1) {
      await service.post('/sign-in', { json: { email: ADA }, headers: from(address) })
    }
  }
  assert.equal(await emailsTo(service, ADA), 2 + 3)
  for (const browser of [laptop, phone]) {
    const requested = await browser.post('/sign-in', { email: ADA }, from('198.51.100.1'))
    assert.equal(requested.status, 202)
    await browser.post('/sign-in/code', { code: await codeIn(service) })
    assert.equal(await browser.mailbox(), ADA)
  }
})

test('one client address or IPv6 /48 uses at most two of the three sign-in emails that a mailbox gets in an hour', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  const request = async (email: string, address: string) => {
    const headers = { 'x-forwarded-for': address }
    const answer = await service.post('/sign-in', { json: { email }, headers })
    assert.deepEqual([answer.status, answer.json], [202, { ok: true }])
  }
  const clients = [
    { mailbox: ADA, one: () => '203.0.113.7', others: ['198.51.100.1', '198.51.100.2'] },
    { mailbox: BO, one: (n: number) => `2001:db8:7:${n}::1`, others: ['2001:db8:8::1', '2001:db8:9::1'] },
  ]
  for (const { mailbox, one, others } of clients) {
    await claimFor(service, mailbox)
    for (let requested = 0; requested < 5; requested += 1) await request(mailbox, one(requested))
    assert.equal(await emailsTo(service, mailbox), 2)
    for (const address of others) {
      await request(mailbox, address)
      assert.equal(await emailsTo(service, mailbox), 3)
    }
  }
})

test('a browser that was signed in before gets at most three sign-in emails an hour, and none for another account', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  await claimFor(service)
  await claimFor(service, BO)
  const ada = openBrowserFor(service)
  await ada.post('/sign-in', { email: ADA }, { 'x-forwarded-for': '198.51.100.1' })
  await ada.post(await service.linkIn('sign-in'))
  await ada.post('/sign-out')
  for (let requested = 0; requested < 5; requested += 1) {
    for (const email of [ADA, BO]) {
      await ada.post('/sign-in', { email }, { 'x-forwarded-for': '198.51.100.1' })
    }
  }
  assert.equal(await emailsTo(service, ADA), 1 + 3)
  assert.equal(await emailsTo(service, BO), 2)
})

test('limits the rate of sign-in requests from a client address', async () => {
  await using service = await startService()
  for (let requested = 0; requested < 20; requested += 1) {
    assert.equal(
      (await service.post('/sign-in', { json: { email: `n${requested}@nowhere.dev` } })).status,
      202,
    )
  }
  const refused = await service.post('/sign-in', { json: { email: ADA } })
  assert.deepEqual(
    [refused.status, refused.json.code, refused.headers.get('retry-after')],
    [429, 'sign_in_rate', '3600'],
  )
  const page = await openBrowserFor(service).post('/sign-in', { email: ADA })
  assert.match(page.text, /Please try again in 60 minutes/)
  service.pass({ hours: 1, milliseconds: -1 })
  assert.equal((await service.post('/sign-in', { json: { email: ADA } })).status, 429)
  service.pass({ milliseconds: 1 })
  assert.equal((await service.post('/sign-in', { json: { email: ADA } })).status, 202)
})

test('one IPv6 /48 requests eight times as many sign-ins as one client', async () => {
  await using service = await startService({ env: { FORMSLOT_TRUST_PROXY: '127.0.0.1' } })
  const ask = (index: number, address: string) =>
    service.post('/sign-in', {
      json: { email: `n${index}@nowhere.dev` },
      headers: { 'x-forwarded-for': address },
    })
  for (let requested = 0; requested < 160; requested += 1) {
    assert.equal((await ask(requested, `2001:db8:7:${requested}::1`)).status, 202, String(requested))
  }
  const refused = await ask(160, '2001:db8:7:ffff::1')
  assert.deepEqual(
    [refused.status, refused.json.code, refused.headers.get('retry-after')],
    [429, 'sign_in_rate', '3600'],
  )
  assert.equal((await ask(161, '2001:db8:8::1')).status, 202, 'another /48')
})

test('rejects an invalid email address, and sign-in requests from other sites', async () => {
  await using service = await startService()
  for (const email of ['', 'ada', 'ada@localhost', 'Ada <ada@lovelace.dev>', `${'a'.repeat(65)}@b.dev`]) {
    const refused = await service.post('/sign-in', { json: { email } })
    assert.deepEqual([refused.status, refused.json.field], [400, 'email'], email)
    const page = await openBrowserFor(service).post('/sign-in', { email: '"><script>' })
    assert.equal(page.status, 400)
    assert.match(page.text, /&quot;&gt;&lt;script&gt;/)
  }
  const headers = { 'sec-fetch-site': 'cross-site' }
  assert.equal((await service.post('/sign-in', { form: { email: ADA }, headers })).status, 403)
})

test('builds sign-in links from the base URL, whatever the Host header says', async () => {
  await using service = await startService()
  await claimFor(service)
  await service.post('/sign-in', {
    form: { email: ADA },
    headers: { 'x-forwarded-host': 'evil.dev', 'x-forwarded-proto': 'https', forwarded: 'host=evil.dev' },
  })
  await service.deliver()
  const email = (await service.emails()).at(-1)
  assert.doesNotMatch(`${email?.text}${email?.html}`, /evil/)
  assert.ok((await service.linkIn('sign-in')).startsWith(service.base))
})

test('a sign-in leads only to pages of the dashboard', async () => {
  await using service = await startService()
  await claimFor(service)
  const places: [next: string, goesTo: string][] = [
    ['/app/f/x?q=1#h', '/app/f/x?q=1'],
    ['//evil.dev/app', '/app'],
    ['/app/../sign-out', '/app'],
    ['https://evil.dev/app/', '/app'],
    ['/\\evil.dev/app', '/app'],
    ['/application', '/app'],
    ['javascript:alert(1)', '/app'],
  ]
  for (const [next, target] of places) {
    const ada = openBrowserFor(service)
    const page = await ada.get(`/sign-in?next=${encodeURIComponent(next)}`)
    const hidden = /name="next" value="([^"]*)"/.exec(page.text)?.[1] ?? null
    assert.equal(hidden, target === '/app' ? null : target, next)
    await ada.post('/sign-in', { email: ADA, next })
    const signedIn = await ada.post(await service.linkIn('sign-in'))
    assert.equal(signedIn.headers.get('location'), service.base + target, next)
    service.pass({ hours: 3 })
  }
})

test('a signed-in browser is not asked to sign in again until it signs out', async () => {
  await using service = await startService()
  await claimFor(service)
  const ada = openBrowserFor(service)
  await ada.post('/sign-in', { email: ADA })
  await ada.post(await service.linkIn('sign-in'))
  const requested = await ada.get('/sign-in?next=/app/keys')
  assert.deepEqual([requested.status, requested.headers.get('location')], [303, `${service.base}/app/keys`])
  const kept = ada.cookies.get('session') ?? ''
  assert.equal((await ada.post('/sign-out', {}, { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal(await ada.mailbox(), ADA)
  const out = await ada.post('/sign-out')
  assert.match(out.text, /You’re signed out/)
  assert.equal(ada.cookies.has('session'), false)
  ada.cookies.set('session', kept)
  assert.equal(await ada.mailbox(), null)
  assert.equal((await ada.post('/sign-out')).status, 200)
})

test('a planted session cookie is worthless after signing in', async () => {
  await using service = await startService()
  await claimFor(service)
  const planted = 'M'.repeat(43)
  const ada = openBrowserFor(service)
  ada.cookies.set('session', planted)
  await ada.post('/sign-in', { email: ADA })
  await ada.post(await service.linkIn('sign-in'))
  assert.notEqual(ada.cookies.get('session'), planted)
  const mallory = openBrowserFor(service)
  mallory.cookies.set('session', planted)
  assert.equal(await mallory.mailbox(), null)
})

test('sends sign-in emails to an owner who declined an endpoint that somebody else made', async () => {
  await using service = await startService()
  await claimFor(service)
  await service.post(await getDeclineUrl(service))
  await service.post('/sign-in', { json: { email: ADA } })
  assert.equal(await emailsTo(service, ADA), 1)
})

async function getDeclineUrl(service: TestService): Promise<string> {
  const [first] = await service.emails()
  return first?.text?.match(/http\S+\/disown\/[0-9a-z]+/)?.[0] ?? ''
}

test('"Open dashboard" signs in once, within a day of the claim, and only from its own page', async () => {
  await using service = await startService()
  const open = async (claim: string) => {
    const ada = openBrowserFor(service)
    const answer = await ada.post(`${claim}/open`)
    return [answer.status, answer.headers.get('location')?.replace(service.base, ''), await ada.mailbox()]
  }
  const claimLink = async () => {
    const endpoint = await service.createEndpoint()
    await service.submit(endpoint, { message: 'hello' })
    return service.linkIn('claim')
  }
  const claim = await claimLink()
  await service.get(claim)
  const forged: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]
  for (const headers of forged) {
    assert.deepEqual((await service.post(`${claim}/open`, { headers })).headers.getSetCookie(), [])
  }
  const bare = await service.post(`${claim}/open`)
  assert.deepEqual(
    [bare.headers.get('location'), bare.headers.getSetCookie()],
    [`${service.base}/sign-in`, []],
  )
  service.pass({ days: 1, milliseconds: -1 })
  assert.deepEqual(await open(claim), [303, '/app', ADA])
  assert.deepEqual(await open(claim), [303, '/sign-in', null])
  const late = await claimLink()
  await service.get(late)
  service.pass({ days: 1 })
  assert.deepEqual(await open(late), [303, '/sign-in', null])
})
