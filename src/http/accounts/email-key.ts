import type { Caller } from '../../actions/accounts/caller.ts'
import { MAX_EMAIL_KEY_BYTES } from '../../domain/accounts/email-key.ts'
import { refused } from '../../domain/refusal.ts'
import { DAY, HOUR } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { createSlidingWindow } from '../limits/sliding-window.ts'
import { NOTHING } from '../schema/read-input.ts'
import {
  EmailKeyChange,
  EmailKeys,
  emailKeysBody,
  FoundEmailKey,
  foundKeyBody,
  NewEmailKey,
} from './email-key-shape.ts'

/** Maximum size of a key as JSON, in which a line break takes two bytes. */
const MAX_BODY_BYTES = 2 * MAX_EMAIL_KEY_BYTES
/** Each lookup sends a request to a host that the domain of the owner's address names. */
const LOOK_UPS = [
  { times: 10, span: HOUR },
  { times: 30, span: DAY },
]
/** Reading a hostile text takes up to ten seconds, and all owners share one thread for it. */
const READINGS = [{ times: 30, span: HOUR }]
const FACTS = {
  fingerprint: '0C95B9F2D6A1E8374B5F6D7C8E9FA0B1C2D3E4F5',
  algorithm: 'curve25519',
  expires_at: '2028-11-20T10:00:00.000Z',
}
const KEY = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n…\n-----END PGP PUBLIC KEY BLOCK-----\n'
const EXAMPLE = {
  current: {
    ...FACTS,
    added_at: '2026-11-20T10:00:00.000Z',
    confirmed_at: '2026-11-20T10:02:00.000Z',
    state: 'active' as const,
  },
  next: null,
  encrypted_only: true,
}

/** Declares `/account/email-key`: the OpenPGP key that emails to the owner are encrypted to. */
export function emailKeyRoutes({ actions }: HttpDeps): ApiRoute[] {
  const common = { path: '/account/email-key', tag: 'account', query: NOTHING } as const
  const lookUps = createSlidingWindow(LOOK_UPS)
  const readings = createSlidingWindow(READINGS)
  const show = async (caller: Caller, now: Date) =>
    answered(emailKeysBody(await actions.getEmailKeys(caller), now))
  return [
    apiRoute({
      ...common,
      body: NOTHING,
      method: 'GET',
      needs: 'read',
      fresh: false,
      operationId: 'showEmailKey',
      summary: 'Get the OpenPGP key that emails are encrypted to.',
      answer: { status: 200, description: 'The keys.', schema: EmailKeys, example: EXAMPLE },
      handle: ({ caller, now }) => show(caller, now),
    }),
    apiRoute({
      ...common,
      method: 'POST',
      needs: 'session',
      fresh: true,
      operationId: 'addEmailKey',
      summary: 'Add an OpenPGP key that emails are encrypted to.',
      description:
        'The owner gets an email that is encrypted to it. Once the owner has confirmed the key by the link in that email, it is used and replaces the previous one. Confirming the first key sets `encrypted_only` to true.',
      body: NewEmailKey,
      bodyExample: { key: KEY },
      maxBodyBytes: MAX_BODY_BYTES,
      answer: {
        status: 201,
        description: 'The key awaits confirmation.',
        schema: EmailKeys,
        example: {
          ...EXAMPLE,
          ...{ current: null, encrypted_only: false },
          next: {
            ...FACTS,
            added_at: '2026-11-20T10:00:00.000Z',
            confirm_until: '2026-11-27T10:00:00.000Z',
          },
        },
      },
      refuses: ['email_key_refused', 'email_key_rate'],
      async handle({ caller, body, now }) {
        const retryAfterSeconds = readings.take(String(caller.accountKey), now)
        if (retryAfterSeconds > 0) return refused({ code: 'email_key_rate', retryAfterSeconds })
        const added = await actions.addEmailKey(caller, { text: body.key, now })
        return added.kind === 'refused' ? added : show(caller, now)
      },
    }),
    apiRoute({
      ...common,
      method: 'PATCH',
      needs: 'session',
      fresh: true,
      operationId: 'changeEmailKey',
      summary: 'Set whether content leaves only in encrypted emails.',
      body: EmailKeyChange,
      bodyExample: { encrypted_only: true },
      answer: { status: 200, description: 'The keys.', schema: EmailKeys, example: EXAMPLE },
      refuses: ['email_key_missing'],
      async handle({ caller, body, now }) {
        const set = await actions.setEncryptedOnly(caller, { to: body.encrypted_only, now })
        return set.kind === 'refused' ? set : show(caller, now)
      },
    }),
    apiRoute({
      ...common,
      body: NOTHING,
      method: 'DELETE',
      needs: 'session',
      fresh: true,
      operationId: 'removeEmailKey',
      summary: 'Remove the OpenPGP key.',
      description: 'Emails are sent unencrypted again, including those that waited for another key.',
      answer: { status: 204, description: 'The account has no key.' },
      refuses: ['email_key_needed'],
      async handle({ caller, now }) {
        const removed = await actions.removeEmailKey(caller, now)
        return removed.kind === 'refused' ? removed : DONE
      },
    }),
    apiRoute({
      ...common,
      path: '/account/email-key/look-up',
      body: NOTHING,
      method: 'POST',
      needs: 'session',
      fresh: true,
      operationId: 'lookUpEmailKey',
      summary: "Look up an OpenPGP key in the key directory of the email address's domain.",
      description:
        'Asks the Web Key Directory of the domain, first at its `openpgpkey.` subdomain. Nothing is stored: compare the fingerprint, then add the key.',
      answer: {
        status: 200,
        description: 'The key in the directory.',
        schema: FoundEmailKey,
        example: { ...FACTS, key: KEY },
      },
      refuses: ['email_key_missing', 'email_key_refused', 'email_key_rate'],
      async handle({ caller, now }) {
        const retryAfterSeconds = lookUps.take(String(caller.accountKey), now)
        if (retryAfterSeconds > 0) return refused({ code: 'email_key_rate', retryAfterSeconds })
        const found = await actions.lookUpEmailKey(caller, now)
        return found.kind === 'refused' ? found : answered(foundKeyBody(found.key))
      },
    }),
  ]
}
