import type { HandOver } from '../../../domain/submissions/receipt.ts'

/** All sentences of the receipt of a submission, in one language. */
export type ReceiptWords = {
  stored: string
  handOver: Record<HandOver['kind'], string>
  answer: {
    /** Title and heading of the page once there is one. */
    title: string
    /** Shown while there is none. */
    none: string
  }
  /** Says that whoever has the address can open the page, and that the page does not show the content. */
  privacy: string
  /** Link to the receipt where a script shows only the thanks. */
  follow: string
  withdraw: {
    title: string
    effect: string
    /** Added once it was handed over. */
    handedOver: string
    /** Added where it is saved for the recipient. */
    saved: string
    /** Puts the time between backticks. */
    until(time: string): string
    button: string
  }
  withdrawn: { title: string; text: string; handedOver: string; saved: string }
  tooLate: string
  gone: { title: string; text: string }
}
