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
    .describe('Hexadecimal, in upper case. Compare it with that in your OpenPGP program.'),
  algorithm: z.string().describe('Algorithm of the part that encrypts, such as `RSA 4096` or `curve25519`.'),
  expires_at: instant.nullable().describe('Time from which on nothing can be encrypted to it; null: never.'),
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
      `Time until which it can be confirmed by the link in the encrypted email: ${CONFIRM_KEY_DAYS} days.`,
    ),
  }),
)

/** Schema of the OpenPGP keys of an account. */
export const EmailKeys = named(
  'EmailKeys',
  z.object({
    current: CurrentKey.nullable().describe('The key that emails with content are encrypted to.'),
    next: NextKey.nullable().describe('A key that is not confirmed yet. It replaces the current one then.'),
    encrypted_only: z
      .boolean()
      .describe(
        'true: content leaves only in encrypted emails. Webhooks and chats get ids and a link, and other email addresses nothing.',
      ),
  }),
)

const encryptedOnly = z
  .boolean()
  .describe(
    'true: content leaves only in encrypted emails. false: webhooks, chats and other email addresses get it as before.',
  )

/** Schema of a key that is added. */
export const NewEmailKey = named(
  'NewEmailKey',
  z.strictObject({
    key: z
      .string()
      .max(MAX_EMAIL_KEY_BYTES)
      .describe('One public key, armored: `-----BEGIN PGP PUBLIC KEY BLOCK-----` and so on.'),
  }),
)

/** Schema of a change of what encryption applies to. */
export const EmailKeyChange = named('EmailKeyChange', z.strictObject({ encrypted_only: encryptedOnly }))

/** Schema of a key that a directory has. */
export const FoundEmailKey = named(
  'FoundEmailKey',
  z.object({ ...FACTS, key: z.string().describe('The key, armored, to be sent to `addEmailKey`.') }),
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
