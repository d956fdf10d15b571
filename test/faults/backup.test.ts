import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startServiceProcess } from '../support/service/service-process.ts'
import { until } from '../support/service/until.ts'

const run = promisify(execFile)
const MAIN = path.resolve(import.meta.dirname, '../../src/main.js')
const VISITORS = 8
const ENDPOINTS = 5
const SUBMISSIONS_BEFORE = 2000
/** Fills the database, so that copying it takes a while. */
const BODY = 'We would like to see the garden house next month. '.repeat(80)
const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const TOKEN = /tok-\d+-end/g

/** Runs a command of the program beside the service. */
function command(dataDir: string, ...words: string[]) {
  const env = { PATH: process.env.PATH, FORMSLOT_DATA_DIR: dataDir, FORMSLOT_MIN_FREE_MB: '0' }
  return run(process.execPath, [MAIN, ...words], { env })
}

function post(url: string, form: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form), headers })
}

async function createEndpoint(base: string, recipient: string): Promise<string> {
  const answer = await post(`${base}/new`, { recipient })
  const { endpoint_url: url } = (await answer.json()) as { endpoint_url: string }
  return new URL(url).pathname
}

/** Spells a number. The spam filter compares letters alone: without it all messages are copies, and most are deleted. */
function spell(number: number): string {
  return Array.from(String(number), (digit) => DIGITS[Number(digit)]).join(' ')
}

/** Submits one after the other from several visitors, and records every token that was acknowledged. */
function startVisitors(base: string, endpoints: readonly string[]) {
  const acknowledged: string[] = []
  const refused: number[] = []
  let number = 0
  let leaving = false
  async function visit(): Promise<void> {
    while (!leaving) {
      number += 1
      const token = `tok-${number}-end`
      const address = `${base}${endpoints[number % endpoints.length]}`
      try {
        const answer = await post(address, { message: `${token} ${spell(number)} ${BODY}` })
        await answer.arrayBuffer()
        if (answer.status === 200) acknowledged.push(token)
        else refused.push(answer.status)
      } catch (error) {
        // The process was killed.
        if (!leaving) throw error
      }
    }
  }
  const visits = Array.from({ length: VISITORS }, visit)
  return {
    acknowledged,
    refused,
    leave() {
      leaving = true
      return Promise.all(visits)
    },
    /** From now on a lost connection is expected. */
    expectKill() {
      leaving = true
    },
  }
}

test('a backup under load, a killed service and a restore elsewhere lose nothing from before the backup', async () => {
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'formslot-drill-'))
  const dataDir = path.join(folder.path, 'data')
  const file = path.join(folder.path, 'night.tar')
  const restored = path.join(folder.path, 'restored')
  const plans = path.join(folder.path, 'plans.json')
  const env = { FORMSLOT_PLANS_FILE: plans, FORMSLOT_DEFAULT_PLAN: 'free' }
  await run('sh', ['-c', `echo '{"free":{"submissionsPerMonth":null}}' > "$0"`, plans])
  const endpoints: string[] = []
  let before: string[] = []
  {
    await using service = await startServiceProcess({ dataDir, env })
    assert.ok(service)
    for (let number = 0; number < ENDPOINTS; number += 1) {
      const endpoint = await createEndpoint(service.base, `owner${number}@lovelace.dev`)
      await post(`${service.base}${endpoint}`, { message: 'the first' })
      endpoints.push(endpoint)
    }
    // Claimed endpoints have no cap.
    const links = await until(async () => (await findClaimLinks(dataDir)).length === ENDPOINTS).then(() =>
      findClaimLinks(dataDir),
    )
    for (const link of links) {
      const claimed: Response = await post(`${service.base}${link}`, {}, { 'sec-fetch-site': 'same-origin' })
      assert.equal(claimed.status, 200)
    }
    const visitors = startVisitors(service.base, endpoints)
    await until(() => visitors.acknowledged.length >= SUBMISSIONS_BEFORE)
    before = [...visitors.acknowledged]
    await command(dataDir, 'backup', file, '--with-secret', '--mailbox')
    const during = visitors.acknowledged.length - before.length
    assert.ok(during > 0, 'submissions are acknowledged while the backup is made')
    const after = visitors.acknowledged.length
    await until(() => visitors.acknowledged.length > after)
    visitors.expectKill()
    await service.stop('SIGKILL')
    await visitors.leave()
    assert.deepEqual(visitors.refused, [])

    // The newest data is only in the log of the database, which a backup reads, too.
    const last = path.join(folder.path, 'last.tar')
    const all = path.join(folder.path, 'all')
    await command(dataDir, 'backup', last, '--with-secret')
    await command(dataDir, 'restore', last, '--to', all)
    expectTokens(path.join(all, 'formslot.db'), visitors.acknowledged)
  }

  await command(dataDir, 'restore', file, '--check')
  await command(dataDir, 'restore', file, '--to', restored)
  await using service = await startServiceProcess({ dataDir: restored, env })
  assert.ok(service)
  expectTokens(path.join(restored, 'formslot.db'), before)
  for (const endpoint of endpoints) {
    const status: Response = await fetch(`${service.base}${endpoint}/status`)
    assert.equal(((await status.json()) as { state: string }).state, 'claimed')
    const more: Response = await post(`${service.base}${endpoint}`, { message: 'after the restore' })
    assert.equal(more.status, 200)
  }
  for (const link of await findClaimLinks(restored)) {
    assert.equal((await fetch(`${service.base}${link}`)).status, 200)
  }
})

/** The claim links in the embedded mailbox, as paths, each once. */
async function findClaimLinks(dataDir: string): Promise<string[]> {
  const folder = path.join(dataDir, 'mailbox')
  const names = await readdir(folder).catch(() => [])
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map((name) => readFile(path.join(folder, name), 'utf8')),
  )
  const links = texts.flatMap((text) => text.replaceAll('=\r\n', '').match(/\/claim\/[0-9a-z]{20,}/) ?? [])
  return [...new Set(links)]
}

function expectTokens(file: string, expected: readonly string[]): void {
  using database = new DatabaseSync(file, { readOnly: true })
  const rows = database.prepare('select fields from submissions').all()
  const stored = new Set(rows.flatMap(({ fields }) => String(fields).match(TOKEN) ?? []))
  const missing = expected.filter((token) => !stored.has(token))
  assert.deepEqual(missing, [])
}
