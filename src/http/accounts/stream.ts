import { KEEPALIVE_SECONDS, MAX_STREAMS, STREAM_LIMIT_RETRY_SECONDS } from '../../domain/accounts/stream.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, apiRoute, NOTHING, refused } from '../kernel/api-route.ts'
import { probeReader, STREAM_HEADERS } from '../kernel/streaming.ts'

const DESCRIPTION = `Server-sent events, for EventSource or curl -N. They say what to ask for, and hold nothing that was submitted:

\`ready\` with \`{}\`, first of all: what happens from now on will be told, so what is shown should be asked for now.

\`submission\` with \`{"endpoint_id", "submission_ids"}\`: real submissions have arrived, the oldest first, at most a hundred in one event.

\`changed\` with \`{"endpoint_id"}\`: something else is not what it was, by the owner or by spam; null: anything of the account may have changed, and something may not have been told.

After ${KEEPALIVE_SECONDS} quiet seconds comes a line without meaning. The stream ends with the session, when the key is revoked, and when the service stops. An account may have ${MAX_STREAMS} at a time.`

/** `GET /stream`: what happens in the account, as it happens. */
export function streamRoutes({ streams }: HttpDeps): ApiRoute[] {
  return [
    apiRoute({
      method: 'GET',
      path: '/stream',
      needs: 'read',
      fresh: false,
      tag: 'live',
      operationId: 'followAccount',
      summary: 'What happens, as it happens.',
      description: DESCRIPTION,
      query: NOTHING,
      body: NOTHING,
      answer: { status: 200, description: 'Events, without an end.', media: ['text/event-stream'] },
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
