import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFileData } from '../../src/delivery/channels/web/file-data.ts'
import {
  EVENTS_OF_KIND,
  FAILING_DAYS,
  MAX_RECOVERED,
  ROTATION_HOURS,
} from '../../src/domain/destinations/web-destination.ts'
import { EVENT_TYPES } from '../../src/domain/destinations/webhook-event.ts'
import { SHORT_LINK_MINUTES, type StoredFile } from '../../src/domain/files/stored-file.ts'
import { WEB_RETRY_SCHEDULE } from '../../src/domain/outbox/retry-schedule.ts'
import { HOUR, MINUTE } from '../../src/domain/time.ts'
import { createKeys } from '../../src/ids/keys.ts'
import { openGuide } from '../support/docs/guide.ts'
import { openWebhookProgram, WEBHOOK_PROGRAMS, withoutProgram } from '../support/docs/webhook-programs.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { type Receiver, startReceiver } from '../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
const FOREIGN = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='

/** A service whose clock is that of the machine, minus six minutes, and a receiver that it may post to. */
async function withService(
  work: (opened: {
    service: TestService
    receiver: Receiver
    ada: Awaited<ReturnType<typeof signIn>>
  }) => Promise<void>,
) {
  await using receiver = await startReceiver()
  await using service = await startService({
    env: PRO,
    egressPorts: [receiver.port, 443],
    now: new Date(Date.now() - 6 * MINUTE),
  })
  const ada = await signIn(service)
  await service.deliver()
  await work({ service, receiver, ada })
}

const STORED_FILE: StoredFile = {
  ...{ key: 640, submissionKey: 640, field: 'cv', name: 'a.pdf', type: 'application/pdf', bytes: 1 },
  ...{ sha256: '', place: '', scan: 'none', malware: null, linkVersion: 0 },
}

type Sent = { headers: Record<string, string>; body: string }

/** Sends a request to a program again, as somebody who has recorded it could. */
async function post(url: string, { headers, body }: Sent): Promise<number> {
  const own = Object.entries(headers).filter(([name]) => /^(?:webhook-|content-type|user-agent)/.test(name))
  const answer = await fetch(url, { method: 'POST', headers: Object.fromEntries(own), body })
  return answer.status
}

for (const [name, host] of Object.entries(WEBHOOK_PROGRAMS)) {
  test(`the program for ${name} accepts what is genuine alone`, { skip: withoutProgram(host) }, () =>
    withService(async ({ service, receiver, ada }) => {
      const guide = await openGuide('webhooks.md', service.base)
      await using program = await openWebhookProgram(host, guide.blocks(host.language)[host.index] ?? '')
      const place = `/endpoints/${ada.endpoint.form_id}/destinations`
      const added = await ada.post(place, { kind: 'webhook', url: receiver.url })
      const at = `${place}/${added.json.id}`
      const secret = String(added.json.secret)
      assert.equal((await ada.post(`${at}/test`)).json.reached, true)

      /** Delivers a submission to the receiver, which passes it on to the program. */
      const deliver = async (): Promise<Sent & { answer: string }> => {
        const sent = await service.submit(ada.endpoint, { message: 'Zażółć 👋', note: 'a & b <c>' })
        await service.deliver()
        const { headers, body } = receiver.received.at(-1) ?? assert.fail('nothing came')
        const { data } = (await ada.get(`/submissions/${sent.json.submission_id}/deliveries`)).json
        const [, delivery] = data as { attempts: { answer: string }[] }[]
        return {
          headers: headers as Record<string, string>,
          body,
          answer: delivery?.attempts[0]?.answer ?? '',
        }
      }
      const old = await deliver()
      service.pass({ minutes: 2 })
      const recent = await deliver()
      service.pass({ minutes: 4 })
      receiver.answerWith(async ({ headers, body, response }) => {
        response
          .writeHead(await post(program.url, { headers: headers as Record<string, string>, body }))
          .end()
      })

      {
        await using started = await program.start(secret)
        const genuine = await deliver()
        assert.equal(genuine.answer, '204')
        assert.equal(await post(program.url, recent), 204, 'four minutes old')
        assert.equal(await post(program.url, old), 401, 'six minutes old')
        const { body, headers } = genuine
        assert.equal(await post(program.url, { headers, body: body.replace('a & b', 'a & c') }), 401)
        for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
          const value = headers[name] ?? ''
          const changed = value.slice(0, -3) + (value.at(-3) === '1' ? '2' : '1') + value.slice(-2)
          assert.equal(await post(program.url, { body, headers: { ...headers, [name]: changed } }), 401, name)
          const { [name]: _, ...others } = headers
          assert.equal(await post(program.url, { body, headers: others }), 401, `without ${name}`)
        }
        for (const wrong of ['v1,', 'v1,²', 'x'.repeat(47), 'v1a,AAAA', '='])
          assert.equal(
            await post(program.url, { body, headers: { ...headers, 'webhook-signature': wrong } }),
            401,
          )
        assert.equal(await post(program.url, genuine), 204, 'as it was sent')
        assert.match(started.output(), /submission\.created/)
      }
      {
        await using _started = await program.start(FOREIGN)
        assert.equal((await deliver()).answer, '401')
      }
      const rotated = String((await ada.post(`${at}/rotate`)).json.secret)
      for (const one of [secret, rotated]) {
        await using _started = await program.start(one)
        assert.equal((await deliver()).answer, '204')
      }
    }),
  )
}

