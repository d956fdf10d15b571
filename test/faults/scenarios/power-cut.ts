import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { createKeys } from '../../../src/ids/keys.ts'
import { sha256 } from '../../support/fixtures/files.ts'
import type { Scenario } from '../scenario.ts'
import { TOKEN } from '../support/clients/client-ledger.ts'
import { createFile } from '../support/clients/sent-files.ts'
import { DISK_CALLS, openForgetfulDisk } from '../support/disk/forgetful-disk.ts'
import { readSystemCalls, type SystemCall, straceCommand } from '../support/disk/system-calls.ts'
import { ANSWER_CALLS, openTracedAnswers, type TracedAnswers } from '../support/disk/traced-answers.ts'
import { type Fixture, type Node, SECRET } from '../support/fixture.ts'
import { openFormWithFiles } from './stories/files.ts'
import { openRequests } from './stories/story.ts'

const LOAD_MS = { short: 1000, long: 10_000 }
const CUTS = { short: 40, long: 500 }
/** Sizes of the files of each submission with files, of bodies that are received whole and of streamed ones. */
const SIZES = [[600], [280 * 1024], [100, 5000]]
/** Bytes of each call that strace records: more than any call writes. */
const TRACED_BYTES = 1_000_000
/** Queries that find endpoints whose counters differ from their rows. */
const COUNTED_APART = [
  `select id from endpoints where id like 'f%' and accepted_count <>
     (select count(*) from submissions where endpoint_key = endpoints.key and spam_reasons is null)`,
  `select id from endpoints where id like 't%' and accepted_count <>
     (select coalesce(sum(json_array_length(events)), 0) from event_batches where endpoint_key = endpoints.key)`,
  `select id from endpoints where id like 't%' and accepted_count <>
     (select coalesce(sum(count), 0) from event_counts where endpoint_key = endpoints.key)`,
  `select id from endpoints left join queue_counts on endpoint_key = key
    where id like 'q%' and coalesce(backlog + dead, 0) <>
     (select count(*) from messages where messages.endpoint_key = endpoints.key)`,
]

/**
 * Records every system call under load, replays them onto a disk that loses what was not flushed, and cuts the power at
 * random calls: everything acknowledged before the cut must be in the remaining database.
 */
export const powerCut: Scenario = {
  name: 'power-cut',
  title: 'after a power cut the disk contains everything that was acknowledged',
  databases: ['sqlite'],
  short: ['sqlite'],
  missing: () => (spawnSync('strace', ['-V']).status === 0 ? null : 'strace is not installed'),
  async play(fixture) {
    const dataDir = path.join(fixture.folder, 'disk')
    const trace = path.join(fixture.folder, 'trace')
    const database = `file:${path.join(dataDir, 'formslot.db')}`
    fixture.useDatabase({ forServices: database, forChecker: database })
    // Before the service starts, so that the creation of the folder need not be traced.
    mkdirSync(dataDir)
    const under = straceCommand({
      output: trace,
      calls: [...new Set([...DISK_CALLS, ...ANSWER_CALLS])],
      bytes: TRACED_BYTES,
    })
    const node = await fixture.startNode('one', { dataDir, under })
    assert.ok(node)
    const form = await openFormWithFiles(fixture, node)
    assert.ok(form)
    const visitors = fixture.visitors()
    const senders = sendFiles(fixture, node, form.id)
    await setTimeout(LOAD_MS[fixture.length])
    await Promise.all([visitors.leave(), senders.leave()])
    // While it runs: an orderly stop would flush everything.
    const calls = await readSystemCalls(trace)
    const files = await cutEverywhere(fixture, calls, dataDir)
    return `${CUTS[fixture.length]} cuts over ${calls.length} calls, ${files} files`
  },
}

/** Sends submissions with files, one after the other, until it is told to leave. */
function sendFiles(fixture: Fixture, node: Node, formId: string): { leave(): Promise<void> } {
  let isHere = true
  const open = openRequests(fixture)
  async function sendAll(): Promise<void> {
    for (let sent = 0; isHere || sent < SIZES.length; sent += 1) {
      open.add((token) => ({
        operation: 'submit',
        path: `/f/${formId}`,
        fields: { token },
        files: (SIZES[sent % SIZES.length] ?? []).map((bytes, number) =>
          createFile({ token, number, bytes }),
        ),
      }))
      await open.ask(node)
    }
  }
  const sending = sendAll()
  return {
    leave() {
      isHere = false
      return sending
    },
  }
}

