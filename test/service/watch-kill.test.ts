import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { HOUR } from '../../src/domain/time.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { killAtEachPoint } from '../support/service/kill-points.ts'
import { startService } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { type SmtpFaultServer, startSmtpFaultServer } from '../support/smtp/fault-server.ts'

/** More points than there are from the start to the email of a watch. */
const MAX_POINTS = 60
/** An hour after the last event, the watch is due; an hour later, the leases of a killed process are over. */
const DUE_AT_MS = HOUR + 1000
const LEASES_OVER_AT_MS = 2 * HOUR

/** The emails of the watch, by the ids of their messages. */
async function watchEmails(smtp: SmtpFaultServer): Promise<string[]> {
  const read = await Promise.all(smtp.ledger.map((email) => PostalMime.parse(email.raw)))
  return read
    .filter(({ subject }) => /nothing received/.test(subject ?? ''))
    .map(({ messageId }) => messageId ?? '')
}

/** A data directory with a watch whose last event arrived just now, in a process that was killed right after the answer. */
async function armedFolder(folder: string, smtp: SmtpFaultServer): Promise<Record<string, string>> {
  const env = {
    FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    FORMSLOT_MAIL_FROM: 'emails@formslot.dev',
  }
  let url = ''
  {
    await using service = await startService({
      dataDir: folder,
      database: 'file',
      mail: smtp,
      now: new Date(),
    })
    const ada = await signIn(service)
    const made = (await ada.post('/telemetry', { name: 'Backups' })).json
    assert.equal(
      (await ada.post(`/telemetry/${made.id}/watches`, { when: { kind: 'silence', for: '1h' } })).status,
      201,
    )
    url = new URL(String(made.telemetry_url)).pathname
  }
  await using process = await startServiceProcess({ dataDir: folder, env })
  assert.ok(process)
  const sent = await fetch(process.base + url, { method: 'POST', body: '{"name":"done"}' })
  assert.equal(sent.status, 202)
  await process.stop('SIGKILL')
  return env
}

test('a kill at any point between the last event and the email loses nothing, and sends no second email', async (t) => {
  const root = await mkdtemp(path.join(tmpdir(), 'formslot-watch-kill-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  await using smtp = await startSmtpFaultServer()
  const armed = path.join(root, 'armed')
  const env = await armedFolder(armed, smtp)
  await killAtEachPoint(
    { folder: armed, env, dueAtMs: DUE_AT_MS, leasesOverAtMs: LEASES_OVER_AT_MS, maxPoints: MAX_POINTS },
    {
      forget: () => smtp.ledger.splice(0),
      hasArrived: async () => (await watchEmails(smtp)).length > 0,
      async check(_dataDir, message) {
        assert.equal(new Set(await watchEmails(smtp)).size, 1, message)
      },
    },
  )
})
