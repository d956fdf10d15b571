import type { Kysely } from 'kysely'
import type { AccountStore } from '../contract/account-store.ts'
import { bindReads, bindWrites } from '../engine/bind.ts'
import type { Schema } from '../engine/schema.ts'
import { throttledWrite } from '../engine/throttled-write.ts'
import type { QueueWrite } from '../engine/write-queue.ts'
import * as keys from './api-keys.ts'
import { closeAccount, emptyClosedAccounts } from './closed-accounts.ts'
import { purgeSessions, purgeSignIns } from './expired-sign-ins.ts'
import { findAccount } from './mailboxes.ts'
import * as sessions from './sessions.ts'
import * as asking from './sign-in-requests.ts'
import * as signIns from './sign-ins.ts'

/** Creates the account store on the write queue and the reading connection. */
export function createAccountStore(write: QueueWrite, reads: Kysely<Schema>): AccountStore {
  const { findSession, listSessions, recordSessionUse, endSession, endSessions } = sessions
  const { findKey, listKeys, recordKeyUse, deleteKey } = keys
  const { findSignIn } = signIns
  return {
    ...bindReads(reads, { findSignIn, findSession, listSessions, findKey, listKeys, findAccount }),
    ...bindWrites(write, {
      recordSessionUse,
      endSession,
      endSessions,
      recordKeyUse,
      deleteKey,
      closeAccount,
    }),
    openByClaim: (request) =>
      write(({ db, nextKey }) => sessions.openByClaim(db, nextKey, request), { keysAt: request.now }),
    requestSignIn: (request) =>
      write(({ db, nextKey }) => asking.requestSignIn(db, nextKey, request), emailAt(request.now)),
    requestConfirmation: (request) =>
      write(({ db, nextKey }) => asking.requestConfirmation(db, nextKey, request), emailAt(request.now)),
    // Signing in is consent: emails that were held for lack of it become due.
    useSignIn: (request) =>
      write(({ db, nextKey }) => signIns.useSignIn(db, nextKey, request), emailAt(request.now)),
    tryCode: (request) =>
      write(({ db, nextKey }) => signIns.tryCode(db, nextKey, request), emailAt(request.now)),
    addKey: (request) =>
      write(({ db, nextKey }) => keys.addKey(db, nextKey, request), { keysAt: request.now }),
    emptyClosedAccounts: () => write(({ db, tally }) => emptyClosedAccounts(db, tally)),
    purge: (now) =>
      throttledWrite(write)(async ({ db }) => {
        const [signIns, sessions] = [await purgeSignIns(db, now), await purgeSessions(db, now)]
        return signIns || sessions
      }),

    async findActiveCredentials(asked) {
      const [found, apiKeys] = await Promise.all([
        sessions.findSessions(reads, asked.sessions),
        keys.findKeys(reads, asked.apiKeys),
      ])
      return { sessions: found, apiKeys }
    },
  }
}

function emailAt(now: Date) {
  return { keysAt: now, makesDeliveries: true }
}
