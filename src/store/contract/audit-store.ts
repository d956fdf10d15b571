import type { Actor, AuditedAction } from '../../domain/accounts/audit.ts'

/** The audit logs of accounts. What changes an account or an endpoint writes its entry in the same transaction. */
export type AuditStore = {
  /** Records an action that changes nothing, such as an export. Returns the key of the entry. */
  record(request: AuditRequest): Promise<number>
  /** Replaces the detail of an entry, once more is known. */
  setDetail(request: { key: number; detail: string }): Promise<void>
  /** Lists a page of the log of an account, newest first; `next` is the key to go on before. */
  list(request: {
    accountKey: number
    before: number | null
    limit: number
  }): Promise<{ entries: AuditEntry[]; next: number | null }>
  /** Records the expiry of a few keys. Returns false when none is left. */
  recordExpiredKeys(request: { now: Date }): Promise<boolean>
  /** Deletes a batch of entries recorded before this time. Returns true when there may be more. */
  purge(before: Date): Promise<boolean>
}

/** An action, and who did it: a session or key, or null for the service. */
export type AuditRequest = AuditedAction & { accountKey: number; by: Actor | null; now: Date }

export type AuditEntry = AuditedAction & {
  key: number
  at: Date
  /** With the name of the key, or the browser of the session, at that time. */
  actor: (Actor & { name: string }) | null
  /** Name of the endpoint that it is about, as it is now; null without one. */
  subjectName: string | null
}
