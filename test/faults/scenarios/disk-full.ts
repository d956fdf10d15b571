import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { mountSmallDisk } from '../support/disk/small-disk.ts'
import { CONCURRENT_EMAILS } from '../support/fixture.ts'

const DISK_BYTES = 48 * 1024 * 1024
const LOAD_MS = { short: 400, long: 3000 }
const ROUNDS = { short: 1, long: 5 }
/** Free space that the setting demands in the first half; in the second half the disk is completely full. */
const FLOOR_MB = '8'
/** Maximum number of creations that still fit: each takes some pages of the write-ahead log, which checkpoints free again. */
const MAX_THAT_STILL_FIT = 2000
const BELOW_FLOOR_BYTES = 4 * 1024 * 1024

export const diskFull: Scenario = {
  name: 'disk-full',
  title: 'a full disk answers 503 with Retry-After, and the service recovers by itself once there is space',
  databases: ['sqlite'],
  short: ['sqlite'],
  missing() {
    const parent = mkdtempSync(path.join(tmpdir(), 'formslot-mount-'))
    const disk = mountSmallDisk(path.join(parent, 'probe'), 1024 * 1024)
    if (typeof disk === 'string') return disk
    disk[Symbol.dispose]()
    rmSync(parent, { recursive: true })
    return null
  },
  async play(fixture) {
    const disk = mountSmallDisk(path.join(fixture.folder, 'disk'), DISK_BYTES)
    if (typeof disk === 'string') throw new Error(disk)
    fixture.registerCleanup(disk)
    const database = `file:${path.join(disk.folder, 'formslot.db')}`
    fixture.useDatabase({ forServices: database, forChecker: database })

    for (const [floor, leave] of [
      [FLOOR_MB, BELOW_FLOOR_BYTES],
      ['0', 0],
    ] as const) {
      const node = await fixture.startNode('one', {
        dataDir: disk.folder,
        env: { FORMSLOT_MIN_FREE_MB: floor },
      })
      assert.ok(node)
      const { base } = node.service
      for (let round = 0; round < ROUNDS[fixture.length]; round += 1) {
        const visitors = fixture.visitors()
        await setTimeout(LOAD_MS[fixture.length])
        disk.fill(leave)
        // An email that was accepted while its outcome could not be stored is sent again.
        fixture.fault(CONCURRENT_EMAILS)
        await until(async () => (await readyCode(base)) === 503)
        // The space that is left in the write-ahead log may hold a few more.
        let refused = await create(base)
        for (let more = 0; refused.status === 201 && more < MAX_THAT_STILL_FIT; more += 1) {
          refused = await create(base)
        }
        assert.equal(refused.status, 503)
        assert.ok(Number(refused.headers.get('retry-after')) > 0)
        assert.equal(((await refused.json()) as { code?: string }).code, 'disk_full')
        await setTimeout(LOAD_MS[fixture.length])
        disk.clear()
        await until(async () => (await readyCode(base)) === 200)
        const before = visitors.answered()
        await until(() => visitors.answered() > before + 20)
        await visitors.leave()
      }
      if (floor === FLOOR_MB) assert.deepEqual(await fixture.endNode(node), { code: 0, signal: null })
    }
    return `filled ${2 * ROUNDS[fixture.length]} times`
  },
}

function create(base: string): Promise<Response> {
  return fetch(`${base}/new`, {
    method: 'POST',
    body: new URLSearchParams({ recipient: 'ada@lovelace.dev' }),
  })
}

async function readyCode(base: string): Promise<number> {
  const answer = await fetch(`${base}/readyz`)
  await answer.arrayBuffer()
  return answer.status
}
