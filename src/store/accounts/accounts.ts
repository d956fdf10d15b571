import type { Kysely } from 'kysely'
import type { AccountStore } from '../contract/account-store.ts'
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
  return {
    openByClaim: (request) =>
      write(({ db, nextKey }) => sessions.openByClaim(db, nextKey, request), { keysAt: request.now }),
    requestSignIn: (request) =>
      write(({ db, nextKey }) => asking.requestSignIn(db, nextKey, request), emailAt(request.now)),
    askToConfirm: (request) =>
      write(({ db, nextKey }) => asking.askToConfirm(db, nextKey, request), emailAt(request.now)),
    findSignIn: (key) => signIns.findSignIn(reads, key),
    // Signing in is consent: emails that were held for lack of it become due.
    useSignIn: (request) =>
      write(({ db, nextKey }) => signIns.useSignIn(db, nextKey, request), emailAt(request.now)),
    tryCode: (request) =>
      write(({ db, nextKey }) => signIns.tryCode(db, nextKey, request), emailAt(request.now)),
    findSession: (hash) => sessions.findSession(reads, hash),
    noteSession: (key, now) => write(({ db }) => sessions.noteSession(db, key, now)),
    listSessions: (accountKey) => sessions.listSessions(reads, accountKey),
    endSession: (request) => write(({ db }) => sessions.endSession(db, request)),
    endSessions: (accountKey) => write(({ db }) => sessions.endSessions(db, accountKey)),

    addKey: (request) =>
      write(({ db, nextKey }) => keys.addKey(db, nextKey, request), { keysAt: request.now }),
    findKey: (id) => keys.findKey(reads, id),
    noteKey: (key, now) => write(({ db }) => keys.noteKey(db, key, now)),
    listKeys: (accountKey) => keys.listKeys(reads, accountKey),
    findAccount: (accountKey) => findAccount(reads, accountKey),
    closeAccount: (request) => write(({ db }) => closeAccount(db, request)),
    emptyClosedAccounts: () => write(({ db, tally }) => emptyClosedAccounts(db, tally)),
    purge: (now) =>
      throttledWrite(write)(async ({ db }) => {
        const [signIns, sessions] = [await purgeSignIns(db, now), await purgeSessions(db, now)]
        return signIns || sessions
      }),
    deleteKey: (request) => write(({ db }) => keys.deleteKey(db, request)),

    async findEntrances(asked) {
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
