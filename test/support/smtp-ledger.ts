import { EventEmitter, once } from 'node:events'

/** A letter that reached a server whole: envelope, the bytes as they were before dot-stuffing, and when. */
export type LedgerLetter = {
  from: string
  to: string[]
  raw: Buffer
  at: Date
  /** What the server said at its end; `unanswered`: nothing, and it may be in the mailbox. */
  fate: 'taken' | 'refused' | 'unanswered'
}

/** What a mail server of the tests has received. */
export type MailLedger = {
  letters: LedgerLetter[]
  add(letter: Omit<LedgerLetter, 'at'>): LedgerLetter
  /** Waits until the ledger holds this many letters. */
  received(count: number): Promise<void>
}

export function openLedger(): MailLedger {
  const letters: LedgerLetter[] = []
  const events = new EventEmitter()
  return {
    letters,
    add(letter) {
      const kept = { ...letter, at: new Date() }
      letters.push(kept)
      events.emit('letter')
      return kept
    },
    async received(count) {
      while (letters.length < count) await once(events, 'letter')
    },
  }
}
