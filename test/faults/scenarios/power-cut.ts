import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { makeKeys } from '../../../src/keys.ts'
import { DISK_CALLS, openForgetfulDisk } from '../../support/forgetful-disk.ts'
import { readSystemCalls, type SystemCall, straceCommand } from '../../support/system-calls.ts'
import type { Scenario } from '../scenario.ts'
import { SECRET, type Stage } from '../stage.ts'

const LOAD_MS = { short: 1000, long: 10_000 }
const CUTS = { short: 40, long: 500 }
/** Longer than anything that is written at once. */
const TRACED_BYTES = 1_000_000

/**
 * Writes down every system call under load and replays them onto a disk that forgets what was not flushed, cutting the
 * power at random calls: what was acknowledged before the cut must be in the database that is left.
 */
export const powerCut: Scenario = {
  name: 'power-cut',
  title: 'after a power cut the disk holds all that was acknowledged, whatever else it forgot',
  databases: ['sqlite'],
  short: ['sqlite'],
  missing: () => (spawnSync('strace', ['-V']).status === 0 ? null : 'strace is not installed'),
  async play(stage) {
    const dataDir = path.join(stage.folder, 'disk')
    const trace = path.join(stage.folder, 'trace')
    const database = `file:${path.join(dataDir, 'formslot.db')}`
    stage.useDatabase({ forServices: database, forChecker: database })
    // Before the service: else making the folder itself would have to be followed.
    mkdirSync(dataDir)
    const under = straceCommand({ output: trace, calls: DISK_CALLS, bytes: TRACED_BYTES })
    const node = await stage.startNode('one', { dataDir, under })
    assert.ok(node)
    const visitors = stage.visitors()
    await setTimeout(LOAD_MS[stage.length])
    await visitors.leave()
    // While it runs: an orderly end would flush everything.
    const calls = await readSystemCalls(trace)
    await cutEverywhere(stage, calls, dataDir)
    return `${CUTS[stage.length]} cuts over ${calls.length} calls`
  },
}

async function cutEverywhere(stage: Stage, calls: readonly SystemCall[], dataDir: string): Promise<void> {
  const firstAnswer = calls.findIndex((call) => idsIn(call).length > 0)
  assert.ok(firstAnswer >= 0, 'answers were traced')
  const cuts = Array.from({ length: CUTS[stage.length] }, () =>
    Math.floor(firstAnswer + stage.random() * (calls.length - firstAnswer)),
  ).sort((one, other) => one - other)
  const disk = openForgetfulDisk(dataDir)
  const acknowledged: string[] = []
  let followed = 0
  for (const cut of cuts) {
    for (const call of calls.slice(followed, cut)) {
      disk.follow(call)
      acknowledged.push(...idsIn(call))
    }
    followed = Math.max(followed, cut)
    const folder = path.join(stage.folder, 'left')
    disk.afterPowerCut(folder, stage.random)
    const lost = await missingIn(path.join(folder, 'formslot.db'), acknowledged)
    assert.deepEqual(lost, [], `lost by a power cut at call ${cut}`)
    await rm(folder, { recursive: true })
  }
  assert.ok(acknowledged.length > 0)
}

/** The ids that an answer tells, in the order of the calls. */
function idsIn({ name, target, bytes }: SystemCall): string[] {
  if (!/^writev?$/.test(name) || !/^(?:socket|TCP)/.test(target)) return []
  const text = bytes.toString('latin1')
  if (!/^HTTP\/1\.1 20/.test(text)) return []
  return [...text.matchAll(/"(?:submission_id|form_id)":"([^"]+)"/g)].map(([, id = '']) => id)
}

async function missingIn(file: string, ids: readonly string[]): Promise<string[]> {
  using database = new DatabaseSync(file)
  const damage = database.prepare('pragma integrity_check').all()
  assert.deepEqual(
    damage.map((row) => row.integrity_check),
    ['ok'],
  )
  const keys = makeKeys(SECRET)
  const stored = new Set([
    ...database
      .prepare('select key from submissions')
      .all()
      .map((row) => keys.submissionId(Number(row.key))),
    ...database
      .prepare('select id from endpoints')
      .all()
      .map((row) => String(row.id)),
  ])
  const miscounted = database
    .prepare(
      `select id from endpoints where accepted_count <>
         (select count(*) from submissions where endpoint_key = endpoints.key and spam_reasons is null)`,
    )
    .all()
  assert.deepEqual(miscounted, [], 'a submission and its counter are one')
  return ids.filter((id) => !stored.has(id))
}
