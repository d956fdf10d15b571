import type { IncomingHttpHeaders } from 'node:http'
import type { Actions } from '../actions/actions.ts'
import type { Terms } from '../actions/context.ts'
import type { ChallengeDifficulty, CreationChallenge } from '../domain/challenges/challenge.ts'
import type { Keys } from '../domain/keys.ts'
import type { BounceVendorName } from '../domain/outbox/bounce-vendors.ts'
import type { Clock } from '../domain/time.ts'
import type { Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import type { Streams } from './accounts/streams.ts'
import type { ConnectionLimits } from './connections.ts'
import type { FormObservations } from './forms/form-observations.ts'
import type { Trust } from './kernel/client-address.ts'
import type { Outages } from './kernel/outages.ts'
import type { CallRate } from './limits/call-rate.ts'
import type { QuotaShares } from './limits/quota-shares.ts'
import type { LongPolls } from './queues/long-poll.ts'
import type { EventStreams } from './telemetry/event-streams.ts'
import type { UploadTimes } from './uploads/body-stream.ts'
import type { UploadPlaces } from './uploads/upload-places.ts'

/** Dependencies of the routes; created once by `service.ts`. */
export type HttpDeps = {
  actions: Actions
  streams: Streams
  eventStreams: EventStreams
  longPolls: LongPolls
  terms: Terms
  keys: Keys
  clock: Clock
  log: Log
  metrics: Metrics
  observations: FormObservations
  outages: Outages
  /** The configured base URL without a trailing slash: the only source of links. */
  base: string
  /** Identities of the accounts that see the whole instance. */
  operators: ReadonlySet<string>
  /** Settings that were given to the service, without secrets. */
  givenSettings: readonly { name: string; source: 'environment' | 'file'; value: string | null }[]
  /** `minFreeBytes`: free space below which nothing new is accepted. `countsFiles`: files are on the disk of the database. */
  disk: { minFreeBytes: number; countsFiles: boolean }
  /** Unconfirmed emails that the instance sends in an hour; 0 without a limit. */
  emailsPerHour: number
  /** Saves the counts of emails, so that a read sees them. */
  flushEmailCounts(): Promise<void>
  /** URI of the contact in security.txt. */
  securityContact: string | null
  /** The embedded mailbox answers at `/mailbox` to this machine. */
  mailboxIsServed: boolean
  trusts: Trust
  /** `creation`: when creating an endpoint needs a proof of work. */
  challenges: {
    difficulty: ChallengeDifficulty
    creation: CreationChallenge
    /** Creations of an hour above which `auto` asks for a proof of work. */
    creationsBefore: number
  }
  claimConfirm: 'link' | 'button'
  /** Submissions a minute for one client address and endpoint; 0 switches the limit off. */
  submitPerMinute: number
  callRate: CallRate
  /** Shares of client addresses in monthly quotas. */
  quotaShares: QuotaShares
  /** Lets programs of the operator hand over bounces; null: nobody can. */
  operatorToken: string | null
  /** Takes bounces and complaints. */
  bounces: {
    take(message: Uint8Array, recipients: readonly string[]): Promise<{ kind: string }>
    takeWebhook(webhook: {
      vendor: BounceVendorName
      headers: IncomingHttpHeaders
      body: Buffer
    }): Promise<{ kind: 'taken' } | { kind: 'refused' | 'undecided'; reason: string } | null>
  }
  /** The embedded mailbox, while no SMTP server is set. */
  emailBox: EmailBox | null
  /** Returns since when this node cannot send emails; null while it can, or does not know better. */
  emailsDelayedSince(): Promise<Date | null>
  /** `/status` is served. */
  hasStatusPage: boolean
  version: string
  /** Path of the built dashboard. */
  dashboardFolder: string
  connectionLimits: ConnectionLimits
  uploadPlaces: UploadPlaces
  uploadTimes: UploadTimes
  /** Aborted once the service is stopping. */
  closing: AbortSignal
  /** Called by tests when the answer to a submission has been passed to the network. */
  answered: (() => void) | undefined
}

export type EmailBox = {
  list(limit: number): Promise<{ emails: EmailHead[]; total: number }>
  read(id: string): Promise<(EmailHead & { from: string; text: string; html: string; source: string }) | null>
}

type EmailHead = { id: string; to: string; subject: string; date: Date }
