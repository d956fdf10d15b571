import type { Refused } from '../../domain/refusal.ts'
import { stringifyTestEvent, type TelemetryEvent } from '../../domain/telemetry/event.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

/**
 * Sends a test event to a telemetry endpoint of the caller, which confirms the endpoint. It is listed and streamed like any
 * other, but uses no quota and is counted nowhere.
 */
export async function sendTestEvent(
  context: Context,
  caller: Caller,
  request: { endpointId: string; now: Date },
): Promise<{ kind: 'accepted'; eventId: string } | Refused> {
  if (!context.store.hasRoom()) return { kind: 'refused', refusal: { code: 'disk_full' } }
  const { now } = request
  const about = { ...request, kind: 'telemetry' } as const
  return configureOwned<{ kind: 'accepted'; eventId: string } | Refused>(
    context,
    caller,
    about,
    ({ endpoint }, { nextKey }) => {
      if (endpoint.retiredAt) return toRefusedChange({ code: 'endpoint_retired' })
      if (endpoint.suspension) return toRefusedChange({ code: 'endpoint_suspended' })
      const key = nextKey()
      return {
        answer: { kind: 'accepted', eventId: context.keys.eventId(key, 0) },
        remember: false,
        consequences: [
          {
            kind: 'events',
            key,
            text: stringifyTestEvent(createTestEvent(now)),
            counts: [],
            ids: [],
            visitor: null,
          },
        ],
      }
    },
  )
}

function createTestEvent(now: Date): TelemetryEvent {
  return {
    name: 'test',
    time: now,
    props: [['from', 'dashboard']],
    url: null,
    referrer: null,
    user: null,
    id: null,
  }
}
