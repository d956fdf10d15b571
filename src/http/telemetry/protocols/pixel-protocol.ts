import { MAX_EVENT_ADDRESS_LENGTH } from '../../../domain/telemetry/event.ts'
import { getHeader, parseQueryParameters, type RequestHead } from '../../kernel/request.ts'
import type { Answer } from '../../kernel/respond.ts'
import type { EventBody } from './event-body.ts'
import { PIXEL_OPERATION } from './operations.ts'
import { dryRunAnswer, type EventProtocol, refusedEvents } from './protocol.ts'
import { readEvents } from './read-events.ts'

/** Why an event was not taken: a picture has no words for it, and a page must not break by it. */
const REFUSED = 'formslot-refused'

/**
 * An event in the address of a picture, for pages without scripts. The answer is the same picture whether the event was
 * taken or not; a dry run answers in words.
 */
export const PIXEL: EventProtocol = {
  path: '/p.gif',
  operation: PIXEL_OPERATION,
  most: 0,
  types: ['urlencoded'],
  bodyOf: eventInAddress,
  read: readEvents,
  taken: ({ beyond }) => pictured(beyond ? beyond.refusal.code : null),
  dryRun: dryRunAnswer,
  refusal: (refusal, about) => (about.dryRun ? refusedEvents(refusal, about) : pictured(refusal.code)),
}

/** The fields of the event as a form; where it says no `url`, that is the page which shows the picture. */
function eventInAddress(request: RequestHead): EventBody {
  const parameters = parseQueryParameters(request)
  parameters.delete('dry_run')
  const page = getHeader(request, 'referer') ?? ''
  if (!parameters.has('url') && page !== '' && page.length <= MAX_EVENT_ADDRESS_LENGTH) {
    parameters.set('url', page)
  }
  return { type: 'urlencoded', bytes: Buffer.from(parameters.toString()) }
}

/** The answer without its picture, which the route adds. */
function pictured(refused: string | null): Answer {
  return { status: 200, headers: refused === null ? {} : { [REFUSED]: refused }, body: '' }
}
