import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Email } from 'postal-mime'
import {
  confirmSession,
  FROM_HERE,
  type Owner,
  openBrowserFor,
  signIn,
} from '../../support/fixtures/owner.ts'
import { ADA, BO, startService, type TestService } from '../../support/service/service.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
const SALES = 'sales@lovelace.dev'

const getDestinations = (owner: Owner) => `/endpoints/${owner.endpoint.form_id}/destinations`

/** Emails to a mailbox, as they arrived. */
async function emailsTo(service: TestService, mailbox: string): Promise<Email[]> {
  await service.deliver()
  return (await service.emails()).filter((email) => email.to?.[0]?.address === mailbox)
}

/** The address of the page in the newest email to a mailbox. */
async function pageIn(service: TestService, mailbox = SALES): Promise<string> {
  const newest = (await emailsTo(service, mailbox)).at(-1)
  const found = newest?.text?.match(new RegExp(`${service.base}/destination/[0-9a-z]+`))
  return found?.[0] ?? assert.fail(`no link in ${newest?.text}`)
}

function getUnsubscribeAddress(email: Email | undefined): string {
  const header = email?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
  return /<(.*)>/.exec(header ?? '')?.[1] ?? assert.fail('no List-Unsubscribe')
}

async function getSettings(owner: Owner) {
  const { settings } = (await owner.get(`/endpoints/${owner.endpoint.form_id}`)).json
  return Object(settings) as {
    destinations: { id: string; email: string; confirmed: boolean; state: string }[]
  }
}

/** Adds Sales as a destination of Ada's endpoint and confirms it. */
async function withSales(service: TestService): Promise<Owner> {
  const ada = await signIn(service)
  assert.equal((await ada.post(getDestinations(ada), { email: SALES })).status, 201)
  const confirmed = await openBrowserFor(service).post(await pageIn(service))
  assert.equal(confirmed.status, 200)
  return ada
}

test('a destination confirms its email address, receives every submission, and stops them on its page', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const added = await ada.post(getDestinations(ada), { email: ' Sales@Lovelace.dev ' })
  assert.equal(added.status, 201)
  const [listed] = (await getSettings(ada)).destinations
  assert.deepEqual([listed?.email, listed?.confirmed], ['Sales@lovelace.dev', false])
  await service.submit(ada.endpoint, { message: 'too early' })
  const mailbox = 'Sales@lovelace.dev'
  const [email, ...more] = await emailsTo(service, mailbox)
  assert.deepEqual([more.length, email?.subject], [0, 'Do you want to receive messages from this form?'])
  const link = await pageIn(service, mailbox)

  const browser = openBrowserFor(service)
  const scanned = await service.get(link, { accept: 'text/html', 'accept-language': 'de' })
  assert.match(scanned.text, /Möchten Sie Nachrichten dieses Formulars/)
  assert.match(scanned.text, /S\*\*\*@l\*\*\*\.dev/)
  assert.doesNotMatch(scanned.text, /ada@lovelace|Sales@lovelace/)
  assert.equal((await getSettings(ada)).destinations[0]?.confirmed, false, 'a GET is harmless')
  const page = await browser.post(link)
  assert.match(page.text, /You receive messages from this form/)
  assert.equal((await getSettings(ada)).destinations[0]?.confirmed, true)

  await service.submit(ada.endpoint, { message: 'in time', email: 'grace@navy.mil' })
  const [, first] = await emailsTo(service, mailbox)
  assert.match(first?.text ?? '', /in time/)
  assert.equal(first?.replyTo?.[0]?.address, 'grace@navy.mil')
  assert.doesNotMatch(first?.text ?? '', /\/(claim|emails|disown|app)\//)
  const stopped = await browser.post(`${link}/stop`)
  assert.match(stopped.text, /Emails from this form are off/)
  await service.submit(ada.endpoint, { message: 'too late' })
  const [, , notice, ...others] = await emailsTo(service, mailbox)
  assert.match(notice?.subject ?? '', /^Emails from .* are off$/)
  assert.equal(others.length, 0)
  assert.equal((await getSettings(ada)).destinations[0]?.state, 'stopped')
  const inbox = (await emailsTo(service, ADA)).map((one) => one.text).join()
  for (const message of ['too early', 'in time', 'too late']) assert.ok(inbox.includes(message))
})

test('a scanner that sends forms without being a browser confirms no destination', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  await ada.post(getDestinations(ada), { email: SALES })
  const link = await pageIn(service)
  assert.equal((await service.post(link)).status, 403)
  assert.deepEqual(
    (await getSettings(ada)).destinations.map(({ confirmed }) => confirmed),
    [false],
  )
})

