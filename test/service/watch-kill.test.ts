import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { HOUR } from '../../src/domain/time.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { startService } from '../support/service/service.ts'
import { startServiceProcess } from '../support/service/service-process.ts'
import { until } from '../support/service/until.ts'
import { type SmtpFaultServer, startSmtpFaultServer } from '../support/smtp/fault-server.ts'

/** More points than there are from the start to the email of a watch. */
const MAX_POINTS = 60
/** An hour after the last event, the watch is due; an hour later, the leases of a killed process are over. */
const LATER = { clockOffsetMs: HOUR + 1000 }
const MUCH_LATER = { clockOffsetMs: 2 * HOUR }

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
  let points = 0
  for (let killAt = 1; killAt <= MAX_POINTS; killAt += 1) {
    const dataDir = path.join(root, String(killAt))
    await cp(armed, dataDir, { recursive: true })
    smtp.ledger.splice(0)
    const killed = await startServiceProcess({ dataDir, env, killAt, ...LATER })
    // The email is settled a moment after it was sent.
    const settled =
      killed &&
      until(async () => (await watchEmails(smtp)).length > 0).then(() => killed.setClock(LATER.clockOffsetMs))
    const ended = killed
      ? await Promise.race([killed.ended, settled?.then(() => null)])
      : 'before it listened'
    if (ended === null) {
      await killed?.stop('SIGKILL')
      break
    }
    points += 1
    await using service = await startServiceProcess({ dataDir, env, ...MUCH_LATER })
    assert.ok(service, `after point ${killAt}`)
    await until(async () => (await watchEmails(smtp)).length > 0)
    // All that is due is sent, so that a second email would be here, too.
    await service.setClock(MUCH_LATER.clockOffsetMs)
    await service.setClock(MUCH_LATER.clockOffsetMs + HOUR)
    assert.equal(new Set(await watchEmails(smtp)).size, 1, `after point ${killAt}`)
    await service.stop('SIGKILL')
    await rm(dataDir, { recursive: true })
  }
  assert.ok(points > 8, `${points} points were passed`)
})
