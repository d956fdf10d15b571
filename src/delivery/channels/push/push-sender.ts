import type { PushedMessage, PushResult, PushTarget } from '../../../domain/queues/push.ts'
import { type Clock, SECOND } from '../../../domain/time.ts'
import { loadLater } from '../../../runtime/load-later.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Metrics } from '../../../runtime/metrics.ts'
import type { Failpoints } from '../../../store/contract/failpoints.ts'
import type { Egress } from '../../egress/egress.ts'
import type { ClassifiedAnswer } from '../web/classify.ts'
import type { DestinationResult } from '../web/web-channel.ts'

const loadSending = loadLater(async () => ({
  ...(await import('../web/classify.ts')),
  ...(await import('./push-request.ts')),
}))

export type PushSenderDeps = {
  egress: Pick<Egress, 'send'>
  /** Name and version: `Formslot/1.0.0`. */
  userAgent: string
  clock: Clock
  log: Log
  metrics: Metrics
  failpoint: Failpoints
  recordResult(result: DestinationResult): Promise<void>
  /** Stores the end of a delivery: the message is acknowledged, or returns to its queue. */
  end(request: { target: PushTarget; message: PushedMessage; result: PushResult; now: Date }): Promise<void>
}

/** Creates what posts one leased message and stores what became of it. */
export function createPushSender(deps: PushSenderDeps, stopping: AbortSignal) {
  const { egress, userAgent, clock, log, metrics, failpoint } = deps

  async function post(target: PushTarget, message: PushedMessage): Promise<ClassifiedAnswer> {
    const { composePush, classifyAnswer } = await loadSending()
    const request = composePush(target, message, { userAgent, now: clock.now() })
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(target.timeoutMs)])
    const answer = await egress.send({ ...request, signal })
    return classifyAnswer({ kind: 'webhook', address: target.address, egress: answer, now: clock.now() })
  }

  return {
    /** Posts a message. Never throws: a message whose end is not stored is delivered again when its lease ends. */
    async deliver(target: PushTarget, message: PushedMessage): Promise<void> {
      const startedAt = performance.now()
      try {
        failpoint?.('attempt written')
        const { result, effect } = await post(target, message)
        failpoint?.('posted')
        // Before the message returns, so that it is not posted to a webhook that is gone. A request that we ended says nothing
        // about the other side.
        if (!stopping.aborted) {
          const { endpointId, destinationId, addressedAt, failingSince } = target
          const { answer } = result
          const place = { endpointId, destinationId, addressedAt }
          await deps.recordResult({ ...place, effect, answer, failingSince, now: clock.now() })
        }
        await deps.end({ target, message, result: toPushResult(result), now: clock.now() })
        failpoint?.('settled')
        metrics.observe(
          'formslot_delivery_duration_seconds',
          (performance.now() - startedAt) / SECOND,
          'push',
        )
        metrics.count('formslot_deliveries_total', 'push', result.kind)
        log.debug({ channel: 'push', message: message.id, result: result.kind }, 'delivery_attempted')
      } catch (error) {
        log.error({ err: error, message: message.id }, 'push_failed')
        metrics.count('formslot_worker_faults_total')
      }
    },
  }
}

function toPushResult(result: ClassifiedAnswer['result']): PushResult {
  const { kind, answer } = result
  if (kind === 'sent') return { kind: 'accepted' }
  const pauseMs = kind === 'deferred' ? result.minWaitMs : 0
  return { kind: 'refused', answer, pauseMs, isGone: kind === 'bounced' }
}