test('one-click unsubscribe stops one destination and no other', async () => {
  await using service = await startService({ env: PRO })
  const ada = await withSales(service)
  await service.submit(ada.endpoint, { message: 'one' })
  const address = getUnsubscribeAddress((await emailsTo(service, SALES)).at(-1))
  const body = { 'List-Unsubscribe': 'One-Click' }
  const elsewhere = { origin: 'https://mail.dev', 'sec-fetch-site': 'cross-site' }
  assert.equal((await service.post(address, { headers: elsewhere })).status, 403)
  assert.equal((await service.get(address)).status, 200)
  assert.equal((await getSettings(ada)).destinations[0]?.state, 'confirmed')
  for (let times = 0; times < 2; times += 1) {
    assert.equal((await service.post(address, { form: body, headers: elsewhere })).status, 200)
  }
  const [stopped] = (await getSettings(ada)).destinations
  assert.deepEqual([stopped?.state, stopped?.confirmed], ['stopped', false])
  const before = (await emailsTo(service, ADA)).length
  await service.submit(ada.endpoint, { message: 'two' })
  assert.equal((await emailsTo(service, ADA)).length, before + 1)
  // It had confirmed before, so it may be asked again.
  await ada.delete(`${getDestinations(ada)}/${stopped?.id}`)
  assert.equal((await ada.post(getDestinations(ada), { email: SALES })).status, 201)
})

test('an address that declines once cannot be asked again', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  await ada.post(getDestinations(ada), { email: SALES })
  const [email] = await emailsTo(service, SALES)
  const address = getUnsubscribeAddress(email)
  const refused = await service.post(address, { form: { 'List-Unsubscribe': 'One-Click' } })
  assert.match(refused.text, /We won’t ask again/)
  assert.deepEqual((await getSettings(ada)).destinations, [])
  const bo = await signIn(service, BO)
  for (const owner of [ada, bo]) {
    const answer = await owner.post(getDestinations(owner), { email: 'Sales+x@lovelace.dev' })
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.field],
      [403, 'mailbox_suppressed', 'email'],
    )
  }
  const own = await service.post('/new', { form: { recipient: SALES } })
  assert.equal(own.status, 201, 'it may have forms of its own')
})

test('removing a destination before it answers, or deleting the account, does not undo a decline', async () => {
  await using service = await startService({ env: PRO })
  const bo = await signIn(service, BO)
  for (const how of ['removed', 'deleted'] as const) {
    const ada = await signIn(service)
    const mailbox = `${how}@lovelace.dev`
    await ada.post(getDestinations(ada), { email: mailbox })
    const link = await pageIn(service, mailbox)
    const [added] = (await getSettings(ada)).destinations
    const away = how === 'removed' ? `${getDestinations(ada)}/${added?.id}` : '/account'
    assert.ok((await ada.delete(away)).status < 300)
    const reader = openBrowserFor(service)
    assert.match((await reader.get(`${link}/stop`)).text, /No, and don’t ask again/)
    for (let times = 0; times < 2; times += 1) {
      assert.match((await reader.post(`${link}/stop`)).text, /We won’t ask again/)
    }
    const again = await bo.post(getDestinations(bo), { email: mailbox })
    assert.equal(again.json.code, 'mailbox_suppressed', how)
  }
})

test('an account can send thirty confirmation emails a day', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const ask = async (n: number) => {
    const answer = await ada.post(getDestinations(ada), { email: `m${n}@lovelace.dev` })
    for (const { id } of (await getSettings(ada)).destinations)
      await ada.delete(`${getDestinations(ada)}/${id}`)
    return answer
  }
  for (let n = 0; n < 30; n += 1) assert.equal((await ask(n)).status, 201)
  const refused = await ask(30)
  assert.deepEqual([refused.status, refused.json.code], [429, 'asking_rate'])
  assert.equal(refused.headers.get('retry-after'), String(24 * 60 * 60))
  service.pass({ days: 1 })
  await confirmSession(service, ada)
  assert.equal((await ask(31)).status, 201)
})

test('sends thirty confirmation emails when more are requested at the same moment', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const endpoints = [ada.endpoint.form_id]
  for (let n = 0; n < 9; n += 1) endpoints.push(String((await ada.post('/endpoints', {})).json.id))
  const added = endpoints.flatMap((id) =>
    Array.from({ length: 5 }, (_, n) =>
      ada.post(`/endpoints/${id}/destinations`, { email: `${id}.${n}@site.dev` }),
    ),
  )
  const statuses = (await Promise.all(added)).map((answer) => answer.status)
  assert.equal(statuses.filter((status) => status === 201).length, 30)
  // A refusal for another reason does not count against the limit.
  service.pass({ days: 1 })
  await confirmSession(service, ada)
  for (let n = 0; n < 31; n += 1) {
    const refused = await ada.post(getDestinations(ada), { email: ADA })
    assert.equal(refused.json.code, 'destination_known')
  }
})

