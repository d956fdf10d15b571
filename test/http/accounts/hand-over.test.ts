import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attachFile } from '../../support/fixtures/attached-files.ts'
import { CLIENT, openAgency, PRO } from '../../support/fixtures/hand-over.ts'
import { inviteMember } from '../../support/fixtures/member.ts'
import { confirmSession, FROM_HERE, openBrowserFor, signIn } from '../../support/fixtures/owner.ts'
import { makeKey, useKey } from '../../support/openpgp/key.ts'
import { anyPostgres } from '../../support/postgres/postgres.ts'
import { ADA, BO, type TestService } from '../../support/service/service.ts'
import { STORES_OF_RUN } from '../../support/stores/stores.ts'

const GRACE = 'grace@navy.dev'

for (const name of STORES_OF_RUN) {
  test(`a form goes to its new owner with everything that belongs to it, on ${name}`, async () => {
    await using postgres = name === 'PostgreSQL' ? await anyPostgres() : null
    const url = await postgres?.createDatabase()
    await using service = await openAgency({ ...PRO, ...(url ? { FORMSLOT_DATABASE_URL: url } : {}) })
    const { ada, form, place, list, ask, press, confirm } = service
    const file = await attachFile(service, ada)
    const other = String((await ada.post('/endpoints', { name: 'Other' })).json.id)
    await service.post(`/f/${other}`, { json: { message: 'stays' } })
    await ada.patch(`/endpoints/${form}`, { name: 'Contact' })
    const label = async (owner: Pick<typeof ada, 'post'>, labelName: string) =>
      String((await owner.post('/labels', { name: labelName, color: 'teal' })).json.id)
    const lead = await label(ada, 'Lead')
    const unused = await label(ada, 'Unused')
    const grace = await inviteMember(service, ada, { email: GRACE, role: 'editor' })
    const linus = await inviteMember(service, ada, {
      email: 'linus@kernel.dev',
      role: 'viewer',
      form_id: form,
    })
    await ada.patch(`/submissions/${file.submission}`, {
      ...{ starred: true, note: 'Call back', labels: [lead], assignee: grace.id },
    })
    const [elsewhere] = await list(ada, `/submissions?endpoint=${other}`)
    await ada.patch(`/submissions/${elsewhere?.id}`, { labels: [lead, unused], starred: true })
    await ada.post('/views', { name: 'Contact', filter: { endpoint: form } })
    await ada.post(`/endpoints/${form}/destinations`, { email: 'shared@agency.dev' })
    const fileLink = String(
      (await ada.post(`/submissions/${file.submission}/files/${file.id}/link`)).json.url,
    )
    await service.deliver()
    const stop = findStopLink(await service.emails(), { to: ADA, about: 'with 1 files' })
    const link = await ask()
    const email = (await service.emails()).at(-1)
    assert.equal(email?.to?.[0]?.address, CLIENT)
    assert.doesNotMatch(
      `${email?.text} ${email?.html}`,
      new RegExp(`${ADA}|Contact`),
      'nothing chosen by the owner',
    )
    const page = await service.get(link, { accept: 'text/html' })
    for (const shown of [ADA, CLIENT, 'Contact', '2 messages', '1 file', '90 days', 'webhooks'])
      assert.ok(page.text.includes(shown), shown)
    assert.equal((await ada.get(place)).json.accepted_at, null, 'a link that was opened is not accepted')
    assert.equal((await service.post(link, { headers: { 'sec-fetch-site': 'cross-site' } })).status, 403)
    assert.equal((await confirm()).json.code, 'hand_over_waits')
    assert.match((await press(link)).text, /moves to your account as soon as/)
    await press(link)
    await service.deliver()
    const told = (await service.emails()).filter(({ subject }) => subject?.includes('takes over'))
    assert.deepEqual(
      told.map(({ to }) => to?.[0]?.address),
      [ADA],
      'the owner is told once',
    )
    // An email that waits goes to whoever has the form then.
    await service.submit(ada.endpoint, { message: 'on the way' })
    assert.equal((await confirm()).status, 204)
    const due = await service.sql(`select outbox.target = endpoints.mailbox_key as own from outbox
      join endpoints on endpoints.key = outbox.endpoint_key where outbox.due_at is not null`)
    assert.deepEqual(
      due.map(({ own }) => Boolean(own)),
      [true],
      'it counts as an email to the new owner',
    )

    assert.equal((await ada.get(`/endpoints/${form}`)).json.code, 'endpoint_not_found')
    assert.deepEqual(
      (await list(ada)).map(({ id }) => id),
      [elsewhere?.id],
    )
    assert.equal((await ada.get(`/submissions/${file.submission}`)).json.code, 'submission_not_found')
    assert.deepEqual(
      Object((await list(ada))[0]).labels.map((one: { name: string }) => one.name),
      ['Lead', 'Unused'],
    )
    assert.equal(Object((await ada.get('/usage')).json.files).stored_bytes ?? 0, 0)
    assert.deepEqual(await list(ada, '/views'), [])
    assert.equal((await linus.get('/me')).status, 401, 'a member of the form alone')
    assert.equal((await grace.get('/me')).status, 200, 'a member of the whole account')
    assert.notEqual((await service.get(fileLink)).status, 200, 'a link to a file')
    assert.equal((await service.post(stop, { headers: FROM_HERE })).status, 404, 'a link of an old email')

    service.pass({ minutes: 1 })
    const client = await signIn(service, CLIENT)
    const moved = (await list(client, `/submissions?endpoint=${form}`)).map(({ fields }) =>
      JSON.stringify(fields),
    )
    assert.equal(moved.length, 3)
    const shown = (await client.get(`/submissions/${file.submission}`)).json
    assert.deepEqual(
      [shown.starred, shown.note, Object(shown.labels)[0].name, shown.assignee],
      [true, 'Call back', 'Lead', null],
    )
    assert.deepEqual(
      (await list(client, '/labels')).map((one) => one.name),
      ['Lead'],
    )
    assert.equal((await list(client, '/submissions?starred=1')).length, 1)
    const bytes = await client.get(`/submissions/${file.submission}/files/${file.id}`)
    assert.equal(bytes.status, 200)
    const own = (await client.get(`/endpoints/${form}`)).json
    assert.deepEqual([own.name, own.recipient], ['Contact', CLIENT])
    assert.deepEqual(await list(client, `/endpoints/${form}/destinations`), [])
    const actions = async (owner: Pick<typeof ada, 'get'>) =>
      (await list(owner, '/audit')).map(({ action }) => action)
    assert.ok((await actions(ada)).includes('endpoint_handed_over'))
    assert.ok((await actions(client)).includes('endpoint_received'))

    await service.submit(ada.endpoint, { message: 'afterwards' })
    await service.deliver()
    const sent = (await service.emails()).map(({ to, text }) => [to?.[0]?.address, text] as const)
    for (const message of ['on the way', 'afterwards']) {
      const to = sent.filter(([, text]) => text?.includes(message)).map(([address]) => address)
      assert.deepEqual(to, [CLIENT], message)
    }
    assert.deepEqual(
      sent
        .filter(([, text]) => text?.includes('belong to') || text?.includes('in your account now'))
        .map(([to]) => to),
      [ADA, CLIENT],
      'both are told',
    )
    const stopNow = findStopLink(await service.emails(), { to: CLIENT, about: 'afterwards' })
    assert.equal((await service.post(stopNow, { headers: FROM_HERE })).status, 200, 'a link of a new email')
    // The form can go on, and back: the links of each owner stop with them.
    await ada.post('/labels', { name: 'lead ', color: 'red' })
    const back = await client.post(place, { email: ADA })
    assert.equal(back.status, 201, back.text)
    await press(await service.linkIn('hand-over'))
    assert.equal((await client.post(`${place}/confirm`)).status, 204)
    assert.equal((await ada.get(`/endpoints/${form}`)).json.recipient, ADA)
    assert.equal((await service.post(stopNow, { headers: FROM_HERE })).status, 404)
    assert.equal((await service.post(stop, { headers: FROM_HERE })).status, 404)
    const again = (await ada.get(`/submissions/${file.submission}`)).json
    assert.deepEqual(
      Object(again.labels).map((one: { id: string }) => one.id),
      [lead],
      'its own label again',
    )
  })
}

