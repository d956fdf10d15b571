import type { BounceReason } from './bounce-reason.ts'

/** Kinds of what a mail server reports about an email that it or another one had accepted. */
export const DELIVERY_REPORT_KINDS = ['delayed', 'bounced', 'complaint'] as const

/** Report of a mail server about an email, as it is stored and shown. A delivery has at most one of each kind. */
export type DeliveryReport = {
  kind: (typeof DELIVERY_REPORT_KINDS)[number]
  /** RFC 3339. */
  at: string
  /** Set in a bounce alone. */
  reason: BounceReason | null
  /** Answer of the mail server: one line, without addresses; empty when it gave none. */
  answer: string
}

/** Reads the reports of a delivery as they are stored. */
export function parseReports(text: string | null): DeliveryReport[] {
  return text === null ? [] : (JSON.parse(text) as DeliveryReport[])
}
