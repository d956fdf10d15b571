import type { Key, SignaturePacket } from 'openpgp'

/** The library checks the signatures of a key again each time it encrypts, unless they were valid. */
type WholeKey = Key & { directSignatures: SignaturePacket[] }

/**
 * Removes from a key all signatures that the key itself has not made, and the subkeys that have none: checking hundreds of forged
 * ones takes seconds, for each email. They have no effect otherwise.
 */
export async function keepGenuineSignatures(key: Key): Promise<void> {
  const whole = key as WholeKey
  const { keyPacket } = whole

  async function keep(signatures: readonly SignaturePacket[], data: object): Promise<SignaturePacket[]> {
    const genuine: SignaturePacket[] = []
    for (const signature of signatures) if (await isGenuine(signature, data)) genuine.push(signature)
    return genuine
  }

  async function isGenuine(signature: SignaturePacket, data: object): Promise<boolean> {
    const { signatureType, created } = signature
    if (signatureType === null || created === null) return false
    try {
      // When it was made, it had not expired.
      await signature.verify(keyPacket, signatureType, data, created)
      return true
    } catch {
      return false
    }
  }

  whole.directSignatures = await keep(whole.directSignatures, { key: keyPacket })
  whole.revocationSignatures = await keep(whole.revocationSignatures, { key: keyPacket })
  for (const user of whole.users) {
    const { userID, userAttribute } = user
    const data = { userID, userAttribute, key: keyPacket }
    user.selfCertifications = await keep(user.selfCertifications, data)
    user.revocationSignatures = await keep(user.revocationSignatures, data)
  }
  for (const subkey of whole.subkeys) {
    const data = { key: keyPacket, bind: subkey.keyPacket }
    subkey.bindingSignatures = await keep(subkey.bindingSignatures, data)
    subkey.revocationSignatures = await keep(subkey.revocationSignatures, data)
  }
  whole.subkeys = whole.subkeys.filter((subkey) => subkey.bindingSignatures.length > 0)
}
