import type { EndpointFacts } from '../domain/endpoints/endpoint.ts'
import type { ClaimEmailState } from '../domain/outbox/claim-email-state.ts'
import type { AccountStore } from './accounts/accounts.ts'
import type { AuditStore } from './accounts/audit.ts'
import type { EmailKeyStore } from './accounts/email-keys.ts'
import type { MemberStore } from './accounts/members.ts'
import type { SpamDigestStore } from './accounts/spam-digests.ts'
import type { ChangeRequest, FoundEndpoint, IdempotentResult } from './contract/changes.ts'
import type { CreateRequest, FoundCreations } from './contract/creations.ts'
import type { OutboxStore } from './contract/outbox-store.ts'
import type { DestinationSecret } from './destinations/destination-secrets.ts'
import type { DeviceStore } from './devices/device-store.ts'
import type { EndpointKeyStore } from './endpoints/endpoint-keys.ts'
import type { HandOverStore } from './endpoints/hand-overs.ts'
import type { OwnedStore } from './endpoints/owned-endpoints.ts'
import type { FileRows } from './files/files.ts'
import type { HealthStore } from './health/health.ts'
import type { JudgingStore } from './judging/judging.ts'
import type { LiveStore } from './live/live-hub.ts'
import type { Maintenance } from './maintenance/maintenance.ts'
import type { StatusDayStore } from './maintenance/status-days.ts'
import type { InstanceFactStore } from './operator/instance-facts.ts'
import type { OperatorStore } from './operator/operator-store.ts'
import type { DeliveryStore } from './outbox/deliveries.ts'
import type { EmailCountStore } from './outbox/email-counts.ts'
import type { EmailReportStore } from './outbox/email-reports.ts'
import type { PlanStore } from './plans/account-plans.ts'
import type { QueueStore } from './queues/queues.ts'
import type { ErasureStore } from './submissions/erasure-store.ts'
import type { InboxStore } from './submissions/inbox.ts'
import type { ReceiptStore } from './submissions/receipts.ts'
import type { TelemetryStore } from './telemetry/telemetry.ts'

/**
 * Everything that the service stores. Every method that writes returns after its flush: its result survives a
 * killed process, a crashed system and a power cut.
 *
 * All methods throw StoreUnavailable when the request may be repeated and StoreBroken when the disk failed.
 */
export type Store = {
  /** The only way to write to an endpoint: locks and loads it, calls `decide`, and saves the decision. */
  change<Answer>(request: ChangeRequest<Answer>): Promise<IdempotentResult<Answer>>
  /** Creates an endpoint as `decide` says. */
  create<Answer>(request: CreateRequest<Answer>): Promise<IdempotentResult<Answer>>
  findEndpoint(id: string): Promise<FoundEndpoint | null>
  /** Returns the state of the claim email of an endpoint; null without one, or once its delivery was purged. */
  findClaimEmailState(endpointId: string): Promise<ClaimEmailState | null>
  /**
   * Lists endpoints of one recipient that are not retired, claimed ones first, then the newest; at most a hundred.
   *
   * @param request.recipient `mailboxIdentity` of the recipient
   */
  listOfRecipient(request: { mailboxKey: string; recipient: string }): Promise<EndpointFacts[]>
  /**
   * Finds the keyed hash of the mailbox that got a confirmation email for this destination and has not confirmed, even
   * if the destination was removed; null once that email was purged.
   */
  findUnanswered(confirmation: { endpointId: string; destinationId: string }): Promise<string | null>
  /** Finds the sealed secrets of a destination that is not an email address; null when it has none. */
  findDestinationSecret(of: { endpointId: string; destinationId: string }): Promise<DestinationSecret | null>
  /** Records since when all attempts to a destination have failed; null: the last one succeeded. */
  recordFailing(of: { endpointId: string; destinationId: string; since: Date | null }): Promise<void>
  /** Submissions as their owners see them. */
  inbox: InboxStore
  owned: OwnedStore
  telemetry: TelemetryStore
  health: HealthStore
  /** The deliveries of submissions, as owners see them. */
  deliveries: DeliveryStore
  /** Returns the facts that a creation would be decided on, for dry runs. */
  findCreations(request: {
    addressKey: string
    mailboxKey: string
    newest: number
    now: Date
  }): Promise<FoundCreations>
  /** Counts the creations since then, up to a limit; those that were purged are not counted. */
  countCreations(request: { since: Date; limit: number }): Promise<number>
  /** Suppresses this mailbox on behalf of the operator: see `Schema.suppressions`. */
  suppress(mailboxKey: string, now: Date): Promise<void>
  /** Lifts the suppression of this mailbox, whatever caused it. Returns false when there was none. */
  liftSuppression(mailboxKey: string): Promise<boolean>
  accounts: AccountStore
  audit: AuditStore
  members: MemberStore
  handOvers: HandOverStore
  plans: PlanStore
  endpointKeys: EndpointKeyStore
  spamDigests: SpamDigestStore
  emailKeys: EmailKeyStore
  devices: DeviceStore
  queues: QueueStore
  receipts: ReceiptStore
  /** Reports of mail servers about emails. */
  emailReports: EmailReportStore
  outbox: OutboxStore
  emailCounts: EmailCountStore
  /** Work of the operator. */
  operator: OperatorStore
  erasure: ErasureStore
  /** Nodes, sizes, backups. */
  instance: InstanceFactStore
  /** Records of the status page. */
  statusDays: StatusDayStore
  judging: JudgingStore
  files: FileRows
  live: LiveStore
  maintenance: Maintenance
  /** Returns false once the volume is too full to accept anything that grows the data. */
  hasRoom(): boolean
  /** Calls a worker after each commit that may have made work for it. @returns ends that */
  onDue(
    work: 'deliveries' | 'judgements' | 'pushes' | 'devices',
    worker: (toWeb: boolean) => void,
  ): () => void
  /** Calls `listener` after commits by which owners may have new submissions, with the keys of their accounts. @returns ends that */
  onArrivals(listener: (accountKeys: readonly number[]) => void): () => void
  /** Writes and flushes a probe. */
  probe(): Promise<void>
  close(): Promise<void>
}
