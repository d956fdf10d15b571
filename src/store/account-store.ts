import type { Scope } from '../domain/scope.ts'

/** What is remembered about accounts, and about how owners come in. */
export type AccountStore = {
  /**
   * "Open dashboard" on the page of a claim: opens a session for the owner, once for each endpoint.
   * Null when it has been done before, or there is no such claimed endpoint.
   */
  openByClaim(request: { endpointId: string; session: NewSession; now: Date }): Promise<OpenedSession | null>
  /** The session whose cookie has this hash, with its account; also one that has ended by age. */
  findSession(hash: string): Promise<FoundSession | null>
  /** Writes down that a session was used. */
  noteSession(key: number, now: Date): Promise<void>
  /** The sessions of an account, newest first; also those that have ended by age. */
  listSessions(accountKey: number): Promise<ListedSession[]>
  /** False when the account has no such session. */
  endSession(request: { accountKey: number; key: number }): Promise<boolean>
  endSessions(accountKey: number): Promise<void>

  /** Keeps a key. Null when the account has `most` already. */
  addKey(request: NewApiKey & { most: number; now: Date }): Promise<ListedApiKey | null>
  /** The key with this id, with its account. */
  findKey(id: string): Promise<FoundApiKey | null>
  noteKey(key: number, now: Date): Promise<void>
  /** The keys of an account, newest first. */
  listKeys(accountKey: number): Promise<ListedApiKey[]>
  /** False when the account has no such key. */
  deleteKey(request: { accountKey: number; key: number }): Promise<boolean>
}

export type Account = { key: number; mailbox: string; plan: string }

export type NewSession = {
  /** `Keys.secretHash` of what the browser keeps. */
  hash: string
  /** `deviceLabel` */
  device: string
  freshUntil: Date
  /** Hash of the session that the browser had before, which ends; null without one. */
  replaces: string | null
}

export type OpenedSession = { accountKey: number; sessionKey: number }

export type ListedSession = {
  key: number
  device: string
  createdAt: Date
  seenAt: Date
  freshUntil: Date
}

export type FoundSession = ListedSession & { account: Account }

export type NewApiKey = {
  accountKey: number
  id: string
  hash: string
  name: string
  scopes: readonly Scope[]
}

export type ListedApiKey = {
  key: number
  id: string
  name: string
  scopes: readonly Scope[]
  createdAt: Date
  usedAt: Date | null
}

export type FoundApiKey = ListedApiKey & { hash: string; account: Account }
