import type { EmailKeyReading } from '../../domain/accounts/email-key.ts'
import type { Egress } from '../egress/egress.ts'
import { type Encryptor, openEncryptor } from './encryptor.ts'
import { lookUpKey } from './look-up-key.ts'

/** Encrypts emails, and reads the keys of their owners. */
export type Encryption = Pick<Encryptor, 'encrypt' | 'close'> & {
  /** Reads the one public key in a pasted text. */
  readPasted(text: string, now: Date): Promise<EmailKeyReading>
  /** Looks up the key of an address in the key directory of its domain; null if there is none. */
  lookUp(address: string, now: Date): Promise<EmailKeyReading | null>
}

const NOT_JUDGED: EmailKeyReading = { kind: 'refused', fault: 'not_judged' }

/** Creates an encryption. Keys are not read in the thread that encrypts emails, so a key that takes long delays no email. */
export function createEncryption(deps: {
  egress: Pick<Egress, 'send'>
  userAgent: string
  /** Called if a key could not be read. The error quotes nothing of it. */
  onFault(error: unknown): void
}): Encryption {
  const encryptor = openEncryptor()
  const reader = openEncryptor()

  async function judge<Reading>(reading: Promise<Reading>): Promise<Reading | EmailKeyReading> {
    try {
      return await reading
    } catch (error) {
      deps.onFault(error)
      return NOT_JUDGED
    }
  }

  return {
    encrypt: encryptor.encrypt,
    readPasted: (text, now) => judge(reader.readPasted(text, now)),
    lookUp: (address, now) => judge(lookUpKey(address, { ...deps, reader, now })),
    async close() {
      await Promise.all([encryptor.close(), reader.close()])
    },
  }
}