test('nobody hands over what they do not own, and an address gets no more emails than from invitations', async () => {
  await using service = await openAgency()
  const { ada, form, place, ask } = service
  const bo = await signIn(service, BO)
  assert.equal((await bo.post(place, { email: CLIENT })).json.code, 'endpoint_not_found')
  const grace = await inviteMember(service, ada, { email: GRACE, role: 'owner' })
  for (const request of [
    grace.post(place, { email: GRACE }),
    grace.post(`${place}/confirm`),
    grace.delete(place),
    grace.get(place),
  ])
    assert.equal((await request).json.code, 'role_missing')
  assert.equal((await ada.post(place, { email: ADA.toUpperCase() })).json.code, 'value_invalid')
  assert.equal((await ada.post(place, { email: 'nobody' })).json.code, 'recipient_invalid')
  await ask()
  assert.equal((await ada.post(place, { email: BO })).json.code, 'hand_over_open', 'one of each form')
  assert.equal((await bo.delete(place)).json.code, 'endpoint_not_found')
  assert.equal((await ada.delete(place)).status, 204)
  await ada.post('/account/members', { email: CLIENT, role: 'viewer' })
  await ask()
  await ada.delete(place)
  assert.equal((await ada.post(place, { email: CLIENT })).json.code, 'confirmation_rate', 'invitations count')
  service.pass({ days: 1 })
  await confirmSession(service, ada)
  const link = await ask()
  const declined = await service.post(`${link}/decline`, { form: { never: '1' }, headers: FROM_HERE })
  assert.match(declined.text, /declined/)
  assert.equal((await ada.post(place, { email: CLIENT })).json.code, 'mailbox_suppressed')
  assert.equal((await service.get(link)).status, 404)
  await ada.post(`/endpoints/${form}/retire`)
  assert.equal((await ada.post(place, { email: BO })).json.code, 'endpoint_retired')
})

