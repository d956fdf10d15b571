import { z } from 'zod'
import type { Parsed } from './reading.ts'

/** Sender of every email. */
export type Sender = { name: string; address: string }

/** Default sender of emails that go to the embedded mailbox. */
export const LOCAL_SENDER: Sender = { name: 'Formslot', address: 'formslot@localhost' }

const MAX_NAME_LENGTH = 100
const addressSchema = z.email().max(254)

/** Parses `address` or `Name <address>`; the name may be in quotes. */
export function parseSender(text: string): Parsed<Sender> {
  const [, quoted, plain, bracketed] = /^(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>]*)>$/.exec(text) ?? []
  const name = (quoted ?? plain ?? '').trim()
  const address = addressSchema.safeParse(bracketed ?? text)
  if (!address.success) return { kind: 'fault', problem: `is ${JSON.stringify(text)}` }
  if (/\p{Cc}/u.test(name) || name.length > MAX_NAME_LENGTH) {
    return { kind: 'fault', problem: 'has a name with control characters, or one longer than 100 characters' }
  }
  return { kind: 'ok', value: { name: name || LOCAL_SENDER.name, address: address.data } }
}
