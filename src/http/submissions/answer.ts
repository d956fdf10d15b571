import { z } from 'zod'
import { refused } from '../../domain/refusal.ts'
import { MAX_ANSWER_LENGTH } from '../../domain/submissions/receipt.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { paragraphs } from '../schema/shapes.ts'
import { EXAMPLE_STORED, StoredSubmission, submissionBody } from './submission-shape.ts'

const AnswerRequest = named('AnswerRequest', z.strictObject({ text: paragraphs(MAX_ANSWER_LENGTH) }))

const COMMON = {
  tag: 'submissions',
  path: '/submissions/:id/answer',
  needs: 'both',
  fresh: false,
  query: NOTHING,
} as const

/** Declares `/submissions/{id}/answer`. */
export function answerRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      ...COMMON,
      method: 'POST',
      operationId: 'answerSubmission',
      summary: 'Answer a submission on its receipt.',
      description:
        'The visitor reads the answer on the page that followed the form. It replaces an earlier answer, and nothing is emailed.',
      body: AnswerRequest,
      bodyExample: { text: 'Yes, on Tuesday.' },
      answer: {
        status: 200,
        description: 'The answered submission.',
        schema: StoredSubmission,
        example: {
          ...EXAMPLE_STORED,
          answer: { text: 'Yes, on Tuesday.', answered_at: '2026-11-20T10:05:00.000Z' },
        },
      },
      refuses: ['submission_withdrawn', 'receipt_missing'],
      async handle({ caller, now, params, body }) {
        const written = { submissionId: params.id ?? '', text: body.text, now }
        const outcome = await actions.answerSubmission(caller, written)
        if (outcome.kind === 'refused') return refused(outcome.refusal)
        return answered(submissionBody(outcome.submission))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      operationId: 'deleteAnswer',
      summary: 'Delete the answer to a submission.',
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The submission without an answer.',
        schema: StoredSubmission,
        example: EXAMPLE_STORED,
      },
      refuses: ['submission_withdrawn', 'receipt_missing'],
      async handle({ caller, now, params }) {
        const outcome = await actions.answerSubmission(caller, {
          submissionId: params.id ?? '',
          text: null,
          now,
        })
        if (outcome.kind === 'refused') return refused(outcome.refusal)
        return answered(submissionBody(outcome.submission))
      },
    }),
  ]
}
