import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { checkPromises, openClientLedger, waitingLetters } from '../support/ledger.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const MAX_POINTS = 200

/**
 * Ends the process at the first named point of the submit and delivery paths, at the second, and so on, until a run
 * passes without being hit; after each a fresh process finishes the work, and the promises must hold.
 */
test('a process killed at any point of its paths loses nothing and repeats no letter that was not in hand', async () => {
  let hits = 0
  for (let killAt = 1; ; killAt += 1) {
    assert.ok(killAt < MAX_POINTS, 'the sweep ends')
    if (!(await storyWithKill(killAt))) break
    hits += 1
  }
  assert.ok(hits >= 30, `the sweep passed only ${hits} points`)
})

/** One creation and two submissions, the first process killed at a point. Returns whether it was. */
async function storyWithKill(killAt: number): Promise<boolean> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-kill-'))
  await using sink = await startSmtpSink()
  const env = {
    FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    FORMSLOT_MAIL_FROM: 'letters@formslot.dev',
  }
  const ledger = openClientLedger(path.join(dataDir, 'client-ledger'))
  const tokens = ['tok-one-end', 'tok-two-end']
  let formId: string | null = null
  let killed = false

  for (const attempt of [killAt, undefined]) {
    await using service = await startServiceProcess({ dataDir, env, ...(attempt ? { killAt: attempt } : {}) })
    if (!service) {
      killed = true
      continue
    }
    const { base } = service
    formId ??= await create(base)
    if (formId) {
      for (const token of tokens) {
        if (ledger.entries().get(token)?.kind !== 'ok') await send(`${base}/f/${formId}`, token)
      }
    }
    // At rest, or dead before that; stopping passes points as well.
    await Promise.race([service.ended, until(() => waitingLetters(dataDir) === 0)])
    const end = await service.stop()
    if (attempt && end.signal === 'SIGKILL') killed = true
    else assert.deepEqual(end, { code: 0, signal: null })
    if (!killed || !attempt) break
  }
  // Both letters may have been in hand when the process died.
  checkPromises({ dataDir, ledger, letters: sink.letters, faults: tokens.length })
  await rm(dataDir, { recursive: true })
  return killed

  async function create(base: string): Promise<string | null> {
    const answer = await attempt(`${base}/new`, { recipient: 'ada@lovelace.dev' }, 'creation-key-1')
    return answer === null ? null : String(answer.json.form_id)
  }

  async function send(address: string, token: string): Promise<void> {
    ledger.intent(token)
    const answer = await attempt(address, { token }, `key-of-${token}`)
    if (answer === null) ledger.unknown(token)
    else if (answer.status === 200) ledger.ok(token, String(answer.json.submission_id))
    else ledger.fail(token, answer.status)
  }
}

async function attempt(address: string, fields: Record<string, string>, key: string) {
  try {
    const answer = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'idempotency-key': key, accept: 'application/json' },
    })
    return { status: answer.status, json: (await answer.json()) as Record<string, unknown> }
  } catch (error) {
    // The connection broke: whether the request took effect is unknown.
    if (error instanceof TypeError) return null
    throw error
  }
}