/** Returns the largest number of files that were found after a cut. */
async function cutEverywhere(
  fixture: Fixture,
  calls: readonly SystemCall[],
  dataDir: string,
): Promise<number> {
  const disk = openForgetfulDisk(dataDir)
  const answers = openTracedAnswers()
  const firstAnswer = calls.findIndex((call) => {
    answers.follow(call)
    return answers.stored.length > 0
  })
  assert.ok(firstAnswer >= 0, 'answers were traced')
  const cuts = Array.from({ length: CUTS[fixture.length] }, () =>
    Math.floor(firstAnswer + 1 + fixture.random() * (calls.length - firstAnswer - 1)),
  ).sort((one, other) => one - other)
  let followed = 0
  let files = 0
  for (const cut of cuts) {
    for (const [place, call] of calls.slice(followed, cut).entries()) {
      disk.follow(call)
      if (followed + place > firstAnswer) answers.follow(call)
    }
    followed = Math.max(followed, cut)
    const folder = path.join(fixture.folder, 'left')
    disk.afterPowerCut(folder, fixture.random)
    assert.deepEqual(
      findBrokenPromises(path.join(folder, 'formslot.db'), answers),
      [],
      `after a power cut at call ${cut}`,
    )
    files = Math.max(files, countFiles(path.join(folder, 'formslot.db')))
    await rm(folder, { recursive: true })
  }
  assert.ok(files > 0, 'files were sent')
  if (fixture.length === 'short') return files
  for (const some of [answers.events, answers.published, answers.acked]) assert.ok(some.length > 0)
  return files
}

function countFiles(file: string): number {
  using database = new DatabaseSync(file)
  return Number(database.prepare('select count(*) as files from files').get()?.files)
}

/** Finds files whose bytes are not those of their row, and submissions that have only some of their files. */
function findBrokenFiles(database: DatabaseSync, folder: string): string[] {
  const rows = database.prepare('select place, sha256 from files').all()
  const partial = database
    .prepare(
      `select key from submissions where coalesce(file_count, 0) <>
         (select count(*) from files where submission_key = submissions.key)`,
    )
    .all()
  const isBroken = ({ place, sha256: hash }: Record<string, unknown>) => {
    const name = String(place)
    const file = path.join(folder, name.slice(0, 2), name.slice(2, 4), name)
    return !existsSync(file) || sha256(readFileSync(file)) !== hash
  }
  return [
    ...rows.filter(isBroken).map(({ place }) => `the bytes of ${place} are lost`),
    ...partial.map(({ key }) => `the submission ${key} has only some of its files`),
  ]
}

/** Finds acknowledged records that a database lacks, and records that it contains only in part. */
function findBrokenPromises(file: string, answers: TracedAnswers): string[] {
  using database = new DatabaseSync(file)
  const all = (query: string) => database.prepare(query).all()
  const damage = all('pragma integrity_check').filter((row) => row.integrity_check !== 'ok')
  const keys = createKeys(SECRET)
  const stored = new Set([
    ...all('select key from submissions').map((row) => keys.submissionId(Number(row.key))),
    ...all('select id from endpoints').map((row) => String(row.id)),
  ])
  const messages = new Set(
    all('select key from messages').map(({ key }) => keys.rowId('message', Number(key))),
  )
  const routed = all('select key from routings where refusal is null').map(({ key }) =>
    keys.rowId('message', Number(key)),
  )
  const batches = all('select events from event_batches').map((row) => String(row.events))
  const events = new Set(batches.map((text) => TOKEN.exec(text)?.[0]))
  const isGone = (id: string) => !messages.has(id) && !answers.mayBeAcked.has(id)
  return [
    ...damage.map((row) => String(row.integrity_check)),
    ...answers.stored.filter((id) => !stored.has(id)).map((id) => `${id} is lost`),
    ...answers.events.filter((token) => !events.has(token)).map((token) => `the events ${token} are lost`),
    ...answers.published.filter(isGone).map((id) => `the message ${id} is lost`),
    ...routed.filter(isGone).map((id) => `the message ${id} of a submission is lost`),
    ...answers.acked.filter((id) => messages.has(id)).map((id) => `the message ${id} is there again`),
    ...findBrokenFiles(database, path.join(path.dirname(file), 'files')),
    ...COUNTED_APART.flatMap((query) => all(query)).map(({ id }) => `the counts of ${id} are not its rows`),
  ]
}
