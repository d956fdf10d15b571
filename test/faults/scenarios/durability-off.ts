import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { TestPostgres } from '../../support/postgres/postgres.ts'
import { until } from '../../support/service/until.ts'
import type { Scenario } from '../scenario.ts'
import { CONCURRENT_EMAILS, type Fixture } from '../support/fixture.ts'

const KILLS = { short: 1, long: 15 }
const SWITCHES = { short: 1, long: 6 }
const LOAD_MS = { short: 500, long: 2000 }
const NODES = ['one', 'two']
/** Settings that a transaction cannot set for itself. */
const NEEDED = ['fsync', 'full_page_writes']
/** The server flushes by itself only every ten seconds, so that a commit without a flush is lost for certain. */
const UNFLUSHED = ['wal_writer_delay', '10000'] as const
/** EX_IOERR of sysexits.h. */
const IO_ERROR = 74

/**
 * An operator turns off what makes commits durable while the service runs: first synchronous_commit, with kills of the
 * server that lose every commit that was not flushed, then fsync and full_page_writes in turn.
 */
export const durabilityOff: Scenario = {
  name: 'durability-off',
  title: 'PostgreSQL told not to flush under load: nothing that was acknowledged depends on it',
  databases: ['postgres'],
  short: ['postgres'],
  async play(fixture) {
    const { postgres } = fixture
    assert.ok(postgres)
    const visitors = fixture.visitors()
    try {
      await set(postgres, 'synchronous_commit', 'off')
      await set(postgres, ...UNFLUSHED)
      for (const name of NODES) assert.ok(await fixture.startNode(name))
      for (let kill = 0; kill < KILLS[fixture.length]; kill += 1) {
        await setTimeout(LOAD_MS[fixture.length])
        await postgres.stop('SIGKILL')
        await postgres.start()
        fixture.fault(CONCURRENT_EMAILS * NODES.length)
        await moreAnswers(visitors)
      }
      for (let count = 0; count < SWITCHES[fixture.length]; count += 1) {
        const setting = NEEDED[count % NEEDED.length] ?? ''
        await turnOff(fixture, { postgres, setting })
        await moreAnswers(visitors)
      }
    } catch (error) {
      // The server may be down, and the first failure counts.
      await reset(postgres).catch(() => {})
      throw error
    }
    await reset(postgres)
    await visitors.leave()
    return `${KILLS[fixture.length]} kills without synchronous_commit, ${SWITCHES[fixture.length]} times fsync or full_page_writes off`
  },
}

async function turnOff(
  fixture: Fixture,
  { postgres, setting }: { postgres: TestPostgres; setting: string },
): Promise<void> {
  const running = fixture.nodes()
  await setTimeout(LOAD_MS[fixture.length])
  await set(postgres, setting, 'off')
  for (const { service } of running) assert.deepEqual(await service.ended, { code: IO_ERROR, signal: null })
  fixture.fault(CONCURRENT_EMAILS * running.length)
  assert.equal(await fixture.startNode('one'), null, `it does not start with ${setting} off`)
  await set(postgres, setting, 'on')
  for (const name of NODES) assert.ok(await fixture.startNode(name))
}

async function moreAnswers(visitors: { answered(): number }): Promise<void> {
  const before = visitors.answered()
  await until(() => visitors.answered() > before + 20)
}

/** Other scenarios use the same server. */
async function reset(postgres: TestPostgres): Promise<void> {
  for (const setting of ['synchronous_commit', UNFLUSHED[0], ...NEEDED])
    await set(postgres, setting, 'default')
}

async function set(postgres: TestPostgres, setting: string, value: string): Promise<void> {
  await postgres.query(`alter system set ${setting} = ${value}`)
  await postgres.query('select pg_reload_conf()')
}