test('a new account of the same owner continues the daily limit of confirmation emails', async () => {
  await using service = await startService({ env: PRO })
  for (let life = 0; life < 2; life += 1) {
    const ada = await signIn(service)
    for (let times = 0; times < 2; times += 1) {
      const added = await ada.post(getDestinations(ada), { email: SALES })
      assert.equal(added.status, life + times < 2 ? 201 : 429)
      for (const { id } of (await getSettings(ada)).destinations) {
        await ada.delete(`${getDestinations(ada)}/${id}`)
      }
    }
    assert.equal((await ada.delete('/account')).status, 204)
  }
  assert.equal((await emailsTo(service, SALES)).length, 0, 'of what is gone nothing is sent')
  assert.doesNotMatch(JSON.stringify(await service.sql('select * from notices')), /lovelace/)
  service.pass({ days: 5 })
  await service.service.purge()
  assert.deepEqual(await service.sql('select * from notices'), [])
})

test("the confirmation email shows only a hint of the owner's address", async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  const name = 'WIN MONEY at https://mallory.dev'
  await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { name })
  await ada.post(getDestinations(ada), { email: SALES })
  const [email] = await emailsTo(service, SALES)
  const said = `${email?.subject} ${email?.text} ${email?.html}`
  assert.doesNotMatch(said, /MONEY|mallory|ada@lovelace/)
  assert.match(said, /a\*\*\*@l\*\*\*\.dev/)
})

test('the buttons on destination pages work only from pages of this service', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  await ada.post(getDestinations(ada), { email: SALES })
  const link = await pageIn(service)
  for (const address of [link, `${link}/stop`]) {
    const answer = await service.post(address, { headers: { 'sec-fetch-site': 'cross-site' } })
    assert.deepEqual([answer.status, /cross_site_action/.test(answer.text)], [403, true])
  }
  // One-click requests can stop emails, not confirm them.
  const form = { 'List-Unsubscribe': 'One-Click' }
  assert.equal((await service.post(link, { form, headers: { origin: 'https://mail.dev' } })).status, 403)
  assert.equal((await getSettings(ada)).destinations[0]?.confirmed, false)
})

test('a token of another kind, endpoint or instance opens nothing', async () => {
  await using service = await startService({ env: PRO })
  const ada = await signIn(service)
  await ada.post(getDestinations(ada), { email: SALES })
  const link = await pageIn(service)
  const token = link.slice(link.lastIndexOf('/') + 1)
  const claim = await service.claimedEndpoint()
  const swapped = claim.form_id.slice(2) + token.slice(16)
  const stopToken = (await service.linkIn('disown')).split('/').at(-1) ?? ''
  for (const other of [swapped, stopToken, token.slice(1), `${token}0`, 'x'.repeat(64)]) {
    for (const method of ['GET', 'POST']) {
      const answer = await service.post(`/destination/${other}`, { method, headers: FROM_HERE })
      assert.equal(answer.status, 404, other)
    }
  }
})

test("refuses destinations that the plan does not include, and reveals nothing about other owners' endpoints", async () => {
  await using service = await startService()
  const ada = await signIn(service)
  const refused = await ada.post(getDestinations(ada), { email: SALES })
  assert.deepEqual([refused.status, refused.json.code], [403, 'plan_needed'])
  const bo = await signIn(service, BO)
  const answers = [
    await bo.post(getDestinations(ada), { email: SALES }),
    await bo.delete(`${getDestinations(ada)}/dst_0000000000000000`),
    await bo.post(`${getDestinations(ada)}/dst_0000000000000000/resend`),
    await bo.post('/endpoints/f_0000000000000000/destinations', { email: SALES }),
  ]
  const told = answers.map(({ status, json: { request_id: _, ...rest } }) => JSON.stringify([status, rest]))
  assert.equal(new Set(told).size, 1)
  assert.match(told[0] ?? '', /^\[404,.*endpoint_not_found/)
  assert.equal((await emailsTo(service, SALES)).length, 0)
})

test('a submission lists its email to each destination, and each can be resent separately', async () => {
  await using service = await startService({ env: PRO })
  const ada = await withSales(service)
  const submitted = await service.submit(ada.endpoint, { message: 'one' })
  await service.deliver()
  const place = `/submissions/${submitted.json.submission_id}`
  const [{ id } = { id: '' }] = (await getSettings(ada)).destinations
  const states = async () => {
    const { data } = (await ada.get(`${place}/deliveries`)).json
    return Object(data).map((one: Record<string, unknown>) => [one.to, one.destination_id, one.state])
  }
  assert.deepEqual(await states(), [
    [ADA, null, 'sent'],
    [SALES, id, 'sent'],
  ])
  assert.equal((await ada.post(`${place}/resend`, { destination_id: id })).status, 202)
  const before = (await emailsTo(service, ADA)).length
  const [, first, again] = await emailsTo(service, SALES)
  assert.equal((await emailsTo(service, ADA)).length, before)
  assert.match(first?.messageId ?? '', /\.1@formslot\.dev>$/)
  assert.match(again?.messageId ?? '', /\.2\.again-1@formslot\.dev>$/)
  await ada.delete(`${getDestinations(ada)}/${id}`)
  assert.deepEqual(await states(), [
    [ADA, null, 'sent'],
    [null, id, 'sent'],
    [null, id, 'sent'],
  ])
  const gone = await ada.post(`${place}/resend`, { destination_id: id })
  assert.equal(gone.json.code, 'destination_not_found')
  assert.equal((await ada.get(place)).json.delivery, 'sent')
})

test('a destination receives the emails that the recipient has stopped', async () => {
  await using service = await startService({ env: PRO })
  const ada = await withSales(service)
  assert.equal(
    (await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email_notifications: false })).status,
    200,
  )
  const before = (await emailsTo(service, ADA)).length
  await service.submit(ada.endpoint, { message: 'for sales' })
  assert.match((await emailsTo(service, SALES)).at(-1)?.text ?? '', /for sales/)
  assert.equal((await emailsTo(service, ADA)).length, before)
})

