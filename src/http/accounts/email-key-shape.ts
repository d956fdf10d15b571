import { z } from 'zod'
import type { EmailKeysOfAccount, StoredEmailKey } from '../../actions/accounts/email-keys.ts'
import {
  CONFIRM_KEY_DAYS,
  type EmailKey,
  getConfirmationEnd,
  getEmailKeyState,
  MAX_EMAIL_KEY_BYTES,
} from '../../domain/accounts/email-key.ts'
import { named } from '../schema/named-schemas.ts'
import { instant } from '../schema/shapes.ts'

const FACTS = {
  fingerprint: z
    .string()
    .describe('Hexadecimal, in upper case. Compare it with the one in your OpenPGP program.'),
  algorithm: z.string().describe('Algorithm of the part that encrypts, such as `RSA 4096` or `curve25519`.'),
  expires_at: instant.nullable().describe('When it expires; null: never.'),
}

const CurrentKey = named(
  'EmailKey',
  z.object({
    ...FACTS,
    added_at: instant,
    confirmed_at: instant,
    state: z
      .enum(['active', 'expired'])
      .describe('`expired`: emails with content wait for another key, for up to 7 days each.'),
  }),
)

const NextKey = named(
  'NextEmailKey',
  z.object({
    ...FACTS,
    added_at: instant,
    confirm_until: instant.describe(
      `Time until which the link in the encrypted email can confirm it: ${CONFIRM_KEY_DAYS} days after it was added.`,
    ),
  }),
)

/** Schema of the OpenPGP keys of an account. */
export const EmailKeys = named(
  'EmailKeys',
  z.object({
    current: CurrentKey.nullable().describe('The key that emails with content are encrypted to.'),
    next: NextKey.nullable().describe(
      'A key that is not confirmed yet. Once it is, it replaces the current one.',
    ),
    encrypted_only: z
      .boolean()
      .describe(
        'true: content leaves only in encrypted emails. Webhooks and chats get IDs and a link, and other email addresses get nothing.',
      ),
  }),
)

const encryptedOnly = z
  .boolean()
  .describe(
    'true: content leaves only in encrypted emails. false: webhooks, chats and other email addresses also get it.',
  )

/** Schema of a request that adds a key. */
export const NewEmailKey = named(
  'NewEmailKey',
  z.strictObject({
    key: z
      .string()
      .max(MAX_EMAIL_KEY_BYTES)
      .describe('One armored public key, which begins with `-----BEGIN PGP PUBLIC KEY BLOCK-----`.'),
  }),
)

/** Schema of a request that sets where content may go. */
export const EmailKeyChange = named('EmailKeyChange', z.strictObject({ encrypted_only: encryptedOnly }))

/** Schema of a key from a key directory. */
export const FoundEmailKey = named(
  'FoundEmailKey',
  z.object({ ...FACTS, key: z.string().describe('The armored key. Send it to `addEmailKey`.') }),
)

/** Formats the keys of an account by the schema `EmailKeys`. */
export function emailKeysBody(
  { current, next, isEncryptedOnly }: EmailKeysOfAccount,
  now: Date,
): z.infer<typeof EmailKeys> {
  return {
    current: current && toCurrent(current, now),
    next: next && getEmailKeyState(next, now) === 'unconfirmed' ? toNext(next) : null,
    encrypted_only: isEncryptedOnly,
  }
}

/** Formats a key by the schema `FoundEmailKey`. */
export function foundKeyBody(key: EmailKey): z.infer<typeof FoundEmailKey> {
  return { ...toFacts(key), key: key.armored }
}

function toCurrent(key: StoredEmailKey, now: Date): z.infer<typeof CurrentKey> {
  return {
    ...toFacts(key),
    added_at: key.addedAt.toISOString(),
    confirmed_at: (key.confirmedAt ?? key.addedAt).toISOString(),
    state: getEmailKeyState(key, now) === 'expired' ? 'expired' : 'active',
  }
}

function toNext(key: StoredEmailKey): z.infer<typeof NextKey> {
  return {
    ...toFacts(key),
    added_at: key.addedAt.toISOString(),
    confirm_until: getConfirmationEnd(key).toISOString(),
  }
}

function toFacts({ fingerprint, algorithm, expiresAt }: Omit<EmailKey, 'armored'>) {
  return { fingerprint, algorithm, expires_at: expiresAt?.toISOString() ?? null }
}
