import { clientCommand } from '../../../domain/client-command.ts'
import type { WebDestination } from '../../../domain/destinations/destination-kinds.ts'
import type { TestExchange } from '../../../domain/destinations/web-destination.ts'
import {
  describeAddressFault,
  findAddressFault,
  type WebKind,
} from '../../../domain/destinations/web-kinds.ts'
import type { EndpointFacts } from '../../../domain/endpoints/endpoint.ts'
import { describeTargetFault } from '../../egress/describe-target-fault.ts'
import type { Egress, EgressResult } from '../../egress/egress.ts'
import type { EgressSettings } from '../../egress/target-url.ts'
import { classifyAnswer } from './classify.ts'
import { composeWebRequest } from './message.ts'
import { newSigningSecret } from './signature.ts'
import type { WebChannelDeps } from './web-channel.ts'

/** Posts tests to destinations while their owner waits. */
export function createWebPoster(
  { keys, base, userAgent, clock }: Pick<WebChannelDeps, 'keys' | 'base' | 'userAgent' | 'clock'>,
  egress: Egress,
  settings: EgressSettings,
) {
  const listen = `${clientCommand(base)} listen`
  return {
    newSigningSecret,
    findFault(kind: WebKind, url: string): string | null {
      const wrong = findAddressFault(kind, url)
      if (wrong) return describeAddressFault(kind, wrong)
      const fault = egress.findFault(url)
      return fault && describeTargetFault(fault, { url, settings, listen })
    },

    async test({
      endpoint,
      destination,
      url,
      secrets,
      now,
    }: {
      endpoint: EndpointFacts
      destination: WebDestination
      url: string
      secrets: readonly string[]
      now: Date
    }): Promise<TestExchange> {
      const { kind, id } = destination
      const request = composeWebRequest({
        kind,
        address: url,
        event: {
          type: 'webhook.test',
          timestamp: now,
          data: { endpointId: endpoint.id, endpointName: endpoint.settings.name, destinationId: id },
        },
        link: `${base}/app/`,
        language: endpoint.language ?? 'en',
        id: `dlv_test_${keys.newIdempotencyKey()}`,
        secrets,
        userAgent,
        now,
      })
      const began = performance.now()
      const answer = await egress.send(request)
      const ms = Math.round(performance.now() - began)
      const classified = classifyAnswer({ kind, address: url, egress: answer, now: clock.now() })
      return {
        request: { method: 'POST', headers: request.headers, body: request.body.toString('utf8') },
        answer: toAnswer(answer, classified.result.answer),
        result: classified.result.answer,
        ms,
        isProven: classified.effect === 'proven',
      }
    },
  }
}

/** `line`: the status and the first characters of the answer, as `classifyAnswer` describes them. */
function toAnswer(result: EgressResult, line: string): TestExchange['answer'] {
  if (result.kind !== 'answered') return null
  const { status } = result
  return { status, text: line.slice(String(status).length).trim() }
}
