import type { EmailKey, EmailKeyReading } from '../domain/accounts/email-key.ts'
import type { WebDestination } from '../domain/destinations/destination-kinds.ts'
import type { TestExchange } from '../domain/destinations/web-destination.ts'
import type { WebKind } from '../domain/destinations/web-kinds.ts'
import type { PushAnswer, PushSubscription, PushTarget } from '../domain/devices/device.ts'
import type { DeviceNotification } from '../domain/devices/notification.ts'
import type { CreationLimits } from '../domain/endpoints/creation-limit.ts'
import type { EndpointFacts } from '../domain/endpoints/endpoint.ts'
import type { Keys } from '../domain/keys.ts'
import type { Language } from '../domain/language.ts'
import type { EmailPreview } from '../domain/outbox/email-preview.ts'
import type { PlanTable } from '../domain/plans/plan.ts'
import type { MessageMemory } from '../domain/spam/message-memory.ts'
import type { Field } from '../domain/submissions/fields.ts'
import type { FileStore } from '../store/files/file-store.ts'
import type { Spool } from '../store/files/spool.ts'
import type { Store } from '../store/store.ts'

/** Settings of the operator that every room may use. */
export type Terms = PlanTable & { creationLimits: CreationLimits }

/** Dependencies of every action. */
export type Context = Terms & {
  store: Store
  keys: Keys
  previewEmail: PreviewEmail
  /** Returns 0 ≤ n < 1, for the delay of sign-in emails. */
  signInDelay(): number
  /** Origin of this service, to tell its own pages from those of sites. */
  ownOrigin: string
  /** The operator has set a spam filter that judges submissions after their acknowledgement. */
  hasSpamEngines: boolean
  /** No mail server is set: emails stay in the embedded mailbox. */
  keepsEmails: boolean
  messages: MessageMemory
  web: WebPoster
  emailKeys: EmailKeyReader
  devices: DeviceSender
  /** Bytes of files; `spool`: of those that are being received. */
  fileStore: FileStore
  spool: Spool
  /** The operator has set a scanner that looks for malware in files after their acknowledgement. */
  hasScanner: boolean
  /** The operator lets nobody fetch a file that was not scanned for malware. */
  isScanRequired: boolean
}

/** Posts to web destinations while a person waits. */
export type WebPoster = {
  /** Returns in a sentence or two why nothing can be sent to this address; null when it can be tried. */
  findFault(kind: WebKind, url: string): Promise<string | null>
  /** Creates a secret for signing webhooks (Standard Webhooks 1.0.0). */
  newSigningSecret(): Promise<string>
  /** Sends a test, and waits for the answer. `secrets`: what it is signed with, the newest first. */
  test(about: {
    endpoint: EndpointFacts
    destination: WebDestination
    url: string
    secrets: readonly string[]
    now: Date
  }): Promise<TestExchange>
}

/** Sends notifications to devices by web push. */
export type DeviceSender = {
  /** Returns in a sentence why nothing can be sent with this subscription; null when it can be tried. */
  findFault(subscription: PushSubscription): Promise<string | null>
  /**
   * Sends one notification, and waits for the answer of the push service.
   *
   * @param about.unread number for the badge of the app; null: leaves it as it is
   */
  send(
    to: PushTarget,
    about: {
      notification: DeviceNotification
      language: Language
      unread: number | null
      now: Date
      signal?: AbortSignal
    },
  ): Promise<PushAnswer>
}

/** Reads owners' OpenPGP keys, and encrypts to them, while a request waits. */
export type EmailKeyReader = {
  /** Reads the one public key in a pasted text. */
  readPasted(text: string, now: Date): Promise<EmailKeyReading>
  /** Looks up the key of an address in its domain's key directory (Web Key Directory); null if there is none. */
  lookUp(address: string, now: Date): Promise<EmailKeyReading | null>
  /** Encrypts the fields of a submission to a key, as the contents of an email; null if that fails. */
  seal(submission: {
    endpoint: EndpointFacts
    fields: readonly Field[]
    key: Pick<EmailKey, 'armored' | 'expiresAt'>
    now: Date
  }): Promise<string | null>
}

/** Composes an email as the worker does, and sends nothing. Its links are of the right form and lead nowhere. */
type PreviewEmail = (about: EmailPreview) => Promise<PreviewedEmail>

export type PreviewedEmail = {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
}
