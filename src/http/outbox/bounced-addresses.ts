import { z } from 'zod'
import { DEFAULT_LANGUAGE } from '../../domain/language.ts'
import { UNPROVEN_PAUSE_DAYS } from '../../domain/outbox/bounce.ts'
import { BOUNCE_REASONS } from '../../domain/outbox/bounce-reason.ts'
import { describeBounce } from '../../locales/bounce-words.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { EXAMPLE_RECIPIENT } from '../schema/examples.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { instant } from '../schema/shapes.ts'

const BouncedAddressList = named(
  'BouncedAddressList',
  z.object({
    data: z.array(
      z.object({
        email: z.string(),
        since: instant,
        until: instant
          .nullable()
          .describe(
            `When emails start again: ${UNPROVEN_PAUSE_DAYS} days later for an address that nobody has confirmed; null: when you start them again.`,
          ),
        reason: z.enum(BOUNCE_REASONS),
        explanation: z.string().describe('The reason as a sentence.'),
        advice: z.string().describe('What can be done about it, in one sentence.'),
      }),
    ),
  }),
)
const StartRequest = named('StartEmailsRequest', z.strictObject({ email: z.string().max(320) }))
const EXAMPLE = describeBounce(DEFAULT_LANGUAGE, { reason: 'mailbox_unknown', address: EXAMPLE_RECIPIENT })

const COMMON = { fresh: false, tag: 'deliveries', query: NOTHING } as const

/** Declares `/account/bounced-addresses`. */
export function bouncedAddressRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: '/account/bounced-addresses',
      needs: 'read',
      operationId: 'listBouncedAddresses',
      summary: 'List your addresses that get no emails because earlier ones bounced.',
      description:
        'Your own address, and those of email destinations. Webhooks and chats continue, and submissions are stored as usual.',
      body: NOTHING,
      answer: {
        status: 200,
        description: 'These addresses; usually none.',
        schema: BouncedAddressList,
        example: {
          data: [
            {
              email: EXAMPLE_RECIPIENT,
              since: '2026-11-20T10:00:00.000Z',
              until: null,
              reason: 'mailbox_unknown' as const,
              explanation: EXAMPLE.reason,
              advice: EXAMPLE.advice,
            },
          ],
        },
      },
      async handle({ caller, now }) {
        const bounced = await actions.listBouncedAddresses(caller, now)
        return answered({
          data: bounced.map(({ email, since, until, because }) => {
            const words = describeBounce(DEFAULT_LANGUAGE, { reason: because, address: email })
            return {
              email,
              since: since.toISOString(),
              until: until?.toISOString() ?? null,
              reason: because,
              explanation: words.reason,
              advice: words.advice,
            }
          }),
        })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/account/bounced-addresses/start',
      needs: 'write',
      operationId: 'startBouncedAddress',
      summary: 'Send emails to an address again.',
      description: 'Use it once the mailbox works. Repeatable.',
      body: StartRequest,
      refuses: ['value_invalid'],
      answer: { status: 204, description: 'Emails to this address are sent again.' },
      async handle({ caller, body }) {
        const started = await actions.startBouncedAddress(caller, body)
        return started.kind === 'refused' ? started : DONE
      },
    }),
  ]
}
