import { type EmailKeyFault, MAX_EMAIL_KEY_BYTES, MAX_RSA_BITS, MIN_RSA_BITS } from './email-key.ts'

const EXPORT =
  'Export the public key with your OpenPGP program, such as `gpg --armor --export you@example.com`.'

/** Says why a key is refused, and what to do. */
export const EMAIL_KEY_FAULTS: Readonly<Record<EmailKeyFault, string>> = {
  not_a_key: `This is no OpenPGP public key. ${EXPORT}`,
  too_large: `The key is larger than ${MAX_EMAIL_KEY_BYTES / 1024} KiB. Export it without signatures of others: \`gpg --armor --export-options export-minimal --export you@example.com\`.`,
  private_key: `This is a private key. It was not stored, but it has left your machine: if its passphrase is weak, revoke it. ${EXPORT}`,
  several_keys: 'There is more than one key here. Send one.',
  expired:
    'The key, or the part of it that encrypts, has expired. Extend its expiry in your OpenPGP program and export it again, or send another key.',
  not_yet_valid: 'The key is valid only from a later time on. Check the clock of the machine that made it.',
  revoked: 'The key is revoked. Send another one.',
  sha1: 'The key depends on signatures with SHA-1, which can be forged. Renew its self-signatures by setting its expiry again with a current OpenPGP program, and export it.',
  weak: `The key has an algorithm that is no longer safe: RSA of less than ${MIN_RSA_BITS} bits, DSA or ElGamal. Make another key.`,
  rsa_too_long: `The key is RSA of more than ${MAX_RSA_BITS} bits. Use a shorter one, or one with curve25519.`,
  cannot_encrypt: 'The key has no part that encrypts. Add an encryption subkey and export it again.',
  not_judged:
    'The key could not be read in time. Export it without signatures of others, or send another one.',
}
