import assert from 'node:assert/strict'
import { copyFile, rename, rm, truncate } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS, type Fixture } from '../support/fixture.ts'

const ROUNDS = { short: 1, long: 15 }
const LOAD_MS = { short: 400, long: 2000 }
/** EX_IOERR of sysexits.h. */
const IO_ERROR = 74

/** Ways to lose the file under load, and to bring it back as it was. */
const LOSSES: Record<string, { lose(file: string): Promise<void>; bringBack(file: string): Promise<void> }> =
  {
    moved: {
      lose: (file) => rename(file, `${file}.aside`),
      bringBack: (file) => rename(`${file}.aside`, file),
    },
    replaced: {
      async lose(file) {
        await copyFile(file, `${file}.copy`)
        await rename(file, `${file}.aside`)
        await rename(`${file}.copy`, file)
      },
      bringBack: (file) => rename(`${file}.aside`, file),
    },
    log: {
      lose: (file) => rename(`${file}-wal`, `${file}-wal.aside`),
      bringBack: (file) => rename(`${file}-wal.aside`, `${file}-wal`),
    },
  }

export const fileLost: Scenario = {
  name: 'file-lost',
  title:
    'the SQLite file moved, replaced or emptied under load: nothing is acknowledged into a file that is gone',
  databases: ['sqlite'],
  short: ['sqlite'],
  async play(fixture) {
    const file = fixture.database.slice('file:'.length)
    assert.ok(await fixture.startNode())
    for (let round = 0; round < ROUNDS[fixture.length]; round += 1) {
      const visitors = fixture.visitors()
      for (const [loss, { lose, bringBack }] of Object.entries(LOSSES)) {
        await setTimeout(LOAD_MS[fixture.length])
        await lose(file)
        await expectEnd(fixture)
        if (loss === 'moved') assert.equal(await fixture.startNode(), null, 'it makes no new database')
        await bringBack(file)
        assert.ok(await fixture.startNode())
        const before = visitors.answered()
        await until(() => visitors.answered() > before + 20)
      }
      await visitors.leave()
      await emptyAndRestore(fixture, file)
    }
    return `${ROUNDS[fixture.length] * (Object.keys(LOSSES).length + 1)} times, ${ROUNDS[fixture.length]} of them emptied and restored from a backup`
  },
}

/** Empties the file, whose content is then gone for good: a backup of the moment before holds all that was acknowledged. */
async function emptyAndRestore(fixture: Fixture, file: string): Promise<void> {
  // An email sent after the backup would be sent again.
  await fixture.rest()
  const backup = path.join(fixture.folder, 'backup.db')
  await rm(backup, { force: true })
  {
    using database = new DatabaseSync(file, { readOnly: true })
    database.exec(`vacuum into '${backup}'`)
  }
  await truncate(file)
  const visitors = fixture.visitors()
  await expectEnd(fixture)
  assert.equal(await fixture.startNode(), null, 'it does not start on an empty file')
  await copyFile(backup, file)
  for (const rest of ['-wal', '-shm']) await rm(`${file}${rest}`, { force: true })
  assert.ok(await fixture.startNode())
  const before = visitors.answered()
  await until(() => visitors.answered() > before + 20)
  await visitors.leave()
}

async function expectEnd(fixture: Fixture): Promise<void> {
  for (const { service } of fixture.nodes()) {
    assert.deepEqual(await service.ended, { code: IO_ERROR, signal: null })
    fixture.fault(CONCURRENT_EMAILS)
  }
}
