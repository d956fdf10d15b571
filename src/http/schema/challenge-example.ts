import type { Challenge } from '../../domain/challenges/challenge.ts'
import { EXAMPLE_FORM_ID } from './examples.ts'

/** A challenge for documents; its counter is 60. */
export const EXAMPLE_CHALLENGE: Challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    data: { f: EXAMPLE_FORM_ID },
    expiresAt: 1795319710,
    keyLength: 32,
    keyPrefix: '5db453f236a9268dc55d2a84616b81df',
    keySignature: '7ddd35c1b90fecc27af10259e3f78062fbf62fe68bf633e003def553023824a2',
    nonce: '2838ac6f7e762eef86d73fdb7d912733',
    salt: '8128ee4163d9f6f80c2b2028b73b894c',
  },
  signature: '1adc09c8c4f1247c9d65311d12062208c5878a14a95a22c2c2b267050185c5cf',
}
