import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import { MAX_EVENT_BYTES } from '../../../domain/telemetry/event.ts'
import { answerTo } from '../../kernel/refusals.ts'
import type { Answer } from '../../kernel/respond.ts'
import type { AcceptedEventsBody } from '../../schema/event-schemas.ts'
import { NATIVE_OPERATION } from './operations.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  jsonAnswer,
  type ReadEvents,
  toEventError,
  toProblemBody,
  toRefusalAnswer,
} from './protocol.ts'
import { readEvents } from './read-events.ts'

/** Protocol of our own clients: `POST /t/{id}`. */
export const NATIVE: EventProtocol = {
  path: '',
  operation: NATIVE_OPERATION,
  maxBytes: MAX_EVENT_BYTES,
  types: ['json', 'lines', 'urlencoded'],
  read: readEvents,
  accepted,
  dryRun: dryRunAnswer,
  refusal: toRefusalAnswer,
}

function accepted(
  { accepted, duplicates, beyond }: AcceptEventsAnswer,
  { bad, problems }: Pick<ReadEvents, 'bad' | 'problems'>,
): Answer {
  const rejected = bad.length + (beyond?.count ?? 0)
  const errors = [...bad.map(toEventError), ...(beyond ? [toQuotaError(beyond)] : [])]
  const replaced = problems.filter(({ code }) => code === 'time_replaced')
  const left = problems.filter(({ code }) => code === 'not_kept')
  const body: AcceptedEventsBody = {
    ok: true,
    accepted,
    ...(duplicates > 0 ? { duplicates } : {}),
    ...(rejected > 0 ? { rejected, errors } : {}),
    ...(replaced.length > 0
      ? { warnings: replaced.map(({ index, field, message }) => ({ index, field, message })) }
      : {}),
    ...(left.length > 0 ? { problems: left.map(toProblemBody) } : {}),
  }
  return jsonAnswer(202, body)
}

/** Returns the error for the last events of the request, which exceeded the quota. */
function toQuotaError({ refusal }: NonNullable<AcceptEventsAnswer['beyond']>) {
  const { code, message } = answerTo(refusal, '').body
  return { code, message }
}
