import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { startPostgres } from '../support/postgres/postgres.ts'
import { ADA } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { openStoredRows } from '../support/stores/stored-rows.ts'
import { isLost } from './support/clients/client.ts'

const SECRET = 'changed-address-'.padEnd(64, '0123456789abcdef')
const WIFI = '192.0.2.1'
const MOBILE = '198.51.100.7'
/** A submission passes fewer points. */
const MAX_POINTS = 40

const TITLE =
  'a submission that was cut off by a kill is stored once, when its sender repeats it from another address'

test(`${TITLE} (sqlite)`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-address-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await sweep(dataDir, `file:${path.join(dataDir, 'formslot.db')}`)
})

test(`${TITLE} (postgres)`, async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-address-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  await using postgres = await startPostgres()
  await sweep(dataDir, await postgres.createDatabase())
})

/** Kills the process at each point that a submission passes, one after the other, and repeats the submission. */
async function sweep(dataDir: string, databaseUrl: string): Promise<void> {
  const start = (killAt?: number) =>
    startServiceProcess({
      dataDir,
      env: {
        FORMSLOT_SECRET: SECRET,
        FORMSLOT_DATABASE_URL: databaseUrl,
        FORMSLOT_TRUST_PROXY: '127.0.0.0/8, ::1',
      },
      ...(killAt === undefined ? {} : { killAt }),
    })
  const create = async () => {
    await using healthy = await start()
    assert.ok(healthy)
    return await createForm(healthy.base)
  }
  const pathname = await create()
  const sent: string[] = []
  let status: number | null = null
  for (let point = 1; point < MAX_POINTS && status === null; point += 1) {
    await using doomed = await start(point)
    // Starting passes points as well.
    if (!doomed) continue
    const text = `submission ${String(point).padStart(2, '0')}`
    sent.push(text)
    status = await submit(doomed.base + pathname, text, WIFI)
  }
  // Before the transaction begins, at three points in it, and after the commit.
  const cutOff = sent.length - 1
  assert.ok(cutOff >= 5, `${cutOff} submissions were cut off`)
  await using healthy = await start()
  assert.ok(healthy)
  for (const text of sent) assert.equal(await submit(healthy.base + pathname, text, MOBILE), 200)
  assert.deepEqual(await storedTexts(databaseUrl), sent)
}

async function createForm(base: string): Promise<string> {
  const answer = await fetch(`${base}/new`, { method: 'POST', body: new URLSearchParams({ recipient: ADA }) })
  const { endpoint_url: url } = (await answer.json()) as { endpoint_url: string }
  return new URL(url).pathname
}

/** Returns the status; null when the connection broke. */
async function submit(url: string, message: string, from: string): Promise<number | null> {
  try {
    const headers = { 'idempotency-key': message.replace(' ', '-'), 'x-forwarded-for': from }
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ message }), headers })
    return answer.status
  } catch (error) {
    if (isLost(error)) return null
    throw error
  }
}

async function storedTexts(databaseUrl: string): Promise<string[]> {
  await using rows = await openStoredRows(databaseUrl)
  const found = await rows.all('select fields from submissions order by key')
  return found.map(({ fields }) => String(fields).match(/submission \d\d/)?.[0] ?? '').sort()
}
