import type { AttachedFile } from '../../domain/files/stored-file.ts'
import { MAX_MESSAGE_BYTES } from '../../domain/queues/queue.ts'
import type { RefusalCode } from '../../domain/refusal.ts'
import { omitPageTokens } from '../../domain/submissions/control-names.ts'
import { fieldsToObject, parseStoredFields } from '../../domain/submissions/fields.ts'
import type { Consequence, FoundEndpoint } from '../../store/contract/changes.ts'
import type { Context } from '../context.ts'
import { recordAccepted } from '../plans/record-accepted.ts'
import { checkPublication } from './check-publication.ts'

/** `files`: the first has the key of the submission, each further one the next key. */
type RoutedSubmission = {
  key: number
  text: string
  files: readonly AttachedFile[]
  receivedAt: Date
}

/**
 * Builds the consequences of routing a real submission to a queue of its owner: a message, or the refusal of the queue.
 * The submission is accepted either way.
 */
export function routeSubmission(
  context: Context,
  found: FoundEndpoint,
  submission: RoutedSubmission & { now: Date },
): Consequence[] {
  const { queueId } = found.endpoint.settings
  if (queueId === null) return []
  const { key, now } = submission
  const queue = found.routesTo?.accountKey === found.accountKey ? found.routesTo : null
  const text = messageText(context, found.endpoint.id, submission)
  const refusal = checkRouting(context, queue, { text, now })
  if (!queue || refusal) {
    return [
      {
        kind: 'routing',
        submissionKey: key,
        queueId,
        refusal: refusal ?? 'endpoint_not_found',
        queueConsequences: [],
      },
    ]
  }
  // The message has the key of its submission: one slot of keys serves both.
  const message = { key, type: 'json', text, readyAt: null } as const
  const queueConsequences: Consequence[] = [
    ...recordAccepted(context, queue, { count: 1, first: null, now }),
    { kind: 'messages', messages: [message] },
  ]
  return [{ kind: 'routing', submissionKey: key, queueId, refusal: null, queueConsequences }]
}

function checkRouting(
  context: Context,
  queue: FoundEndpoint | null,
  { text, now }: { text: string; now: Date },
): RefusalCode | null {
  if (!queue) return 'endpoint_not_found'
  if (Buffer.byteLength(text) > MAX_MESSAGE_BYTES) return 'message_too_large'
  return checkPublication(context, queue, { count: 1, now })?.code ?? null
}

/** Files are named without links: the message may be read days later, and whoever reads it fetches them from the API. */
function messageText(
  { keys }: Context,
  endpointId: string,
  { key, text, files, receivedAt }: RoutedSubmission,
): string {
  return JSON.stringify({
    submission_id: keys.submissionId(key),
    endpoint: endpointId,
    received_at: receivedAt.toISOString(),
    fields: fieldsToObject(omitPageTokens(parseStoredFields(text))),
    files: files.map(({ field, name, type, bytes, scan }, number) => ({
      ...{ id: keys.rowId('file', key + number), field, name, type, bytes, scan },
    })),
  })
}
