import type { DigestFacts } from '../../domain/outbox/spam-digest.ts'
import type { By } from './account-store.ts'
import type { NewNotice } from './changes.ts'

/** The weekly email about the spam folder of an account. */
export type SpamDigestStore = {
  /** Lists a page of the accounts whose weekly slot was within the last hours and that have no email since, by key. */
  listDue(request: { now: Date; after: number; limit: number }): Promise<DigestAccount[]>
  /**
   * Saves the email about the spam that arrived before `before`. Returns false when another node saved one, or the owner
   * turned the emails off or looked at the folder meanwhile.
   */
  save(request: { account: DigestAccount; before: Date; email: NewNotice; now: Date }): Promise<boolean>
  /** Returns when the owner turned the emails off, null while they are on; undefined for an account that is gone. */
  findStop(accountKey: number): Promise<Date | null | undefined>
  /** Turns the emails off or on, and records it. Returns false for an account that is gone. */
  set(request: { accountKey: number; to: 'stopped' | 'flowing' } & By): Promise<boolean>
  /** Records that the owner looked at the spam folder; written at most once a minute. */
  recordSeen(accountKey: number, now: Date): Promise<void>
}

export type DigestAccount = DigestFacts & {
  /** `mailboxIdentity` of the owner's mailbox. */
  mailbox: string
}
