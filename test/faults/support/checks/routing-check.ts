import type { createKeys } from '../../../../src/ids/keys.ts'
import type { Row, StoredRows } from '../../../support/stores/stored-rows.ts'
import type { Entry } from '../clients/client-ledger.ts'
import type { Known } from './message-check.ts'
import type { StoredSubmission } from './stored-emails.ts'

type CheckedRoutings = {
  /** Number of submissions that were routed to a queue. */
  routed: number
  /** Those whose message is neither in the queue nor with a consumer. */
  lost: number
  broken: string[]
}

/**
 * Checks that each real submission that a form accepted after its owner had set a queue has a routing, with exactly one
 * message in the queue or at a consumer, or the reason why there is none. `checkMessages` finds duplicates.
 */
export async function checkRoutings(
  database: StoredRows,
  evidence: {
    entries: readonly Entry[]
    submissions: readonly StoredSubmission[]
    messages: readonly Known[]
    keys: ReturnType<typeof createKeys>
  },
): Promise<CheckedRoutings> {
  const { entries, submissions, messages, keys } = evidence
  const queues = await database.all(`select key, id from endpoints where id like 'q%'`)
  const rows = await database.all(`select key, queue_id, refusal from routings`)
  const getKey = new Map(queues.map(({ id, key }) => [String(id), Number(key)]))
  const getSubmission = new Map(submissions.map((submission) => [submission.key, submission]))
  const getRouting = new Map(rows.map((row) => [Number(row.key), row]))
  const getMessage = new Map(messages.map((message) => [message.id, message]))
  const fits = (row: Row) => {
    const message = getMessage.get(keys.rowId('message', Number(row.key)))
    const submission = getSubmission.get(Number(row.key))
    return message?.token === submission?.token && message?.queueKey === getKey.get(String(row.queue_id))
  }
  const routed = rows.filter(({ refusal }) => refusal === null)
  const refused = rows.filter(({ refusal }) => refusal !== null)
  const lost = routed.filter((row) => !fits(row))
  const routedIds = new Set(routed.map(({ key }) => keys.rowId('message', Number(key))))
  const tokens = new Set(submissions.map(({ token }) => token))
  return {
    routed: routed.length,
    lost: lost.length,
    broken: [
      ...lost.map(
        ({ key, queue_id }) => `submission ${key} was routed, and no message of it is in ${queue_id}`,
      ),
      ...refused
        .filter(({ key }) => getMessage.has(keys.rowId('message', Number(key))))
        .map(({ key, refusal }) => `submission ${key} was not routed for ${refusal}, and has a message`),
      ...messages
        .filter(({ id, token }) => tokens.has(token) && !routedIds.has(id))
        .map(({ token }) => `a message of the submission ${token} has no routing`),
      ...rows
        .filter(({ key }) => getSubmission.get(Number(key))?.spam !== false)
        .map(({ key }) => `submission ${key} has a routing and is spam, or not there`),
      ...listExpectedRoutings(entries, submissions)
        .filter(({ submission, queueId }) => getRouting.get(submission.key)?.queue_id !== queueId)
        .map(({ submission }) => `${submission.token} was taken by a form that routes, and has no routing`),
    ],
  }
}

/** Submissions acknowledged by forms after their routing to a queue was acknowledged. */
function listExpectedRoutings(entries: readonly Entry[], submissions: readonly StoredSubmission[]) {
  const byToken = new Map(submissions.map((submission) => [submission.token, submission]))
  const getQueue = new Map<string, string>()
  return entries.flatMap((entry) => {
    if (entry.kind !== 'ok') return []
    if (entry.operation === 'route') getQueue.set(entry.token, entry.id)
    const submission = entry.operation === 'submit' ? byToken.get(entry.token) : undefined
    const queueId = getQueue.get(submission?.formId ?? '')
    return submission && !submission.spam && queueId ? [{ submission, queueId }] : []
  })
}
