import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { checkPromises, openClientLedger, waitingLetters } from '../support/ledger.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startServiceProcess } from '../support/service-process.ts'
import { startSmtpSink } from '../support/smtp-sink.ts'
import { until } from '../support/until.ts'

const KILLS = Number(process.env.KILLS ?? 20)
const CLIENTS = 8
/** A kill leaves at most these in doubt. */
const LETTERS_IN_HAND = 10
/** Below the letter budget of a mailbox, so that every letter goes out within the run. */
const SUBMISSIONS_PER_ENDPOINT = 9

test(`${KILLS} random SIGKILLs under load lose nothing that was acknowledged`, async (context) => {
  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  context.diagnostic(`seed ${seed} (repeat with SEED=${seed} npm run test:chaos)`)
  const random = seededRandom(seed)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'formslot-chaos-'))
  await using sink = await startSmtpSink()
  const env = {
    FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    FORMSLOT_MAIL_FROM: 'letters@formslot.dev',
  }
  const ledger = openClientLedger(path.join(dataDir, 'client-ledger'))
  let count = 0

  for (let kill = 0; kill <= KILLS; kill += 1) {
    await using service = await startServiceProcess({ dataDir, env })
    assert.ok(service)
    const { base } = service
    let running = true
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (running) await fillEndpoint(base, () => running)
    })
    await setTimeout(100 + random() * 900)
    if (kill < KILLS) await service.stop('SIGKILL')
    running = false
    await Promise.all(clients)
    if (kill === KILLS) await until(() => waitingLetters(dataDir) === 0)
  }
  const result = checkPromises({ dataDir, ledger, letters: sink.letters, faults: KILLS * LETTERS_IN_HAND })
  context.diagnostic(JSON.stringify({ kills: KILLS, ...result, letters: sink.letters.length }))
  assert.ok(result.acknowledged > KILLS * 10)
  await rm(dataDir, { recursive: true })

  async function fillEndpoint(base: string, goOn: () => boolean): Promise<void> {
    count += 1
    const created = await request(`${base}/new`, { recipient: `ada@domain-${count}.dev` })
    if (!created) return
    for (let sent = 0; sent < SUBMISSIONS_PER_ENDPOINT && goOn(); sent += 1) {
      count += 1
      const token = `tok-${count}-end`
      ledger.intent(token)
      const answer = await request(`${base}/f/${created.form_id}`, { token })
      if (!answer) return ledger.unknown(token)
      ledger.ok(token, String(answer.submission_id))
    }
  }
})

async function request(
  address: string,
  fields: Record<string, string>,
): Promise<Record<string, unknown> | null> {
  try {
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) })
    const json = (await answer.json()) as Record<string, unknown>
    assert.ok(answer.ok, `${answer.status}: ${JSON.stringify(json)}`)
    return json
  } catch (error) {
    // The process was killed under the request.
    if (error instanceof TypeError) return null
    throw error
  }
}
