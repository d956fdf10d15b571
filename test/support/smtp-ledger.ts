import { EventEmitter, once } from 'node:events'

/** A letter a server took: envelope, the bytes as they were before dot-stuffing, and when. */
export type LedgerLetter = { from: string; to: string[]; raw: Buffer; at: Date }

/** What a mail server of the tests has received. */
export type MailLedger = {
  letters: LedgerLetter[]
  add(letter: Omit<LedgerLetter, 'at'>): void
  /** Waits until the ledger holds this many letters. */
  received(count: number): Promise<void>
}

export function openLedger(): MailLedger {
  const letters: LedgerLetter[] = []
  const events = new EventEmitter()
  return {
    letters,
    add(letter) {
      letters.push({ ...letter, at: new Date() })
      events.emit('letter')
    },
    async received(count) {
      while (letters.length < count) await once(events, 'letter')
    },
  }
}
