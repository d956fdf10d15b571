import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FileData } from '../../../src/domain/destinations/webhook-event.ts'
import { MAX_EVENT_BYTES } from '../../../src/domain/destinations/webhook-event.ts'
import { SHORT_LINK_MINUTES } from '../../../src/domain/files/stored-file.ts'
import { later, MINUTE } from '../../../src/domain/time.ts'
import { createKeys } from '../../../src/ids/keys.ts'
import { loadSecret } from '../../../src/runtime/secret.ts'
import { ownerWithFiles, PDF, PNG } from '../../support/fixtures/files.ts'
import { createClaimedQueue } from '../../support/fixtures/queue.ts'
import { startService, type TestService } from '../../support/service/service.ts'
import { type Receiver, startReceiver } from '../../support/web/receiver.ts'

const PRO = { FORMSLOT_DEFAULT_PLAN: 'pro', FORMSLOT_SUBMIT_RATE: '0' }
const JSON_ANSWER = { accept: 'application/json' }

type Opened = Awaited<ReturnType<typeof ownerWithFiles>> & { service: TestService; receiver: Receiver }

/** A form that takes files and posts to the receiver, as a webhook or another kind. */
async function withWebhook(
  work: (opened: Opened) => Promise<void>,
  events = ['submission.created'],
): Promise<void> {
  await using receiver = await startReceiver()
  await using service = await startService({ env: PRO, egressPorts: [receiver.port] })
  const form = await ownerWithFiles(service)
  const place = `/endpoints/${form.id}/destinations`
  const added = await form.owner.post(place, { kind: 'webhook', url: receiver.url, events })
  assert.equal((await form.owner.post(`${place}/${added.json.id}/test`)).json.reached, true)
  await work({ ...form, service, receiver })
}

function readNewest({ received }: Receiver) {
  const { type, data } = JSON.parse(received.at(-1)?.body ?? '{}')
  return { type: String(type), files: data.files as FileData[], data }
}

function readLink(service: TestService, url: string | null | undefined) {
  const token = url?.slice(`${service.base}/files/`.length) ?? ''
  return createKeys(loadSecret(service.config)).verifyFileToken(token)
}

test('a webhook names the files of a submission, with links that begin with each attempt', () =>
  withWebhook(async ({ service, receiver, owner, attach }) => {
    await attach(
      [
        ['message', 'Hello'],
        ['cv', ['履歴書.pdf', PDF]],
        ['photo', ['me.png', PNG]],
      ],
      JSON_ANSWER,
    )
    receiver.answerWith(503)
    await service.deliver()
    const failed = readNewest(receiver)
    const [stored] = (await owner.get('/submissions?limit=1')).json.data as [{ files: FileData[] }]
    assert.deepEqual(
      failed.files.map(({ url: _, ...file }) => file),
      stored.files.map(({ id, field, name, type, bytes, scan }) => ({ id, field, name, type, bytes, scan })),
    )
    assert.deepEqual(Object.keys(failed.files[0] ?? {}), [
      ...['id', 'field', 'name', 'type', 'bytes', 'scan', 'url'],
    ])
    assert.deepEqual(failed.data.fields, { message: 'Hello' })
    const until = later(service.now(), SHORT_LINK_MINUTES * MINUTE)
    assert.deepEqual(readLink(service, failed.files[0]?.url)?.until, until)

    receiver.answerWith(200)
    service.pass({ minutes: 20 })
    await service.deliver()
    const [one, other] = readNewest(receiver).files
    const again = later(service.now(), SHORT_LINK_MINUTES * MINUTE)
    assert.deepEqual(
      [readLink(service, one?.url)?.until, readLink(service, other?.url)?.until],
      [again, again],
    )
    assert.notEqual(readLink(service, one?.url)?.key, readLink(service, other?.url)?.key)
    const [first, second] = receiver.received.slice(-2)
    assert.equal(first?.headers['webhook-id'], second?.headers['webhook-id'])
  }))

