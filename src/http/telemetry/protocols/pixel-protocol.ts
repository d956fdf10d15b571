import { MAX_EVENT_ADDRESS_LENGTH } from '../../../domain/telemetry/event.ts'
import { getHeader, parseQueryParameters, type RequestHead } from '../../kernel/request.ts'
import type { Answer } from '../../kernel/respond.ts'
import type { EventBody } from './event-body.ts'
import { PIXEL_OPERATION } from './operations.ts'
import { dryRunAnswer, type EventProtocol, toRefusalAnswer } from './protocol.ts'
import { readEvents } from './read-events.ts'

/** Header with the reason why an event was not accepted: the answer is an image either way. */
const REFUSED = 'formslot-refused'

/**
 * An event in the URL of an image, for pages without scripts. The answer is the same image whether the event was accepted or
 * not; a dry run is answered with JSON.
 */
export const PIXEL: EventProtocol = {
  path: '/p.gif',
  operation: PIXEL_OPERATION,
  maxBytes: 0,
  types: ['urlencoded'],
  createBody: queryToBody,
  read: readEvents,
  accepted: ({ beyond }) => pictured(beyond ? beyond.refusal.code : null),
  dryRun: dryRunAnswer,
  refusal: (refusal, about) => (about.dryRun ? toRefusalAnswer(refusal, about) : pictured(refusal.code)),
}

/** Returns the query as a form body; `url` defaults to the page that shows the image. */
function queryToBody(request: RequestHead): EventBody {
  const parameters = parseQueryParameters(request)
  parameters.delete('dry_run')
  const page = getHeader(request, 'referer') ?? ''
  if (!parameters.has('url') && page !== '' && page.length <= MAX_EVENT_ADDRESS_LENGTH) {
    parameters.set('url', page)
  }
  return { type: 'urlencoded', bytes: Buffer.from(parameters.toString()) }
}

/** Returns the answer without the image, which the route adds. */
function pictured(refused: string | null): Answer {
  return { status: 200, headers: refused === null ? {} : { [REFUSED]: refused }, body: '' }
}
