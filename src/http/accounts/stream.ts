import { KEEPALIVE_SECONDS, MAX_STREAMS, STREAM_LIMIT_RETRY_SECONDS } from '../../domain/accounts/stream.ts'
import { refused } from '../../domain/refusal.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute } from '../kernel/api-route.ts'
import { probeReader, STREAM_HEADERS } from '../kernel/streaming.ts'
import { NOTHING } from '../schema/read-input.ts'

const DESCRIPTION = `Server-sent events, for EventSource or curl -N. They name what changed and contain no submission content:

\`ready\` with \`{}\`: the first event. All later changes are reported, so load the current data now.

\`submission\` with \`{"endpoint_id", "submission_ids"}\`: submissions other than spam have arrived, oldest first, at most 100 per event.

\`changed\` with \`{"endpoint_id"}\`: something else of the endpoint has changed, by the owner or because of spam. If it is null, anything in the account may have changed and events may have been missed: load the data again.

After ${KEEPALIVE_SECONDS} seconds without an event, a comment line keeps the connection open. The stream ends with the session, when the key is revoked, and when the service stops. An account can have ${MAX_STREAMS} streams at a time.`

/** Declares `GET /stream`: live events of the account. */
export function streamRoutes({ streams }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/stream',
      needs: 'read',
      fresh: false,
      tag: 'live',
      operationId: 'streamAccount',
      summary: 'Stream live events of the account.',
      description: DESCRIPTION,
      query: NOTHING,
      body: NOTHING,
      answer: { status: 200, description: 'An open-ended stream of events.', media: ['text/event-stream'] },
      refuses: ['stream_limit'],
      async handle({ caller, request }) {
        const body = await streams.open(caller)
        if (!body) return refused({ code: 'stream_limit', retryAfterSeconds: STREAM_LIMIT_RETRY_SECONDS })
        probeReader(request)
        return { kind: 'stream', body, headers: STREAM_HEADERS }
      },
    }),
  ]
}