test('every command of the page about webhooks works', () =>
  withService(async ({ service, receiver, ada }) => {
    const guide = await openGuide('webhooks.md', service.base)
    const { env } = guide
    env.FORM_ID = ada.endpoint.form_id
    const key = await ada.post('/keys', { name: 'guide', scopes: ['read', 'write'] })
    env.ACCOUNT_KEY = String(key.json.key)
    const commands = guide.commands()
    assert.equal(commands.length, 9)
    const run = async (command = '') => {
      const text = await guide.shell(command.replace('https://hooks.acme.org/formslot', receiver.url))
      const answer = text === '' ? {} : JSON.parse(text)
      assert.equal(answer.error, undefined, `${command} ${text}`)
      return answer
    }
    const [add, tryIt, list, deliveries, recover, rotate, change, remove, addChat] = commands
    const added = await run(add)
    assert.match(added.secret, /^whsec_/)
    env.DESTINATION_ID = added.id
    assert.equal((await run(tryIt)).reached, true)
    assert.deepEqual(
      (await run(list)).data.map((one: { state: string }) => one.state),
      ['active'],
    )
    await service.submit(ada.endpoint, { email: 'jane@acme.org', message: 'Zażółć 👋' })
    await service.deliver()
    const [written = ''] = guide.blocks('json')
    const sent = JSON.parse(receiver.received.at(-1)?.body ?? '')
    assert.deepEqual(listPaths(JSON.parse(written)), listPaths(sent))
    assert.equal((await run(deliveries)).data.length, 1)
    assert.equal((await run(recover)).recovered, 1, 'the one from before it was added')
    assert.notEqual((await run(rotate)).secret, added.secret)
    assert.equal((await run(change)).state, 'disabled')
    await run(remove)
    assert.equal((await run(addChat)).kind, 'ntfy')
    assert.deepEqual(
      (await run(list)).data.map((one: { kind: string }) => one.kind),
      ['ntfy'],
    )
  }))

test('the table of files names every member, in the order in which they are sent', async () => {
  const { text } = await openGuide('webhooks.md', '')
  const [file] = toFileData([STORED_FILE], {
    ...{ type: 'submission.created', base: '', isScanRequired: false, now: new Date(0) },
    keys: createKeys('the secret of the instance that is under test'),
  })
  const [, table = ''] = /\n\| member \|.*\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text) ?? []
  const names = table
    .trim()
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  assert.deepEqual(names, Object.keys(file ?? {}))
  assert.ok(table.includes(`for ${SHORT_LINK_MINUTES} minutes from this attempt`))
})

test('the page about webhooks names every event, and the numbers of the code', async () => {
  const { text } = await openGuide('webhooks.md', '')
  for (const type of EVENT_TYPES) assert.match(text, new RegExp(`^\\|.*\`${type}\`.*\\|$`, 'm'), type)
  const usual = (kind: 'form' | 'telemetry') =>
    EVENTS_OF_KIND[kind].usual.map((type) => `\`${type}\``).join(', ')
  assert.match(text, new RegExp(`^\\| ${usual('form')} .* \\| of a form \\|$`, 'm'))
  assert.match(text, new RegExp(`^\\| ${usual('telemetry')} .* \\| of telemetry \\|$`, 'm'))
  const { waitsMs } = WEB_RETRY_SCHEDULE
  const hours = waitsMs.flatMap((ms) => (ms >= HOUR ? [ms / HOUR] : []))
  assert.ok(
    text.includes(
      `after 5 seconds, 5 and 30 minutes, ${hours.slice(0, -1).join(', ')} and ${hours.at(-1)} hours`,
    ),
  )
  assert.deepEqual([waitsMs.length, FAILING_DAYS], [9, 5])
  assert.ok(text.includes(`For ${ROTATION_HOURS} hours`))
  assert.ok(text.includes(`at most ${MAX_RECOVERED.toLocaleString('en')} submissions a call`))
})

/** Lists the paths of all values. */
function listPaths(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path]
  return Object.entries(value).flatMap(([name, inner]) => listPaths(inner, `${path}.${name}`))
}