test('a hand-over that was withdrawn, expired or retired cannot be accepted or confirmed', async () => {
  await using service = await openAgency()
  const { ada, form, place, ask, press, confirm, work } = service
  const withdrawn = await ask()
  await ada.delete(place)
  assert.equal((await press(withdrawn)).status, 404)
  assert.equal((await confirm()).json.code, 'hand_over_not_found')

  const late = await ask()
  await work(7)
  assert.equal((await press(late)).status, 404)
  assert.equal((await ada.get(place)).json.code, 'hand_over_not_found')
  await confirmSession(service, ada)
  const accepted = await ask()
  await press(accepted)
  await work(6)
  service.pass({ hours: 23 })
  assert.equal((await confirm()).json.code, 'fresh_sign_in_needed')
  await confirmSession(service, ada)
  service.pass({ hours: 1 })
  await confirmSession(service, ada)
  assert.equal((await confirm()).json.code, 'hand_over_not_found', 'too late')

  const last = await ask()
  await press(last)
  await ada.post(`/endpoints/${form}/retire`)
  assert.equal((await press(last)).status, 404)
  assert.equal((await confirm()).json.code, 'endpoint_retired')
})

test('a form whose new owner has accepted it keeps its settings until it moves or the hand-over is withdrawn', async () => {
  await using service = await openAgency()
  const { ada, form, place, ask, press } = service
  const rename = async () => (await ada.patch(`/endpoints/${form}`, { name: 'Another' })).json.code
  const link = await ask()
  assert.equal(await rename(), undefined)
  await press(link)
  assert.equal(await rename(), 'hand_over_open')
  await ada.delete(place)
  assert.equal(await rename(), undefined)
})

test('clicks at the same time lead to one owner', async () => {
  await using service = await openAgency()
  const { ada, form, place, ask, press, confirm, list } = service
  const link = await ask()
  const accepts = await Promise.all([press(link), press(link)])
  assert.deepEqual(
    accepts.map(({ status }) => status),
    [200, 200],
  )
  const [one, two, withdrawn] = await Promise.all([confirm(), confirm(), ada.delete(place)])
  const outcomes = [one?.status, two?.status, withdrawn?.status]
  assert.equal(outcomes.filter((status) => status === 204).length, 1, String(outcomes))
  const isMoved = withdrawn?.status !== 204
  assert.equal((await ada.get(`/endpoints/${form}`)).status, isMoved ? 404 : 200)
  assert.equal((await list(ada)).length, isMoved ? 0 : 1)
})

