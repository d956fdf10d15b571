import type { Scope } from '../../domain/accounts/scope.ts'
import type { SignInFacts } from '../../domain/accounts/sign-in.ts'
import type { ExtendedRetention } from '../../domain/plans/retention.ts'

/** Accounts, sessions, sign-ins and API keys. */
export type AccountStore = {
  /**
   * "Open dashboard" on the page of a claim: opens a session for the owner, once for each endpoint.
   * Null when it has been done before, or there is no such claimed endpoint.
   */
  openByClaim(request: { endpointId: string; session: NewSession; now: Date }): Promise<OpenedSession | null>
  /**
   * Remembers that a sign-in was asked for, and sends the email where `decide` says so. Does the same work for every
   * mailbox, so that how long it takes tells nothing.
   */
  requestSignIn(
    request: NewSignIn & { mailbox: string; browserHash: string; decide(found: FoundMailbox): boolean },
  ): Promise<void>
  /**
   * The same for a session that is to confirm itself; `decide` sees the emails that sessions of the account asked for.
   * False where it decided against it.
   */
  requestConfirmation(
    request: NewSignIn & { sessionKey: number; decide(found: FoundMailbox): boolean },
  ): Promise<boolean>
  /** A sign-in that an email was sent for; also one that is used up. */
  findSignIn(key: number): Promise<FoundSignIn | null>
  /**
   * Uses a sign-in up: opens `session` for the owner, which is also the yes of a person to emails, or makes the session
   * fresh that asked to be. Null when it is not usable any more: of many that try, one succeeds.
   */
  useSignIn(request: { key: number } & Use): Promise<UsedSignIn | null>
  /**
   * The same for who types a code: any sign-in of the asking browser or session that is still usable. A wrong code is
   * counted against each of them, also against those that no email was sent for.
   */
  tryCode(request: { owner: CodeOwner; matchesCode(key: number): boolean } & Use): Promise<UsedSignIn | null>
  /** The session whose cookie has this hash, with its account; also one that has ended by age. */
  findSession(hash: string): Promise<FoundSession | null>
  /** Writes down that a session was used. */
  recordSessionUse(key: number, now: Date): Promise<void>
  /** The sessions of an account, newest first; also those that have ended by age. */
  listSessions(accountKey: number): Promise<ListedSession[]>
  /** False when the account has no such session. */
  endSession(request: { accountKey: number; key: number }): Promise<boolean>
  endSessions(accountKey: number): Promise<void>

  /** Keeps a key. Null when the account has `most` already, or has been closed. */
  addKey(request: NewApiKey & { maxKeys: number; now: Date }): Promise<ListedApiKey | null>
  /** The key with this id, with its account. */
  findKey(id: string): Promise<FoundApiKey | null>
  recordKeyUse(key: number, now: Date): Promise<void>
  /** The keys of an account, newest first. */
  listKeys(accountKey: number): Promise<ListedApiKey[]>
  /** False when the account has no such key. */
  deleteKey(request: { accountKey: number; key: number }): Promise<boolean>

  /** Returns those of these sessions and keys that still exist, expired sessions included. */
  findActiveCredentials(asked: Credentials): Promise<{ sessions: ListedSession[]; apiKeys: number[] }>

  /** Null for one that has been closed. */
  findAccount(accountKey: number): Promise<AccountFacts | null>
  /**
   * Ends an account: its endpoints are retired and forget whose they were, nothing of it lets anybody in, and nothing is
   * sent any more. What the endpoints hold is deleted by `emptyClosedAccounts`.
   */
  closeAccount(request: { accountKey: number; mailboxKey: string; now: Date }): Promise<void>
  /** As `Upkeep.purgeClosedAccounts`, without a rest: somebody waits for it. */
  emptyClosedAccounts(): Promise<boolean>
  /** Deletes a batch of sign-ins and sessions that are over; whether there may be more. */
  purge(now: Date): Promise<boolean>
}

export type AccountFacts = {
  mailbox: string
  plan: string
  /** Retention that it still has because an earlier plan had it; null without. */
  extendedRetention: ExtendedRetention | null
  createdAt: Date
  endpoints: number
  /** Real submissions in all their life. */
  submissions: number
}

/** Sessions and keys, by the keys of their rows. */
export type Credentials = { sessions: readonly number[]; apiKeys: readonly number[] }

export type Account = { key: number; mailbox: string; plan: string }

/** The requester of a code, who alone may use it: a browser, by the hash of its cookie, or a session. */
export type CodeOwner = { kind: 'browser'; hash: string } | { kind: 'session'; key: number }

export type NewSignIn = {
  mailboxKey: string
  /** `deviceLabel` of the browser that asks. */
  device: string
  /** Path to open afterwards, on this site. */
  next: string | null
  now: Date
}

/** Facts that decide on sending an email. */
export type FoundMailbox = {
  hasAccount: boolean
  suppressed: boolean
  consented: boolean
  /** Times at which emails of this kind were requested within the last day. */
  sent: readonly Date[]
}

export type FoundSignIn = SignInFacts & {
  key: number
  account: Account
  /** The session that asked to confirm itself; null for a sign-in. */
  sessionKey: number | null
  browserHash: string | null
  device: string
}

/** `session`: what is opened when it signs in; null for who only confirms. */
type Use = { session: NewSession | null; now: Date }

export type UsedSignIn = { kind: 'opened'; next: string | null } | { kind: 'confirmed'; freshUntil: Date }

export type NewSession = {
  /** `Keys.secretHash` of what the browser keeps. */
  hash: string
  /** `deviceLabel` */
  device: string
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
