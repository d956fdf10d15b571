import assert from 'node:assert/strict'
import { sql } from 'kysely'
import * as initial from '../../../src/store/engine/migrations/0001-to-0020/0001-initial.ts'
import { testUpgrade } from '../../support/stores/upgraded.ts'

const CLAIMED = 1_000
const CONSENTED = 2_000

/** Endpoints by id as the first migration stored them, and the time at which the upgrade confirms them. */
const ENDPOINTS = [
  { id: 'f_unclaimed', mailbox: 'person', claimed: null, accepted: 1, confirmed: null },
  { id: 'f_before_consent', mailbox: 'person', claimed: CLAIMED, accepted: 1, confirmed: CONSENTED },
  { id: 'f_after_consent', mailbox: 'person', claimed: 3_000, accepted: 1, confirmed: 3_000 },
  { id: 'f_by_link', mailbox: 'scanner', claimed: CLAIMED, accepted: 500, confirmed: null },
  { id: 't_by_link', mailbox: 'scanner', claimed: CLAIMED, accepted: 4_999, confirmed: null },
  { id: 't_beyond', mailbox: 'scanner', claimed: CLAIMED, accepted: 5_000, confirmed: CLAIMED },
  { id: 'q_by_link', mailbox: 'scanner', claimed: CLAIMED, accepted: 99, confirmed: null },
  { id: 'q_beyond', mailbox: 'scanner', claimed: CLAIMED, accepted: 100, confirmed: CLAIMED },
  { id: 'q_unclaimed', mailbox: 'nobody', claimed: null, accepted: 100, confirmed: null },
] as const

testUpgrade('the upgrade confirms what a person had consented to, and what would stop accepting', {
  migrations: [initial],
  async fill(db) {
    await sql`insert into mailboxes (mailbox_key, consented_at) values ('person', ${CONSENTED}), ('scanner', null)`.execute(
      db,
    )
    for (const [index, one] of ENDPOINTS.entries()) {
      await sql`insert into endpoints (key, id, recipient, mailbox_key, created_at, accepted_count, month_count, claimed_at)
        values (${index + 1}, ${one.id}, 'ada@lovelace.dev', ${one.mailbox}, 0, ${one.accepted}, 0, ${one.claimed})`.execute(
        db,
      )
    }
    await sql`insert into outbox (key, kind, channel, target, created_at, budgeted_at)
      values (1, 'claim', 'email', 'person', 0, 5), (2, 'submission', 'email', 'person', 0, null)`.execute(db)
  },
  async check({ reads }) {
    const endpoints = await reads
      .selectFrom('endpoints')
      .select(['id', 'confirmed_at'])
      .orderBy('key')
      .execute()
    assert.deepEqual(
      endpoints.map((row) => [row.id, row.confirmed_at]),
      ENDPOINTS.map((one) => [one.id, one.confirmed]),
    )
    const emails = await reads.selectFrom('outbox').select('budget').orderBy('key').execute()
    assert.deepEqual(
      emails.map(({ budget }) => budget),
      ['unclaimed', null],
    )
  },
})