test('another person who is signed in in the browser of the link gets nothing', async () => {
  await using service = await openAgency()
  const { form, ask, confirm } = service
  const bo = await signIn(service, BO)
  const browser = openBrowserFor(service)
  browser.cookies.set('session', bo.cookie.replace('session=', ''))
  const link = await ask()
  await browser.post(link)
  assert.equal((await confirm()).status, 204)
  assert.equal((await bo.get(`/endpoints/${form}`)).status, 404)
  assert.equal((await signIn(service, CLIENT).then((client) => client.get(`/endpoints/${form}`))).status, 200)
})

test('files beyond the plan, and a missing OpenPGP key, are said on the page and refused', async () => {
  await using service = await openAgency({})
  const { ada, form, place, ask, press, confirm } = service
  const link = await ask()
  await service.sql(`insert into accounts (key, mailbox, plan, created_at, stored_bytes)
    values (7, '${CLIENT}', 'free', 1, ${50 * 1024 ** 2 - 5000})`)
  await attachFile(service, ada, { bytes: Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(6000)]) })
  assert.match((await press(link)).text, /at most 50/)
  assert.equal((await confirm()).json.code, 'hand_over_waits', 'the click did nothing')
  await service.sql(`update accounts set stored_bytes = 0 where key = 7`)
  await press(link)
  await service.sql(`update accounts set stored_bytes = ${50 * 1024 ** 2} where key = 7`)
  assert.equal((await confirm()).json.code, 'limit_reached', 'checked again')
  await service.sql(`update accounts set stored_bytes = 0 where key = 7`)
  await ada.delete(place)
  await useKey(service, ada, await makeKey(service))
  const stored = await ada.patch(`/endpoints/${form}`, { store: 'encrypted', files: { on: false } })
  assert.equal(stored.status, 200, stored.text)
  assert.match((await press(await ask())).text, /OpenPGP key/)
  assert.equal((await confirm()).json.code, 'hand_over_waits', 'the click did nothing')
})

test('a suspended form is not handed over, and a suspended account gets none', async () => {
  await using service = await openAgency()
  const { ada, form, place, ask, press, confirm } = service
  const link = await ask(BO)
  await signIn(service, BO)
  await press(link)
  const suspend = (what: string, at: number | null) =>
    service.sql(`update ${what} set suspended_at = ${at === null ? 'null' : at}`)
  await suspend(`accounts`, null)
  await service.sql(`update accounts set suspended_at = 1 where mailbox = '${BO}'`)
  assert.equal((await service.get(link, { accept: 'text/html' })).status, 403)
  assert.deepEqual(
    [(await confirm()).json.code, (await ada.get(`/endpoints/${form}`)).status],
    ['account_suspended', 200],
  )
  await suspend('accounts', null)
  await suspend('endpoints', 1)
  assert.equal((await confirm()).json.code, 'endpoint_suspended')
  await ada.delete(place)
  assert.equal((await ada.post(place, { email: CLIENT })).json.code, 'endpoint_suspended')
})

test('an account that is deleted ends its hand-overs, and those to its person', async () => {
  await using service = await openAgency()
  const { ada, form, place, ask, press } = service
  const bo = await signIn(service, BO)
  const link = await ask(BO)
  await press(link)
  await bo.delete('/account')
  assert.equal((await ada.get(place)).json.code, 'hand_over_not_found')
  service.pass({ days: 1 })
  await confirmSession(service, ada)
  const last = await ask()
  assert.deepEqual(Object((await ada.get('/account/export')).json).hand_overs[0].form_id, form)
  await ada.delete('/account')
  assert.equal((await press(last)).status, 404)
})

/** Returns the link by which an email about a submission turns such emails off. */
function findStopLink(
  emails: Awaited<ReturnType<TestService['emails']>>,
  { to, about }: { to: string; about: string },
): string {
  const email = emails.findLast((one) => one.to?.[0]?.address === to && one.text?.includes(about))
  const header = email?.headers.find(({ key }) => key === 'list-unsubscribe')?.value
  return header?.match(/http[^>]+\/emails\/[^>]+/)?.[0] ?? assert.fail(`no link in the email to ${to}`)
}
