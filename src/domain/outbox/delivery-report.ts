import type { BounceReason } from './bounce-reason.ts'

/** Kinds of reports from mail servers about an email that one of them had accepted. */
export const DELIVERY_REPORT_KINDS = ['delayed', 'bounced', 'complaint'] as const

/** Report of a mail server about an email, as it is stored and shown. A delivery has at most one of each kind. */
export type DeliveryReport = {
  kind: (typeof DELIVERY_REPORT_KINDS)[number]
  /** RFC 3339. */
  at: string
  /** Set only for a bounce. */
  reason: BounceReason | null
  /** Answer of the mail server: one line, without addresses; empty if it gave none. */
  answer: string
}

/** Parses the stored reports of a delivery. */
export function parseReports(text: string | null): DeliveryReport[] {
  return text === null ? [] : (JSON.parse(text) as DeliveryReport[])
}
