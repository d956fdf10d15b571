import { createHash } from 'node:crypto'
import { z } from 'zod'
import { toActor } from '../../actions/accounts/caller.ts'
import type { Erasure } from '../../actions/submissions/erase-sender.ts'
import { refused } from '../../domain/refusal.ts'
import { readSenderAddress } from '../../domain/submissions/erasure.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { checkFreshSignIn } from '../kernel/authenticate.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { formId, instant } from '../schema/shapes.ts'

const MAX_TEXT_LENGTH = 300

const ErasureRequest = named(
  'ErasureRequest',
  z.strictObject({
    address: z.string().max(MAX_TEXT_LENGTH).describe('One plain email address.'),
    dry_run: z.boolean().describe('true: count, and delete nothing.'),
    everywhere: z
      .boolean()
      .default(false)
      .describe(
        'true: also submissions that have the address in another field than that of the sender, such as a copy or a referral.',
      ),
  }),
)

const ErasureShape = named(
  'Erasure',
  z.object({
    dry_run: z.boolean().describe('true: nothing was deleted.'),
    at: instant,
    address_sha256: z
      .string()
      .describe(
        'SHA-256 of the address in lower case, in hexadecimal: whoever knows the address can compare it.',
      ),
    submissions: z.int(),
    files: z.int(),
    forms: z.array(
      z.object({ id: formId, name: z.string().nullable(), submissions: z.int(), files: z.int() }),
    ),
    elsewhere_submissions: z
      .int()
      .describe(
        'Further submissions that have the address in another field than that of the sender: `everywhere` includes them.',
      ),
    encrypted_submissions: z
      .int()
      .describe('Submissions that were not searched, because their form stores them encrypted.'),
  }),
)

/** Formats an erasure by the schema `Erasure`: a receipt without content and without the address. */
export function erasureBody(
  erasure: Erasure,
  { address, isDryRun, now }: { address: string; isDryRun: boolean; now: Date },
): z.infer<typeof ErasureShape> {
  return {
    dry_run: isDryRun,
    at: now.toISOString(),
    address_sha256: createHash('sha256').update(address).digest('hex'),
    submissions: erasure.submissions,
    files: erasure.files,
    forms: erasure.forms.map((form) => ({ ...form })),
    elsewhere_submissions: erasure.elsewhere,
    encrypted_submissions: erasure.encrypted,
  }
}

/** Declares `POST /erasures`. */
export function erasureRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'POST',
      path: '/erasures',
      needs: 'both',
      fresh: false,
      tag: 'submissions',
      operationId: 'eraseSender',
      summary: 'Find or erase everything that a person sent to your forms, by their email address.',
      description:
        'Finds the submissions to all forms of the account, in every folder, of which the sender is this address (where a reply would go), and with `everywhere` those that have it in any field: case does not count, tags and dots do. Without `dry_run` they are deleted for good, with their files, deliveries, answers, notes and the messages that they became in queues. The response is a receipt that contains neither the address nor content. Fields that contain the address among other text do not match, and encrypted submissions cannot be searched. A session must have signed in recently unless it is a dry run.',
      query: NOTHING,
      body: ErasureRequest,
      bodyExample: { address: 'grace@hopper.dev', dry_run: true },
      refuses: ['recipient_invalid', 'fresh_sign_in_needed'],
      answer: {
        status: 200,
        description: 'What was found, and deleted unless it is a dry run.',
        schema: ErasureShape,
        example: {
          dry_run: true,
          at: '2026-11-20T10:00:00.000Z',
          address_sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          submissions: 3,
          files: 1,
          forms: [{ id: 'f_k3v9q2m7x4t8r5wz', name: 'Shop', submissions: 3, files: 1 }],
          elsewhere_submissions: 0,
          encrypted_submissions: 0,
        },
      },
      async handle({ caller, now, body }) {
        const address = readSenderAddress(body.address)
        const { dry_run: isDryRun, everywhere } = body
        if (address === null) {
          return refused({ code: 'recipient_invalid', field: 'address' })
        }
        const stale = isDryRun ? null : checkFreshSignIn(caller, now)
        if (stale) return refused(stale)
        const erasure = await actions.eraseSender({
          ...{ address, everywhere },
          scope: { kind: 'account', accountKey: caller.accountKey },
          by: { kind: 'owner', actor: toActor(caller) },
          isDryRun,
          now,
        })
        return answered(erasureBody(erasure, { address, isDryRun, now }))
      },
    }),
  ]
}
