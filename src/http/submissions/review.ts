import { z } from 'zod'
import { MAX_AT_ONCE } from '../../actions/submissions/mark-submissions.ts'
import { MAX_CHECKED, MAX_DOUBTFUL } from '../../actions/submissions/review.ts'
import { MAX_REVIEW_AGE_MS } from '../../domain/spam/doubt.ts'
import { DAY } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { EXAMPLE_STORED, StoredSubmission, submissionBody } from './submission-shape.ts'

const DoubtfulSubmissions = named(
  'DoubtfulSubmissions',
  z.object({
    data: z
      .array(
        StoredSubmission.extend({
          doubts: z
            .array(z.string())
            .describe('Codes of the reasons that speak for spam, the strongest first.'),
        }),
      )
      .max(MAX_DOUBTFUL),
  }),
)
const ReviewRequest = named(
  'ReviewRequest',
  z.strictObject({
    ids: z.array(z.string()).max(MAX_AT_ONCE),
    spam: z.boolean().nullable().describe('null: takes back what was said before.'),
  }),
)
const Reviewed = named(
  'Reviewed',
  z.object({ changed: z.int().describe('Number of submissions that it changed.') }),
)

/** Declares the routes with which an owner reviews what the spam filter is not sure of. */
export function reviewRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/submissions/doubtful',
      needs: 'read',
      fresh: false,
      tag: 'submissions',
      operationId: 'listDoubtful',
      summary: 'List the submissions that look doubtful, newest first.',
      description:
        `Of the newest ${MAX_CHECKED} in the inbox and in the spam folder, up to ${MAX_DOUBTFUL} that arrived within ${MAX_REVIEW_AGE_MS / DAY} days, ` +
        'that nobody has moved, and of which the spam filter is not sure.',
      query: NOTHING,
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The submissions to review.',
        schema: DoubtfulSubmissions,
        example: { data: [{ ...EXAMPLE_STORED, doubts: ['pitch', 'links'] }] },
      },
      async handle({ caller, now }) {
        const doubtful = await actions.listDoubtful(caller, { now })
        return answered({
          data: doubtful.map(({ submission, doubts }) => ({
            ...submissionBody(submission),
            doubts: [...doubts],
          })),
        })
      },
    }),
    apiRoute({
      method: 'POST',
      path: '/submissions/review',
      needs: 'write',
      fresh: false,
      tag: 'submissions',
      operationId: 'reviewSubmissions',
      summary: 'Say of submissions in the inbox or the spam folder whether they are spam.',
      description:
        'Spam moves to the spam folder; what is not spam moves to the inbox, and its email is sent if it was spam on arrival. ' +
        'Unlike a move, it teaches the spam filter also where the verdict was right. Unknown ids are ignored.',
      query: NOTHING,
      body: ReviewRequest,
      bodyExample: { ids: [EXAMPLE_STORED.id], spam: false },
      answer: {
        status: 200,
        description: 'It is stored.',
        schema: Reviewed,
        example: { changed: 1 },
      },
      async handle({ caller, now, body }) {
        const { ids, spam } = body
        return answered({ changed: await actions.reviewSubmissions(caller, { ids, isSpam: spam, now }) })
      },
    }),
  ]
}
