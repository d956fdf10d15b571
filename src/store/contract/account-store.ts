import type { Actor, SignInWay } from '../../domain/accounts/audit.ts'
import type { Scope } from '../../domain/accounts/scope.ts'
import type { SignInFacts } from '../../domain/accounts/sign-in.ts'
import type { ExtendedRetention } from '../../domain/plans/retention.ts'
import type { LessonCounts } from '../../domain/spam/words/word-score.ts'

/** Accounts, sessions, sign-ins and API keys. */
export type AccountStore = {
  /**
   * Opens a session for the owner by "Open dashboard" on the claim page, once per endpoint. Returns null when that has
   * happened before, or there is no such claimed endpoint.
   */
  openByClaim(request: { endpointId: string; session: NewSession; now: Date }): Promise<OpenedSession | null>
  /**
   * Records a sign-in request, and sends the email if `decide` returns true. Does the same work for every mailbox, so
   * that its duration reveals nothing. `decide` sees all sign-in emails to the mailbox, or those that this browser requested.
   */
  requestSignIn(request: NewSignInRequest): Promise<void>
  /**
   * Records the request to confirm a session; `decide` sees the emails requested by sessions of the account. Returns
   * false when it decided against an email.
   */
  requestConfirmation(
    request: NewSignIn & { sessionKey: number; decide(found: FoundMailbox): boolean },
  ): Promise<boolean>
  /** Finds a sign-in for which an email was sent, used or not. */
  findSignIn(key: number): Promise<FoundSignIn | null>
  /**
   * Uses a sign-in: opens `session` for the owner, or confirms the session that
   * requested it. Returns null when it is no longer usable: of concurrent attempts, one succeeds.
   */
  useSignIn(request: { key: number } & Use): Promise<UsedSignIn | null>
  /**
   * Uses a sign-in by its code: any usable sign-in that this browser or session requested. A wrong code counts against
   * each of them, even if no email was sent.
   */
  tryCode(request: { owner: CodeOwner; matchesCode(key: number): boolean } & Use): Promise<UsedSignIn | null>
  /** Finds the session whose cookie has this hash, with its account; expired sessions included. */
  findSession(hash: string): Promise<FoundSession | null>
  /** Records the time at which a session was used. */
  recordSessionUse(key: number, now: Date): Promise<void>
  /** Lists the sessions of an account, newest first; expired ones included. */
  listSessions(accountKey: number): Promise<ListedSession[]>
  /** Returns false when the account has no such session. */
  endSession(request: { accountKey: number; key: number } & By): Promise<boolean>
  /** Ends all sessions of an account. `revoked`: also deletes its keys and those of its endpoints, in the same transaction. */
  endSessions(request: { accountKey: number; keys: 'kept' | 'revoked' } & By): Promise<void>
  /** Deletes a few expired sessions and records it. Returns false when none was left. */
  endExpiredSessions(request: { now: Date }): Promise<boolean>

  /** Stores a key. Returns null when the account has `maxKeys` already, or was closed. */
  addKey(request: NewApiKey & { maxKeys: number } & By): Promise<ListedApiKey | null>
  /** Finds the key with this id, with its account. */
  findKey(id: string): Promise<FoundApiKey | null>
  recordKeyUse(key: number, now: Date): Promise<void>
  /** Lists the keys of an account, newest first. */
  listKeys(accountKey: number): Promise<ListedApiKey[]>
  /** Returns false when the account has no such key. */
  deleteKey(request: { accountKey: number; key: number } & By): Promise<boolean>

  /** Returns those of these sessions and keys that still exist, expired sessions included, expired keys not. */
  findActiveCredentials(
    credentials: Credentials & { now: Date },
  ): Promise<{ sessions: ListedSession[]; apiKeys: number[] }>

  /** Finds an account; null when it was closed. */
  findAccount(accountKey: number): Promise<AccountFacts | null>
  /**
   * Closes an account: retires its endpoints and deletes their recipients, its sessions and keys, and stops its
   * deliveries. `emptyClosedAccounts` deletes the data of the endpoints.
   */
  closeAccount(request: { accountKey: number; now: Date }): Promise<void>
  /** Does the same as `Maintenance.purgeClosedAccounts`, without pauses, because a person waits. */
  emptyClosedAccounts(): Promise<boolean>
  /** Deletes a batch of ended sign-ins and sessions, and of keys that expired long ago. Returns true when there may be more. */
  purge(now: Date): Promise<boolean>
}

/** The session or key that acts, for the audit log; null for the service. */
export type By = { by: Actor | null; now: Date }

export type AccountFacts = {
  mailbox: string
  plan: string
  /** Longer retention of an earlier plan that still applies; null without one. */
  extendedRetention: ExtendedRetention | null
  createdAt: Date
  /** Time at which its owner turned the weekly emails about the spam folder off; null while they are on. */
  spamDigestStoppedAt: Date | null
  /** Lessons that it has given the spam filter, and the number of words that are stored of them. */
  lessons: LessonCounts
  learnedWords: number
  endpoints: number
  /** Number of real submissions that its endpoints ever accepted. */
  submissions: number
}

/** Sessions and keys, by the keys of their rows. */
type Credentials = { sessions: readonly number[]; apiKeys: readonly number[] }

export type Account = { key: number; mailbox: string; plan: string }

/** The only client that may use a code: the browser that requested it, by the hash of its cookie, or a session. */
export type CodeOwner = { kind: 'browser'; hash: string } | { kind: 'session'; key: number }

export type NewSignIn = {
  mailboxKey: string
  /** `deviceLabel` of the requesting browser. */
  device: string
  /** Path to open afterwards, on this site. */
  next: string | null
  /** Time at which the email is sent; at once when left out. */
  emailDueAt?: Date
  now: Date
}

/** A request for a sign-in email to `mailbox`, from the browser whose cookie has this hash. */
export type NewSignInRequest = NewSignIn & {
  mailbox: string
  browserHash: string
  counts: 'mailbox' | 'browser'
  decide(found: FoundMailbox): boolean
}

/** Facts that decide on sending an email. */
export type FoundMailbox = {
  hasAccount: boolean
  /** Times at which emails of this kind were requested within the last day. */
  sent: readonly Date[]
}

export type FoundSignIn = SignInFacts & {
  key: number
  account: Account
  /** The session that it confirms; null for a sign-in. */
  sessionKey: number | null
  browserHash: string | null
  device: string
}

/** `session`: the session that a sign-in opens; null for a confirmation. */
type Use = { session: NewSession | null; now: Date }

export type UsedSignIn =
  | { kind: 'opened'; mailboxKey: string; next: string | null }
  | { kind: 'confirmed'; freshUntil: Date }

export type NewSession = {
  /** `Keys.secretHash` of the secret in the cookie. */
  hash: string
  /** `deviceLabel` */
  device: string
  way: SignInWay
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
  /** Null for a key that does not expire. */
  expiresAt: Date | null
}

/** A key of an account or of an endpoint as it is listed, with the scopes of its kind. */
export type ListedKey<KeyScope> = {
  key: number
  id: string
  name: string
  scopes: readonly KeyScope[]
  createdAt: Date
  usedAt: Date | null
  expiresAt: Date | null
}

export type ListedApiKey = ListedKey<Scope>

export type FoundApiKey = ListedApiKey & { hash: string; account: Account }