test('any mix of submissions and changes by owners sends email only to the recipient and confirmed destinations', async () => {
  await using service = await startService({ env: { ...PRO, FORMSLOT_CREATE_PER_HOUR: '0' } })
  const ada = await signIn(service)
  const mailboxes = ['one@lovelace.dev', 'two@lovelace.dev', 'three@lovelace.dev']
  const awaiting = new Set<string>()
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('submit' as const),
      name: fc.constantFrom('email', '_replyto', '_subject', '_cc', 'to', 'Bcc', 'recipient', 'message'),
      value: fc.constantFrom(
        'mallory@evil.dev',
        'x\r\nBcc: mallory@evil.dev',
        'two@lovelace.dev',
        '<three@lovelace.dev>',
      ),
    }),
    fc.record({
      kind: fc.constantFrom('add' as const, 'remove' as const, 'confirm' as const, 'stop' as const),
      mailbox: fc.constantFrom(...mailboxes),
    }),
    fc.record({ kind: fc.constant('deliver' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const step of steps) await take(step)
      await service.deliver()
      for (const { destinations } of [await getSettings(ada)]) {
        for (const one of destinations) await ada.delete(`${getDestinations(ada)}/${one.id}`)
      }
      awaiting.clear()
      service.pass({ days: 1 })
    }),
    { numRuns: 15 },
  )
  async function take(step: {
    kind: string
    name?: string
    value?: string
    mailbox?: string
  }): Promise<void> {
    const { mailbox = '' } = step
    const known = (await getSettings(ada)).destinations.find((one) => one.email === mailbox)
    const link = known && (await getPage(mailbox))
    switch (step.kind) {
      case 'submit':
        await service.submit(ada.endpoint, { message: 'x', [step.name ?? '']: step.value ?? '' })
        break
      case 'add':
        await ada.post(getDestinations(ada), { email: mailbox })
        break
      case 'remove':
        if (known) await ada.delete(`${getDestinations(ada)}/${known.id}`)
        awaiting.delete(mailbox)
        break
      case 'confirm':
        if (link && (await openBrowserFor(service).post(link)).status === 200) awaiting.add(mailbox)
        break
      case 'stop':
        // One that had not confirmed would never be asked again.
        if (link && known?.confirmed) await openBrowserFor(service).post(`${link}/stop`)
        if (known?.confirmed) awaiting.delete(mailbox)
        break
    }
    const before = (await service.emails()).length
    await service.deliver()
    for (const email of (await service.emails()).slice(before)) {
      if (/^Emails from .* are off$/.test(email.subject ?? '')) {
        assert.equal(step.kind, 'stop')
        continue
      }
      const to = email.to?.map((one) => one.address).join() ?? ''
      const carries = !/Do you want to receive/.test(email.subject ?? '')
      if (carries) assert.ok(to === ADA || awaiting.has(to), `a submission went to ${to}`)
      else assert.ok(mailboxes.includes(to))
      assert.equal(email.cc, undefined)
      assert.equal(email.bcc, undefined)
    }
    for (const { to } of service.receivedEmails) {
      assert.equal(to.length, 1)
      assert.ok([ADA, ...mailboxes].includes(to[0] ?? ''), `an email went to ${to.join()}`)
    }
  }
  async function getPage(mailbox: string): Promise<string | null> {
    const emails = (await emailsTo(service, mailbox)).filter((one) =>
      /Do you want to receive/.test(one.subject ?? ''),
    )
    return emails.at(-1)?.text?.match(new RegExp(`${service.base}/destination/[0-9a-z]+`))?.[0] ?? null
  }
})
