import { z } from 'zod'
import {
  MAX_CANNED_ANSWERS,
  MAX_CANNED_NAME_LENGTH,
  MAX_CANNED_TEXT_LENGTH,
} from '../../domain/accounts/canned-answer.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute } from '../kernel/api-route.ts'
import { named } from '../schema/named-schemas.ts'
import { NOTHING } from '../schema/read-input.ts'
import { line, paragraphs } from '../schema/shapes.ts'

const CannedAnswers = named(
  'CannedAnswers',
  z.strictObject({
    data: z
      .array(
        z.strictObject({
          name: line(MAX_CANNED_NAME_LENGTH).describe('Name in the menu of the dashboard.'),
          text: paragraphs(MAX_CANNED_TEXT_LENGTH).describe(
            'Names of fields in braces, such as {name}, stand for what a visitor wrote. The dashboard fills them in when the text is inserted, and leaves those that it does not know.',
          ),
        }),
      )
      .max(MAX_CANNED_ANSWERS),
  }),
)
const EXAMPLE = {
  data: [{ name: 'Opening hours', text: 'Hello {name},\n\nwe open at nine, Monday to Friday.' }],
}
const COMMON = { path: '/account/canned-answers', tag: 'account', fresh: false, query: NOTHING } as const

/** Declares `/account/canned-answers`: texts that the owner answers with again and again. */
export function cannedAnswerRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      needs: 'read',
      operationId: 'listCannedAnswers',
      summary: 'List the canned answers of the account.',
      body: NOTHING,
      answer: { status: 200, description: 'All canned answers.', schema: CannedAnswers, example: EXAMPLE },
      handle: async ({ caller }) => answered({ data: await actions.listCannedAnswers(caller) }),
    }),
    apiRoute({
      ...COMMON,
      method: 'PATCH',
      needs: 'write',
      operationId: 'changeCannedAnswers',
      summary: 'Replace the canned answers of the account.',
      description: `The list replaces the stored one. At most ${MAX_CANNED_ANSWERS}.`,
      body: CannedAnswers,
      bodyExample: EXAMPLE,
      answer: { status: 200, description: 'The canned answers.', schema: CannedAnswers, example: EXAMPLE },
      async handle({ caller, body: { data } }) {
        const isSaved = await actions.setCannedAnswers(caller, data)
        return isSaved ? answered({ data }) : refused({ code: 'not_signed_in' })
      },
    }),
  ]
}
