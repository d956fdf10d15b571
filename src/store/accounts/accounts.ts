import type { Kysely } from 'kysely'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import * as keys from './api-keys.ts'
import { listCannedAnswers, setCannedAnswers } from './canned-answers.ts'
import { closeAccount, emptyClosedAccounts } from './closed-accounts.ts'
import { endExpiredSessions, purgeKeys, purgeSignIns } from './expired-sign-ins.ts'
import { findAccount } from './mailboxes.ts'
import { findLanguage, setLanguage } from './own-language.ts'
import * as sessions from './sessions.ts'
import { requestConfirmation, requestSignIn } from './sign-in-requests.ts'
import * as signIns from './sign-ins.ts'

/** Accounts, sessions, sign-ins and API keys. */
export type AccountStore = ReturnType<typeof createAccountStore>

/** Sessions and keys, by the keys of their rows. */
type Credentials = { sessions: readonly number[]; apiKeys: readonly number[] }

/** Creates the account store on the write queue and the reading connection. */
export function createAccountStore(write: QueueWrite, reads: Kysely<Schema>) {
  const { openByClaim, findSession, listSessions, recordSessionUse, endSession, endSessions } = sessions
  const { addKey, findKey, listKeys, recordKeyUse, deleteKey } = keys
  const { findSignIn, useSignIn, tryCode } = signIns
  return {
    ...bindReads(reads, {
      findSignIn,
      findSession,
      listSessions,
      findKey,
      listKeys,
      findAccount,
      listCannedAnswers,
      findLanguage,
    }),
    ...bindWrites(write, {
      recordSessionUse,
      recordKeyUse,
      closeAccount,
      setCannedAnswers,
      setLanguage,
    }),
    ...bindKeyedWrites(write, {
      openByClaim,
      openSession: sessions.openSession,
      addKey,
      deleteKey,
      endSession,
      endSessions,
      endExpiredSessions,
      useSignIn,
      tryCode,
    }),
    ...bindKeyedWrites(write, { requestSignIn, requestConfirmation }, { makesDeliveries: true }),
    /** Does the same as `Maintenance.purgeClosedAccounts`, without pauses, because a person waits. */
    emptyClosedAccounts: () => write(({ db, getTally }) => emptyClosedAccounts(db, getTally())),
    /** Deletes a batch of ended sign-ins and sessions, and of keys that expired long ago. Returns true when there may be more. */
    purge: (now: Date) =>
      throttledWrite(write)(async ({ db }) => {
        const purged = [await purgeSignIns(db, now)]
        for (const table of ['api_keys', 'endpoint_keys'] as const)
          purged.push(await purgeKeys(db, { table, now }))
        return purged.includes(true)
      }),

    /** Returns those of these sessions and keys that still exist, expired sessions included, expired keys not. */
    async findActiveCredentials(credentials: Credentials & { now: Date }) {
      const [found, apiKeys] = await Promise.all([
        sessions.findSessions(reads, credentials.sessions),
        keys.findKeys(reads, credentials),
      ])
      return { sessions: found, apiKeys }
    },
  }
}
