import type { FastifyInstance, FastifyReply } from 'fastify'
import { MAX_EVENT_ADDRESS_LENGTH } from '../../domain/telemetry/event.ts'
import type { HttpDeps } from '../deps.ts'
import { type PublicOperation, registerRoute } from '../kernel/register-route.ts'
import {
  getHeader,
  isDryRun,
  isPrefetch,
  parseQueryParameters,
  pathParameter,
  type RequestHead,
} from '../kernel/request.ts'
import { type Answer, send } from '../kernel/respond.ts'
import { answerPreflight } from '../kernel/response-headers.ts'
import { DRY_RUN, type Parameter, TELEMETRY_ID } from '../schema/parameters.ts'
import type { EventBody } from './protocols/event-body.ts'
import { type AcceptEvents, dryRunAnswer, type EventProtocol, toRefusalAnswer } from './protocols/protocol.ts'
import { readEvents } from './protocols/read-events.ts'

/** One transparent pixel. */
const PIXEL_IMAGE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** Registers `GET /t/{id}/p.gif?name=…`: an event of a page without scripts. A prefetch is not counted. */
export function registerPixel(server: FastifyInstance, deps: HttpDeps, accept: AcceptEvents): void {
  function show(reply: FastifyReply, headers: Readonly<Record<string, string>>): FastifyReply {
    return reply
      .code(200)
      .headers({ ...headers, 'content-type': 'image/gif' })
      .send(PIXEL_IMAGE)
  }

  registerRoute(server, {
    url: `/t/:id${PIXEL.path}`,
    handlers: {
      GET: {
        ...PIXEL.operation,
        async handle(request, reply) {
          if (isPrefetch(request)) return show(reply, {})
          const answer = await accept(request, pathParameter(request, 'id'), PIXEL)
          if (deps.answered) reply.raw.once('finish', deps.answered)
          return isDryRun(request) ? send(reply, answer) : show(reply, answer.headers)
        },
      },
      HEAD: (_request, reply) => show(reply, {}),
      OPTIONS: answerPreflight,
    },
  })
}

/** Header with the reason why an event was not accepted: the answer is an image either way. */
const REFUSED = 'formslot-refused'

const OPERATION: PublicOperation = {
  operationId: 'sendEventByImage',
  summary: 'Send one event by loading an image, for pages without scripts.',
  description:
    'Every other parameter is a prop. The response is the same transparent pixel whether or not the event was ' +
    'accepted; the header Formslot-Refused gives the reason if it was not. A dry run returns JSON.',
  tag: 'events',
  parameters: [
    TELEMETRY_ID,
    queryText('name', 'The name of the event.', 'required'),
    queryText('url', 'When left out: the page that shows the image, from Referer.'),
    queryText('id', 'Within 24 hours one event of the same id is accepted.'),
    DRY_RUN,
  ],
  answers: { 200: { description: 'The image.', media: ['image/gif'] } },
}

/**
 * An event in the URL of an image, for pages without scripts. The answer is the same image whether the event was accepted or
 * not; a dry run is answered with JSON.
 */
const PIXEL: EventProtocol = {
  path: '/p.gif',
  operation: OPERATION,
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

function queryText(name: string, description: string, need: 'required' | 'optional' = 'optional'): Parameter {
  return { name, in: 'query', required: need === 'required', description, schema: { type: 'string' } }
}
