import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { SECOND } from '../../src/domain/time.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startPostgres } from '../support/postgres/postgres.ts'
import { startService } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { until } from '../support/service/until.ts'
import { openQueue, PRO, startPush } from '../support/web/pushed-queue.ts'
import { startReceiver } from '../support/web/receiver.ts'

const SECRET = 'pushed-at-least-once-'.padEnd(64, '0123456789abcdef')
const MESSAGES = 60
const CONCURRENCY = 2
const KILLS = 4
/** Longer than the lease of a message whose request may take a second. */
const LEASE_MS = 20 * SECOND
const TITLE = 'a service that is killed in the middle of its pushes loses no message'

test(`${TITLE} (sqlite)`, () => play({}))

test(`${TITLE} (postgres)`, async () => {
  await using postgres = await startPostgres()
  await play({ FORMSLOT_DATABASE_URL: await postgres.createDatabase() })
})

async function play(database: Record<string, string>): Promise<void> {
  await using cleaning = new AsyncDisposableStack()
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-push-'))
  cleaning.defer(() => rm(dataDir, { recursive: true, force: true }))
  await using receiver = await startReceiver()
  const env = { ...PRO, FORMSLOT_SECRET: SECRET, ...database }
  const ids = await fillQueue({ dataDir, env, receiver })
  const accepted: string[] = []
  receiver.answerWith(async ({ headers, response }) => {
    accepted.push(String(headers['webhook-id']))
    await setTimeout(5)
    response.end()
  })
  const egress = { FORMSLOT_EGRESS_ALLOW: '127.0.0.0/8', FORMSLOT_EGRESS_PORTS: String(receiver.port) }
  for (let life = 0; life <= KILLS; life += 1) {
    await using service =
      (await startServiceProcess({
        dataDir,
        env: { ...env, ...egress },
        clockOffsetMs: life * LEASE_MS,
      })) ?? assert.fail('it did not start')
    const enough = life === KILLS ? ids.length : Math.ceil((ids.length * (life + 1)) / (KILLS + 2))
    await until(() => new Set(accepted).size >= enough)
    if (life === KILLS) await service.stop()
    else await service.stop('SIGKILL')
  }
  assert.deepEqual(new Set(accepted), new Set(ids))
  const again = accepted.length - ids.length
  assert.ok(again <= KILLS * CONCURRENCY, `${again} were posted again`)
}

/** Publishes messages to a queue that pushes, and posts none. Returns their ids. */
async function fillQueue(options: {
  dataDir: string
  env: Record<string, string>
  receiver: Awaited<ReturnType<typeof startReceiver>>
}): Promise<string[]> {
  const { dataDir, env, receiver } = options
  await using service = await startService({
    dataDir,
    env,
    egressPorts: [receiver.port],
    now: new Date(),
    ...('FORMSLOT_DATABASE_URL' in env ? {} : { database: 'file' as const }),
  })
  const opened = await openQueue(service, await signIn(service))
  await startPush(opened, receiver.url, { concurrency: CONCURRENCY, timeout_s: 1 })
  const messages = Array.from({ length: MESSAGES }, (_, body) => ({ body }))
  const published = await opened.queue.post('/messages/batch', { messages })
  return published.json.message_ids as string[]
}
