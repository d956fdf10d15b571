import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { DAY, HOUR } from '../../src/domain/time.ts'
import { signIn } from '../support/fixtures/owner.ts'
import { killAtEachPoint } from '../support/service/kill-points.ts'
import { startService } from '../support/service/service.ts'
import { type SmtpFaultServer, startSmtpFaultServer } from '../support/smtp/fault-server.ts'

/** More points than there are from the start to the end of the digest. */
const MAX_POINTS = 80
const NAMES = ['Grace', 'Alan', 'Mary']
/** The snooze is over; an hour later, the leases of a killed process are over. */
const DUE_AT_MS = DAY + 1000
const LEASES_OVER_AT_MS = DAY + 2 * HOUR

/** The digests that the mail server has: the ids of their messages, and their texts. */
async function digests(smtp: SmtpFaultServer) {
  const read = await Promise.all(smtp.ledger.map((email) => PostalMime.parse(email.raw)))
  return read.filter(({ subject }) => /new messages/.test(subject ?? ''))
}

/** A data directory with three submissions of a form that is snoozed for a day. */
async function snoozedFolder(folder: string, smtp: SmtpFaultServer): Promise<Record<string, string>> {
  await using service = await startService({ dataDir: folder, database: 'file', mail: smtp, now: new Date() })
  const ada = await signIn(service)
  const snoozed_until = new Date(service.now().getTime() + DAY).toISOString()
  const changed = await ada.patch(`/endpoints/${ada.endpoint.form_id}`, { email: { snoozed_until } })
  assert.equal(changed.status, 200)
  for (const name of NAMES) assert.equal((await service.submit(ada.endpoint, { name })).status, 200)
  await service.deliver()
  return {
    FORMSLOT_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    FORMSLOT_MAIL_FROM: 'emails@formslot.dev',
  }
}

test('a kill at any point of a digest loses no submission, sends none twice under another id, and ends each', async (t) => {
  const root = await mkdtemp(path.join(tmpdir(), 'formslot-digest-kill-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  await using smtp = await startSmtpFaultServer()
  const snoozed = path.join(root, 'snoozed')
  const env = await snoozedFolder(snoozed, smtp)
  await killAtEachPoint(
    { folder: snoozed, env, dueAtMs: DUE_AT_MS, leasesOverAtMs: LEASES_OVER_AT_MS, maxPoints: MAX_POINTS },
    {
      forget: () => smtp.ledger.splice(0),
      hasArrived: async () => (await digests(smtp)).length > 0,
      async check(dataDir, message) {
        const sent = await digests(smtp)
        assert.equal(new Set(sent.map(({ messageId }) => messageId)).size, 1, message)
        for (const { text } of sent)
          for (const name of NAMES) assert.match(text ?? '', new RegExp(`UTC\\n  ${name}\\n`))
        using database = new DatabaseSync(path.join(dataDir, 'formslot.db'))
        const rows = database.prepare('select outcome from outbox where digest_key > 0').all()
        assert.deepEqual(
          rows.map(({ outcome }) => outcome),
          NAMES.map(() => 'sent'),
          message,
        )
      },
    },
  )
})