test('a webhook gets no link to a file that nobody may fetch', () =>
  withWebhook(async ({ service, receiver, attach }) => {
    await attach(
      [
        ['a', ['found.pdf', PDF]],
        ['b', ['unreachable.pdf', PDF]],
      ],
      JSON_ANSWER,
    )
    await service.sql("update files set scan = 'unreachable'")
    await service.sql("update files set scan = 'found' where name = 'found.pdf'")
    await service.deliver()
    const [found, unreachable] = readNewest(receiver).files
    assert.deepEqual([found?.scan, found?.url], ['found', null])
    assert.equal(unreachable?.scan, 'unreachable')
    assert.ok(readLink(service, unreachable?.url))
  }))

test('an event of spam names files without links', () =>
  withWebhook(
    async ({ service, receiver, owner, id, attach }) => {
      await owner.patch(`/endpoints/${id}`, { honeypot: 'website' })
      await attach(
        [
          ['website', 'https://evil.dev'],
          ['cv', ['a.pdf', PDF]],
        ],
        JSON_ANSWER,
      )
      await service.deliver()
      const { type, files } = readNewest(receiver)
      assert.equal(type, 'submission.spam')
      assert.deepEqual(
        files.map(({ name, bytes, url }) => [name, bytes, url]),
        [['a.pdf', PDF.length, null]],
      )
    },
    ['submission.spam'],
  ))

test('an event that is too large for its fields still names all files', () =>
  withWebhook(async ({ service, receiver, attach }) => {
    await attach(
      [
        ['message', 'x'.repeat(MAX_EVENT_BYTES)],
        ...Array.from({ length: 10 }, (_, index): [string, readonly [string, Buffer]] => [
          `f${index}`,
          [`${'名'.repeat(60)}.pdf`, PDF],
        ]),
      ],
      JSON_ANSWER,
    )
    await service.deliver()
    const { data, files } = readNewest(receiver)
    assert.deepEqual([data.truncated, data.fields, files.length], [true, undefined, 10])
    assert.ok((receiver.received.at(-1)?.bytes.length ?? 0) <= MAX_EVENT_BYTES)
  }))

test('a chat names the files, and links to the message alone', async () => {
  await using receiver = await startReceiver()
  await using service = await startService({ env: PRO, egressPorts: [receiver.port] })
  const { owner, id, attach } = await ownerWithFiles(service)
  const place = `/endpoints/${id}/destinations`
  const added = await owner.post(place, { kind: 'slack', url: new URL('/hooks/one', receiver.url).href })
  assert.equal((await owner.post(`${place}/${added.json.id}/test`)).json.reached, true)
  await attach(
    [
      ['message', 'Hello'],
      ['a', ['Résumé.pdf', PDF]],
      ['b', ['bad.png', PNG]],
    ],
    JSON_ANSWER,
  )
  await service.sql("update files set scan = 'found' where name = 'bad.png'")
  await service.deliver()
  const { text } = JSON.parse(receiver.received.at(-1)?.body ?? '{}')
  assert.match(
    text,
    /message: Hello\nFiles: Résumé\.pdf \(69\u00a0B\)\nbad\.png \(\d+\u00a0B\): Malware was found, so/,
  )
  assert.ok(!text.includes('/files/'))
  assert.match(text, /<http[^|]*\/app\/inbox\/sub_\w+\|Open in dashboard>/)
})

test('a queue message names the files without links', async () => {
  await using service = await startService({ env: PRO })
  const { owner, id, attach } = await ownerWithFiles(service)
  const queue = await createClaimedQueue(service)
  await owner.patch(`/endpoints/${id}`, { queue_id: queue.id })
  const sent = await attach(
    [
      ['message', 'Hello'],
      ['a', ['a.pdf', PDF]],
      ['b', ['b.png', PNG]],
    ],
    JSON_ANSWER,
  )
  const [message] = await queue.pulled()
  const stored = (await owner.get(`/submissions/${sent.json.submission_id}`)).json.files as FileData[]
  assert.deepEqual(message?.body, {
    submission_id: sent.json.submission_id,
    endpoint: id,
    received_at: service.now().toISOString(),
    fields: { message: 'Hello' },
    files: stored.map(({ id, field, name, type, bytes, scan }) => ({ id, field, name, type, bytes, scan })),
  })
})
