import type { Generated } from 'kysely'
import type { Actor, AuditAction } from '../../domain/accounts/audit.ts'
import type { Role } from '../../domain/accounts/scope.ts'
import type { EndpointKind } from '../../domain/endpoints/kind.ts'
import type { Language } from '../../domain/language.ts'

/** Tables of accounts, their plans, sign-ins and keys; a part of `Schema`. */
export type AccountTables = {
  accounts: {
    key: number
    /** `mailboxIdentity` of the owner's mailbox. */
    mailbox: string
    /** Name of a plan. */
    plan: string
    created_at: number
    /** Time at which its owner deleted it; the row stays until all its data is deleted. */
    closed_at: number | null
    /** Retention until `retained_until`, where the plan has a shorter one by now; null where nothing was reduced. */
    retention_submission_days: number | null
    retention_telemetry_days: number | null
    retained_until: number | null
    /** Number of lessons in `spam_tokens`; likely ones count half. */
    ham_lessons: Generated<number>
    spam_lessons: Generated<number>
    /** Time at which the owner last looked at the spam folder. Coarse: written at most once a minute. */
    spam_seen_at: number | null
    /** Weekly emails about the spam folder cover what arrived before. */
    spam_digested_until: number | null
    /** Time at which the owner turned the weekly emails off; null while they are on. */
    spam_digest_stopped_at: number | null
    /** Bytes of the stored files, each counted by `countedBytes`; null before the first. Maintained, never computed. */
    stored_bytes: number | null
    /** Key of the row of `email_keys` that its emails are encrypted to; null: none was confirmed. */
    email_key: number | null
    /** Time from which on content leaves only in encrypted emails; null: destinations get it, too. */
    encrypted_only_at: number | null
    /** JSON of the texts that the owner answers with; null without one. */
    canned_answers: string | null
    language: string | null
    /** Time at which the operator suspended it with all its endpoints, and why; null where that is not so or not said. */
    suspended_at: number | null
    suspended_reason: string | null
  }
  /** Mailboxes whose account the operator suspended, until that is lifted: it outlives the account, and holds for the next one. */
  suspended_mailboxes: {
    /** Keyed hash of the address. */
    mailbox_key: string
    suspended_at: number
    suspended_reason: string | null
  }
  /** OpenPGP keys of owners: the one in use, and at most one that is not confirmed yet. */
  email_keys: {
    key: number
    account_key: number
    /** The public key, armored. */
    armored: string
    fingerprint: string
    algorithm: string
    added_at: number
    /** Null until the link in the first email that is encrypted to it was followed. */
    confirmed_at: number | null
    expires_at: number | null
    /** Times at which the owner was told that it expires soon, and that it has expired. */
    warned_at: number | null
    notified_at: number | null
  }
  /** Retention of each plan, by the plans file that the service last started with. */
  plan_retention: {
    plan: string
    submission_days: number
    telemetry_days: number
    /** Retention before the file reduced it, until all owners have been notified; else null. */
    previous_submission_days: number | null
    previous_telemetry_days: number | null
    retention_reduced_at: number | null
  }
  /** Usage of the monthly quotas that are counted per account: one row per kind, from the account's creation on. */
  account_counts: {
    /** `{account_key} {kind}` */
    counter: string
    account_key: number
    kind: EndpointKind
    month: string | null
    count: number
  }
  /** The audit log of accounts. */
  audit_entries: {
    key: number
    account_key: number
    at: number
    action: AuditAction
    /** Session or key that acted, with the name that it had; null for the service. */
    actor_kind: Actor['kind'] | null
    actor_key: number | null
    actor_name: string | null
    subject: string | null
    detail: string | null
  }
  /** People who may see an account, or one of its forms, and those who are invited to. */
  members: {
    key: number
    account_key: number
    /** `mailboxIdentity` of their address. */
    mailbox: string
    /** The only form that they may see; null for the whole account. */
    endpoint_key: number | null
    role: Role
    invited_at: number
    /** Null until they accept. */
    accepted_at: number | null
  }
  /** Requested sign-ins; their tokens and codes are derived from their keys. */
  sign_ins: {
    key: number
    /** Null if no email was sent, because the mailbox has no account or has received enough emails. */
    account_key: number | null
    /** The session that it confirms; null for one that opens a session. */
    session_key: number | null
    mailbox_key: string
    /** Hash of the cookie of the requesting browser. */
    browser_hash: string | null
    /** The requesting browser: `deviceLabel`. */
    device: string
    /** Path on this site to open afterwards. */
    next: string | null
    created_at: number
    used_at: number | null
    /** Number of wrong codes so far. */
    tries: number
  }
  sessions: {
    key: number
    /** Hash of the browser's cookie. */
    hash: string
    account_key: number
    device: string
    created_at: number
    /** Coarse: written at most once a minute. */
    seen_at: number
    /** Until then it may do irreversible things without another confirmation. */
    fresh_until: number
    /** The membership by which it acts in the account of somebody else; null: in its own. */
    member_key: number | null
  }
  /** Browsers that are told about new submissions by web push. */
  devices: {
    key: number
    account_key: number
    session_key: number
    /** Browser and system: `deviceLabel`. */
    name: string
    language: Language
    /** `Keys.secretHash` of the address at the push service. */
    address_hash: string
    /** JSON of the `PushSubscription`, sealed for `getDevicePlace`. */
    subscription: string
    /** Public key that the subscription is bound to: push services take no request that another key signed. */
    server_key: string
    /** `DeviceSettings` as JSON. */
    form_ids: string | null
    quiet_hours: string | null
    added_at: number
    /** Submissions up to this key are told, or need not be. */
    notified_key: number
    /** Time of the last notification that the push service took; null before the first. */
    notified_at: number | null
    /** It is told nothing before this time; null: no pause. */
    not_before: number | null
    lease: string | null
    leased_until: number | null
    /** Time of the first failure in a row, and their number; null and 0 after a success. */
    failing_since: number | null
    failures: Generated<number>
    /** Time and text of the last failure; null after a success. */
    failed_at: number | null
    failure: string | null
    /** Time from which it is told nothing, because its push service refuses; null while it is told. */
    stopped_at: number | null
  }
  api_keys: {
    key: number
    /** Public part of the key. */
    id: string
    /** Hash of the whole key. */
    hash: string
    account_key: number
    name: string
    /** JSON list of scopes. */
    scopes: string
    created_at: number
    /** Coarse: written at most once a minute. */
    used_at: number | null
    /** Null for a key that does not expire. */
    expires_at: number | null
    /** Time at which the audit log recorded the expiry. */
    expiry_recorded_at: number | null
    /** The member who created it, with whom it ends; null: the person who holds the account. */
    member_key: number | null
  }
}
