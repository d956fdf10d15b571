import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { EICAR } from '../../src/doctor/clamd.ts'
import { MARKER_NAME } from '../../src/store/files/file-store.ts'
import { ownerWithFiles } from '../support/fixtures/files.ts'
import { type FakeClamd, startFakeClamd } from '../support/judging/fake-clamd.ts'
import { startService, type TestService } from '../support/service/service.ts'
import { startReceiver } from '../support/web/receiver.ts'

const INFECTED = Buffer.from(`an attachment\n${EICAR}\n`)
const HARMLESS = Buffer.from('an attachment\n')
const MALWARE = 'malware:Formslot.Test'

type Stored = {
  folder: string
  spam_reasons: string[] | null
  unjudged: boolean
  delivery: string | null
  files: { id: string; name: string; scan: string; malware: string | null }[]
}
type Opened = Awaited<ReturnType<typeof ownerWithFiles>> & {
  service: TestService
  clamd: FakeClamd
  /** Sends files of these contents. */
  send(...contents: Buffer[]): Promise<string>
  load(id: string): Promise<Stored>
  /** Fetches the file of a submission. Returns the status, and the code of a refusal. */
  fetchFile(id: string): Promise<unknown[]>
  /** Number of emails that were sent since the owner signed in. */
  countEmails(): number
}

/** Opens a service with a scanner, and an owner whose form takes files. */
async function withScanner(work: (opened: Opened) => Promise<void>, env: Record<string, string> = {}) {
  await using clamd = await startFakeClamd()
  await using service = await startService({ env: { FORMSLOT_CLAMD: clamd.address, ...env } })
  const owned = await ownerWithFiles(service)
  await service.deliver()
  const before = service.receivedEmails.length
  await work({
    ...owned,
    service,
    clamd,
    async send(...contents) {
      const files = contents.map(
        (bytes, index) => [`file${index}`, [`${index}.txt`, bytes]] satisfies [string, [string, Buffer]],
      )
      const sent = await owned.attach([['message', 'Please see the attachment'], ...files], {
        accept: 'application/json',
      })
      assert.equal(sent.status, 200, sent.text)
      return String(sent.json.submission_id)
    },
    load: async (id) => (await owned.owner.get(`/submissions/${id}`)).json as Stored,
    async fetchFile(id) {
      const { files } = (await owned.owner.get(`/submissions/${id}`)).json as Stored
      const { status, json } = await owned.owner.get(`/submissions/${id}/files/${files[0]?.id}`)
      return json.code === undefined ? [status] : [status, json.code]
    },
    countEmails: () => service.receivedEmails.length - before,
  })
}

const scansOf = ({ files }: Stored) => files.map(({ scan, malware }) => malware ?? scan)

