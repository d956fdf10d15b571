import type { EndpointFacts, EndpointState } from '../../../../domain/endpoints/endpoint.ts'
import type { Language } from '../../../../domain/language.ts'
import type { Field } from '../../../../domain/submissions/fields.ts'
import type { PrintedFiles } from './printed-files.ts'

/** Facts that an email about a submission is composed from. */
export type SubmissionEmailInput = {
  kind: 'claim' | 'submission'
  language: Language
  /** Base URL without a trailing slash. */
  base: string
  from: { name: string; address: string }
  endpoint: EndpointFacts
  /** State at the time of composing. */
  state: EndpointState
  submission: { id: string; receivedAt: Date; fields: readonly Field[] }
  /** Opens the page that claims or confirms the endpoint; null if there is nothing to do. */
  claimUrl: string | null
  /** Stops the emails of a confirmed endpoint or to a destination, and is in the header alone; otherwise "This wasn't me". */
  stopUrl: string
  /** Snoozes the emails of a confirmed form; null for all others, and in emails to destinations. */
  snoozeUrl: string | null
  addressee: Addressee
  /** Submission in the dashboard; null for unclaimed endpoints and for addressees who do not own the endpoint. */
  dashboardUrl: string | null
  /** Index of the email among all emails about the submission, from 0. */
  ordinal: number
  /** Number of earlier emails about the submission to this addressee. */
  resends: number
  /** Right-hand side of the Message-ID. */
  messageDomain: string
  deliveryCreatedAt: Date
  /** Token by which bounces and complaints identify the email; null if none can come in. */
  bounceToken: string | null
  /** Null for a submission without files. */
  files: PrintedFiles | null
  /** Left-hand side of the ID that all emails about submissions of this sender refer to; null for an unknown sender. */
  conversation: string | null
}

/** Person whom an email is for: the recipient, or a confirmed destination that the owner added. */
export type Addressee = { kind: 'recipient' } | { kind: 'destination'; id: string; mailbox: string }
