import type { EmailKeyReading } from '../../domain/accounts/email-key.ts'

/** Work of the encryption thread, by kind, with its result. */
export type ThreadWork = {
  /** Reads the key in a pasted text. */
  readPasted: { request: { text: string; now: Date }; result: EmailKeyReading }
  /** Reads the key of an address in the answer of a key directory. */
  readFound: { request: { bytes: Uint8Array; address: string; now: Date }; result: EmailKeyReading }
  /** Encrypts bytes to an armored key. */
  encrypt: { request: { key: string; content: Uint8Array; now: Date }; result: string }
}

export type WorkKind = keyof ThreadWork
export type RequestOf<Kind extends WorkKind> = ThreadWork[Kind]['request']
export type ResultOf<Kind extends WorkKind> = ThreadWork[Kind]['result']

export type Question = { [Kind in WorkKind]: { id: number; kind: Kind; request: RequestOf<Kind> } }[WorkKind]

/** `reason`: never a text of the content or of the key. */
export type Answer = { id: number } & (
  | { kind: 'result'; result: ResultOf<WorkKind> }
  | { kind: 'failed'; reason: string }
)
