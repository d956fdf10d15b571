import { EventEmitter, once } from 'node:events'

/** An email that reached a server whole: envelope, the bytes as they were before dot-stuffing, and when. */
export type LedgerEmail = {
  from: string
  to: string[]
  raw: Buffer
  at: Date
  /** The server's final answer; `unanswered`: none was sent, and the email may be in the mailbox. */
  fate: 'accepted' | 'refused' | 'unanswered'
}

/** Emails that a mail server of the tests has received. */
type MailLedger = {
  emails: LedgerEmail[]
  add(email: Omit<LedgerEmail, 'at'>): LedgerEmail
  /** Waits until the ledger holds this many emails. */
  received(count: number): Promise<void>
}

export function openLedger(): MailLedger {
  const emails: LedgerEmail[] = []
  const events = new EventEmitter()
  return {
    emails,
    add(email) {
      const kept = { ...email, at: new Date() }
      emails.push(kept)
      events.emit('email')
      return kept
    },
    async received(count) {
      while (emails.length < count) await once(events, 'email')
    },
  }
}
