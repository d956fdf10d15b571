import type { AcceptEventsAnswer } from '../../../actions/telemetry/accept-events.ts'
import { MAX_EVENT_BYTES } from '../../../domain/telemetry/event.ts'
import { answerTo } from '../../kernel/refusals.ts'
import type { Answer } from '../../kernel/respond.ts'
import type { AcceptedEventsBody } from '../../schema/event-schemas.ts'
import { NATIVE_OPERATION } from './operations.ts'
import {
  dryRunAnswer,
  type EventProtocol,
  errorOf,
  jsonAnswer,
  type ReadEvents,
  refusedEvents,
} from './protocol.ts'
import { readEvents } from './read-events.ts'

/** What our own clients send: `POST /t/{id}`. */
export const NATIVE: EventProtocol = {
  path: '',
  operation: NATIVE_OPERATION,
  most: MAX_EVENT_BYTES,
  types: ['json', 'lines', 'urlencoded'],
  read: readEvents,
  taken,
  dryRun: dryRunAnswer,
  refusal: refusedEvents,
}

function taken(
  { accepted, duplicates, beyond }: AcceptEventsAnswer,
  { bad, late }: Pick<ReadEvents, 'bad' | 'late'>,
): Answer {
  const rejected = bad.length + (beyond?.count ?? 0)
  const errors = [...bad.map(errorOf), ...(beyond ? [errorBeyond(beyond)] : [])]
  const body: AcceptedEventsBody = {
    ok: true,
    accepted,
    ...(duplicates > 0 ? { duplicates } : {}),
    ...(rejected > 0 ? { rejected, errors } : {}),
    ...(late.length > 0 ? { warnings: late.map(getQuotaWarning) } : {}),
  }
  return jsonAnswer(202, body)
}

/** Of those that found no room: the last of the request. */
function errorBeyond({ refusal }: NonNullable<AcceptEventsAnswer['beyond']>) {
  const { code, message } = answerTo(refusal, '').body
  return { code, message }
}

function getQuotaWarning(index: number) {
  return {
    index,
    field: 'time',
    message: 'More than 7 days in the past or 5 minutes in the future: the time of arrival was used instead.',
  }
}
