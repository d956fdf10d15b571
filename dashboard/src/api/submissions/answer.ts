import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { path } from '../client/call.ts'
import { useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { AnswerRequest, StoredSubmission } from '../schema.ts'
import { forgetPostedDraft } from './answer-drafts.ts'
import type { OpenSubmission } from './submissions.ts'

/** Writes the answer that the visitor of a submission reads on its receipt; null deletes it. */
export function useAnswer(submissionId: string) {
  const client = useQueryClient()
  return useChange<StoredSubmission, string | null>({
    request(text) {
      const place = path`/submissions/${submissionId}/answer`
      return text === null
        ? { method: 'DELETE', path: place }
        : { method: 'POST', path: place, body: { text } satisfies AnswerRequest }
    },
    onDone(answered, text) {
      showAnswer(client, answered)
      if (text !== null) forgetPostedDraft(submissionId, text)
    },
  })
}

/** Shows the answer at once; the neighbors of the submission stay as they were. */
function showAnswer(client: QueryClient, { id, answer }: StoredSubmission): void {
  client.setQueryData<OpenSubmission>(queryKeys.submissions.one(id), (shown) => shown && { ...shown, answer })
}
