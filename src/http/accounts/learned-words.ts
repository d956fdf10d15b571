import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute, DONE } from '../kernel/api-route.ts'
import { NOTHING } from '../schema/read-input.ts'

/** Declares `DELETE /account/learned-words`. */
export function learnedWordsRoutes({ actions }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      path: '/account/learned-words',
      tag: 'account',
      query: NOTHING,
      body: NOTHING,
      method: 'DELETE',
      needs: 'write',
      fresh: false,
      operationId: 'deleteLearnedWords',
      summary: 'Forget what the spam filter has learned.',
      description:
        'Deletes all lessons and words of the account. Submissions stay where they are, and teach again when they are moved. Filters of the operator keep what they have learned.',
      answer: { status: 204, description: 'Nothing is left of what was learned.' },
      async handle({ caller, now }) {
        await actions.deleteLearnedWords(caller, now)
        return DONE
      },
    }),
  ]
}
