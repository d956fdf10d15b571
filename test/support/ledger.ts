import assert from 'node:assert/strict'
import { appendFileSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeKeys } from '../../src/keys.ts'

/**
 * What a client knows of its submissions, written down outside the service and flushed: `intent` before each request,
 * then `ok` with the id, `fail` with the status, or `unknown` when no answer came.
 */
export type Ledger = {
  intent(token: string): void
  ok(token: string, submissionId: string): void
  fail(token: string, status: number): void
  unknown(token: string): void
  entries(): Map<string, Entry>
}

export type Entry = { kind: 'ok'; id: string } | { kind: 'fail'; status: number } | { kind: 'unknown' }

export function openClientLedger(file: string): Ledger {
  appendFileSync(file, '')
  const write = (line: unknown[]) => appendFileSync(file, `${JSON.stringify(line)}\n`, { flush: true })
  return {
    intent: (token) => write(['intent', token]),
    ok: (token, id) => write(['ok', token, id]),
    fail: (token, status) => write(['fail', token, status]),
    unknown: (token) => write(['unknown', token]),
    entries() {
      const entries = new Map<string, Entry>()
      for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
        const [kind, token, more] = JSON.parse(line) as [string, string, string | number | undefined]
        if (kind === 'ok') entries.set(token, { kind, id: String(more) })
        else if (kind === 'fail') entries.set(token, { kind, status: Number(more) })
        else entries.set(token, { kind: 'unknown' })
      }
      return entries
    },
  }
}

/**
 * The final checker (promises.md): compares the client's ledger and the mail server's with the database, after
 * everything has come to rest. Each payload carries its token in the field `token`.
 *
 * @param stage.faults outcomes that were unknown on purpose: at most so many letters may have been sent twice
 */
export function checkPromises(stage: {
  dataDir: string
  ledger: Ledger
  letters: { to: string[]; raw: Buffer }[]
  faults: number
}): { acknowledged: number; unknown: number; duplicates: number } {
  const keys = makeKeys(readFileSync(path.join(stage.dataDir, 'secret'), 'utf8').trim())
  using database = openDatabase(path.join(stage.dataDir, 'formslot.db'))
  const rows = database.all('select key, fields, endpoint_key from submissions')
  const rowsOf = new Map<string, { key: number }[]>()
  for (const row of rows) {
    const token = /"token","([^"]+)"/.exec(String(row.fields))?.[1] ?? ''
    rowsOf.set(token, [...(rowsOf.get(token) ?? []), { key: Number(row.key) }])
  }
  const mailed = new Map<string, number>()
  for (const letter of stage.letters) {
    const token = /\btok-[0-9a-z-]+-end/.exec(letter.raw.toString())?.[0]
    if (token) mailed.set(token, (mailed.get(token) ?? 0) + 1)
  }

  let acknowledged = 0
  let unknown = 0
  for (const [token, entry] of stage.ledger.entries()) {
    const stored = rowsOf.get(token) ?? []
    switch (entry.kind) {
      case 'ok':
        acknowledged += 1
        assert.equal(stored.length, 1, `${token} was acknowledged and is stored ${stored.length} times`)
        assert.equal(
          keys.submissionKey(entry.id),
          stored[0]?.key,
          `${token} has another id than was acknowledged`,
        )
        break
      case 'fail':
        assert.equal(stored.length, 0, `${token} was refused with ${entry.status} and is stored`)
        break
      case 'unknown':
        unknown += 1
        assert.ok(stored.length <= 1, `${token} is stored ${stored.length} times`)
        break
    }
    if (stored.length > 0) assert.ok((mailed.get(token) ?? 0) >= 1, `${token} is stored and was never mailed`)
    else assert.equal(mailed.get(token) ?? 0, 0, `${token} was mailed and is not stored`)
  }
  const duplicates = [...rowsOf.keys()].reduce(
    (sum, token) => sum + Math.max(0, (mailed.get(token) ?? 0) - 1),
    0,
  )
  assert.ok(duplicates <= stage.faults, `${duplicates} letters were sent twice for ${stage.faults} faults`)

  for (const row of database.all(
    `select endpoints.id, endpoints.submission_count as counted,
            (select count(*) from submissions where endpoint_key = endpoints.key and spam_reasons is null) as found,
            (select count(*) from jobs where endpoint_key = endpoints.key and kind = 'claim') as claims
       from endpoints`,
  )) {
    assert.equal(row.counted, row.found, `the counter of ${row.id} is not the count of its rows`)
    assert.ok(Number(row.claims) <= 1, `${row.id} has ${row.claims} claim letters`)
  }
  const waiting = database.all('select count(*) as waiting from jobs where settled_at is null')
  assert.equal(waiting[0]?.waiting, 0, 'letters still wait')
  assert.deepEqual(database.all('pragma integrity_check')[0], { integrity_check: 'ok' })
  return { acknowledged, unknown, duplicates }
}

/** How many letters wait in a data directory whose service may be running. */
export function waitingLetters(dataDir: string): number {
  using database = openDatabase(path.join(dataDir, 'formslot.db'))
  return Number(database.all('select count(*) as waiting from jobs where settled_at is null')[0]?.waiting)
}

function openDatabase(file: string) {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  return {
    all: (query: string) =>
      database
        .prepare(query)
        .all()
        .map((row) => ({ ...row })),
    [Symbol.dispose]: () => database.close(),
  }
}