async function countBytes(service: TestService): Promise<number> {
  const files = await readdir(path.join(service.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return files.filter((entry) => entry.isFile() && entry.name !== MARKER_NAME).length
}

test('a submission with files waits for their scan, 60 seconds at most, and goes out when they are clean', () =>
  withScanner(async ({ service, clamd, send, load, countEmails }) => {
    const id = await send(HARMLESS, Buffer.from('another\n'))
    assert.deepEqual(scansOf(await load(id)), ['waiting', 'waiting'])
    const [waiting] = await service.sql('select due_at from judgements')
    assert.equal(Number(waiting?.due_at) - service.now().getTime(), 60_000)
    await service.deliver()
    const stored = await load(id)
    assert.deepEqual(scansOf(stored), ['clean', 'clean'])
    assert.deepEqual([stored.folder, stored.unjudged, countEmails()], ['inbox', false, 1])
    assert.deepEqual(clamd.files, ['an attachment\n', 'another\n'])
  }))

test('a submission without files does not wait', () =>
  withScanner(async ({ service, clamd, attach }) => {
    assert.equal((await attach([['message', 'No attachment']])).status, 200)
    assert.deepEqual(await service.sql('select * from judgements'), [])
    await service.deliver()
    assert.deepEqual(clamd.files, [])
  }))

for (const level of ['off', 'lenient', 'strict']) {
  test(`malware is spam at the level ${level}: nothing is sent, and it counts against no quota`, () =>
    withScanner(async ({ service, owner, id: formId, send, load, countEmails }) => {
      await owner.patch(`/endpoints/${formId}`, { spam: { level } })
      const countAccepted = async () =>
        Number((await service.sql(`select accepted_count from endpoints`)).at(0)?.accepted_count)
      const before = await countAccepted()
      const id = await send(HARMLESS, INFECTED, HARMLESS)
      assert.equal(await countAccepted(), before + 1)
      await service.deliver()
      const stored = await load(id)
      assert.equal(stored.folder, 'spam')
      assert.equal(stored.spam_reasons?.[0], MALWARE)
      assert.deepEqual(scansOf(stored), ['clean', 'Formslot.Test', 'waiting'])
      assert.equal(countEmails(), 0)
      assert.equal(await countAccepted(), before)
      service.pass({ hours: 2 })
      await service.deliver()
      assert.equal(countEmails(), 0)
    }))
}

test('malware is spam also where the owner has archived the submission meanwhile', () =>
  withScanner(async ({ service, owner, send, load, countEmails }) => {
    const id = await send(INFECTED)
    await owner.post('/submissions/bulk', { ids: [id], action: 'archive' })
    await service.deliver()
    assert.deepEqual((await load(id)).spam_reasons, [MALWARE])
    assert.equal(countEmails(), 0)
  }))

test('a webhook hears of malware only as spam, and only where it wants to', async () => {
  await using clamd = await startFakeClamd()
  await using receiver = await startReceiver()
  await using service = await startService({
    env: { FORMSLOT_CLAMD: clamd.address, FORMSLOT_DEFAULT_PLAN: 'pro' },
    egressPorts: [receiver.port],
  })
  const { owner, id: formId, attach } = await ownerWithFiles(service)
  for (const events of [['submission.created'], ['submission.created', 'submission.spam']]) {
    const place = `/endpoints/${formId}/destinations`
    const added = await owner.post(place, { kind: 'webhook', url: receiver.url, events })
    assert.equal(added.status, 201, added.text)
    await owner.post(`${place}/${added.json.id}/test`)
  }
  await service.deliver()
  receiver.received.length = 0
  await attach([['cv', ['cv.txt', INFECTED]]])
  await service.deliver()
  assert.deepEqual(
    receiver.received.map(({ body }) => JSON.parse(body).type),
    ['submission.spam'],
  )
  assert.ok(!receiver.received[0]?.body.includes('/files/'), 'no link to the file')
})

test('nobody downloads malware, also after its owner says that it is no spam', () =>
  withScanner(async ({ service, owner, send, fetchFile }) => {
    const id = await send(INFECTED)
    await service.deliver()
    assert.deepEqual(await fetchFile(id), [409, 'file_infected'])
    await owner.post('/submissions/bulk', { ids: [id], action: 'not_spam' })
    assert.deepEqual(await fetchFile(id), [409, 'file_infected'])
  }))

for (const required of ['0', '1']) {
  test(`a file that is not scanned can${required === '1' ? 'not' : ''} be downloaded where FORMSLOT_CLAMD_REQUIRED is ${required}`, () =>
    withScanner(
      async ({ service, clamd, send, fetchFile, countEmails }) => {
        const shut = required === '1' ? [409, 'file_not_scanned'] : [200]
        clamd.behaves = 'away'
        const id = await send(HARMLESS)
        assert.deepEqual(await fetchFile(id), shut, 'before its scan')
        await service.deliver()
        assert.deepEqual([countEmails(), await fetchFile(id)], [1, shut])
        clamd.behaves = 'scans'
        service.pass({ hours: 1 })
        await service.service.purge()
        assert.deepEqual(await fetchFile(id), [200], 'once it was scanned')
      },
      { FORMSLOT_CLAMD_REQUIRED: required },
    ))
}

test('the bytes of malware are deleted 7 days later, and its row stays', () =>
  withScanner(async ({ service, send }) => {
    await send(INFECTED)
    await service.deliver()
    service.pass({ days: 7, milliseconds: -1 })
    await service.service.purge()
    assert.equal(await countBytes(service), 1)
    service.pass({ milliseconds: 1 })
    await service.service.purge()
    assert.equal(await countBytes(service), 0)
    const rows = await service.sql('select scan, malware from files')
    assert.deepEqual(
      rows.map(({ scan, malware }) => [scan, malware]),
      [['found', 'Formslot.Test']],
    )
    assert.deepEqual(await service.sql('select * from file_deletions'), [])
  }))

test('the bytes of malware go with its submission where that is deleted before', () =>
  withScanner(async ({ service, owner, send }) => {
    const id = await send(INFECTED)
    await service.deliver()
    const deleted = await owner.delete(`/submissions/${id}?permanent=true`)
    assert.equal(deleted.status, 204, deleted.text)
    await service.service.purge()
    assert.deepEqual(await service.sql('select * from files'), [])
    assert.equal(await countBytes(service), 0)
  }))

test('where the scanner does not answer, a submission goes out at once, and its files are scanned within the next hours', () =>
  withScanner(async ({ service, clamd, send, load, countEmails }) => {
    clamd.behaves = 'away'
    const id = await send(HARMLESS, INFECTED)
    await service.deliver()
    assert.equal(countEmails(), 1)
    const stored = await load(id)
    assert.deepEqual(scansOf(stored), ['unreachable', 'unreachable'])
    assert.deepEqual([stored.folder, stored.unjudged], ['inbox', false])
    clamd.behaves = 'scans'
    service.pass({ minutes: 59 })
    await service.service.purge()
    assert.deepEqual(scansOf(await load(id)), ['unreachable', 'unreachable'])
    service.pass({ minutes: 1 })
    await service.service.purge()
    assert.deepEqual(scansOf(await load(id)), ['clean', 'Formslot.Test'])
    service.pass({ days: 7 })
    await service.service.purge()
    assert.equal(await countBytes(service), 1, 'the bytes of what was found later are deleted as well')
  }))

test('malware that a later scan finds is told to the owner once for each message, and never for spam', () =>
  withScanner(async ({ service, owner, clamd, attach, send, countEmails }) => {
    clamd.behaves = 'away'
    const id = await send(INFECTED, INFECTED)
    await attach([
      ['_honey', 'a bot'],
      ['cv', ['cv.txt', INFECTED]],
    ])
    await service.deliver()
    assert.equal(countEmails(), 1)
    await owner.delete(`/submissions/${id}`)
    clamd.behaves = 'scans'
    for (const hours of [1, 2, 30]) {
      service.pass({ hours })
      await service.service.purge()
      await service.deliver()
    }
    const rows = await service.sql('select scan from files')
    assert.deepEqual(
      rows.map(({ scan }) => scan),
      ['found', 'found', 'found'],
    )
    const [told, ...more] = (await service.emails()).slice(-countEmails() + 1)
    assert.deepEqual(more, [])
    assert.match(told?.subject ?? '', /^Malware in a file sent to /)
    assert.match(told?.text ?? '', new RegExp(`/app/inbox/${id}`))
    assert.match(told?.text ?? '', /deleted in 7 days/)
  }))

test('the first scan of old files sends an owner five emails about malware a day', () =>
  withScanner(async ({ service, clamd, send, countEmails }) => {
    clamd.behaves = 'away'
    for (let sent = 0; sent < 7; sent += 1) await send(INFECTED)
    await service.deliver()
    assert.equal(countEmails(), 7)
    clamd.behaves = 'scans'
    service.pass({ hours: 1 })
    await service.service.purge()
    await service.deliver()
    assert.equal(countEmails(), 12)
  }))

test('a submission whose time is over goes out with files that are not scanned', () =>
  withScanner(async ({ service, clamd, send, load, countEmails }) => {
    const id = await send(HARMLESS)
    service.pass({ seconds: 60 })
    await service.deliver()
    assert.deepEqual([countEmails(), scansOf(await load(id)), clamd.files], [1, ['unreachable'], []])
  }))

test('a file that is too large for the scanner is tried again a day later', () =>
  withScanner(async ({ service, clamd, send, load, countEmails }) => {
    clamd.behaves = 'INSTREAM size limit exceeded. ERROR'
    const id = await send(HARMLESS)
    await service.deliver()
    assert.deepEqual([countEmails(), scansOf(await load(id))], [1, ['too_large']])
    clamd.behaves = 'scans'
    service.pass({ hours: 23 })
    await service.service.purge()
    assert.deepEqual(scansOf(await load(id)), ['too_large'])
    service.pass({ hours: 1 })
    await service.service.purge()
    assert.deepEqual(scansOf(await load(id)), ['clean'])
  }))

test('files of spam, and files from before there was a scanner, are scanned within the next hours', () =>
  withScanner(async ({ service, attach, owner, load }) => {
    const spam = await attach(
      [
        ['_honey', 'a bot'],
        ['cv', ['cv.txt', INFECTED]],
      ],
      { accept: 'application/json' },
    )
    assert.equal(spam.status, 200, spam.text)
    assert.deepEqual(await service.sql('select * from judgements'), [])
    const { json } = await owner.get('/submissions?folder=spam')
    const [{ id } = { id: '' }] = json.data as { id: string }[]
    await service.sql("update files set scan = 'none'")
    service.pass({ hours: 1 })
    await service.service.purge()
    assert.deepEqual(scansOf(await load(id)), ['Formslot.Test'])
  }))

test('after a crash between scan and verdict, the verdict is saved once, without another scan', async () => {
  await using clamd = await startFakeClamd()
  let crashes = 1
  await using service = await startService({
    env: { FORMSLOT_CLAMD: clamd.address },
    failpoint(point) {
      if (point === 'judged' && crashes-- > 0) throw new Error('crash')
    },
  })
  const { owner, attach } = await ownerWithFiles(service)
  crashes = 1
  const sent = await attach([['cv', ['cv.txt', INFECTED]]], { accept: 'application/json' })
  await service.deliver()
  const load = async () => (await owner.get(`/submissions/${sent.json.submission_id}`)).json as Stored
  assert.deepEqual([(await load()).folder, clamd.files.length], ['inbox', 1])
  service.pass({ seconds: 75 })
  await service.deliver()
  assert.deepEqual([(await load()).spam_reasons, clamd.files.length], [[MALWARE], 1])
})

test('metrics count the results of scans, and tell of an outage', () =>
  withScanner(async ({ service, clamd, send }) => {
    const read = async () =>
      (await service.service.metrics.render())
        .split('\n')
        .filter((line) => /^formslot_file_scan/.test(line))
        .sort()
    await send(HARMLESS, INFECTED)
    await service.deliver()
    clamd.behaves = 'away'
    await send(HARMLESS)
    await service.deliver()
    assert.deepEqual(await read(), [
      'formslot_file_scanner_unavailable 1',
      'formslot_file_scans_total{result="clean"} 1',
      'formslot_file_scans_total{result="cut_off"} 1',
      'formslot_file_scans_total{result="found"} 1',
    ])
  }))
