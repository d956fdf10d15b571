import { type EmailKeyFault, MAX_EMAIL_KEY_BYTES, MAX_RSA_BITS, MIN_RSA_BITS } from './email-key.ts'

const EXPORT =
  'Export the public key with your OpenPGP program, such as `gpg --armor --export you@example.com`.'

/** Says why a key is refused, and what to do. */
export const EMAIL_KEY_FAULTS: Readonly<Record<EmailKeyFault, string>> = {
  not_a_key: `This is not an OpenPGP public key. ${EXPORT}`,
  too_large: `The key is larger than ${MAX_EMAIL_KEY_BYTES / 1024} KiB. Export it without other people's signatures: \`gpg --armor --export-options export-minimal --export you@example.com\`.`,
  private_key: `This is a private key. It was not stored, but it has left your machine: if its passphrase is weak, revoke the key. ${EXPORT}`,
  several_keys: 'The text contains more than one key. Send only one.',
  expired:
    'The key, or its encryption subkey, has expired. Extend its expiry in your OpenPGP program and export it again, or send another key.',
  not_yet_valid:
    'The key is not valid yet. Check the clock of the machine on which it was created, or send the key later.',
  revoked: 'The key has been revoked. Send another one.',
  sha1: 'The key depends on SHA-1 signatures, which can be forged. Renew its self-signatures by setting its expiry again with a current OpenPGP program, and export it again.',
  weak: `The key uses an algorithm that is no longer safe: RSA with less than ${MIN_RSA_BITS} bits, DSA or ElGamal. Create another key.`,
  rsa_too_long: `The key is RSA with more than ${MAX_RSA_BITS} bits. Use a shorter one, or a Curve25519 key.`,
  cannot_encrypt: 'The key has no encryption subkey. Add one and export the key again.',
  not_judged:
    "The key could not be read in time. Export it without other people's signatures, or send another one.",
}
