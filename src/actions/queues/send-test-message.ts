import type { Refused } from '../../domain/refusal.ts'
import type { Caller } from '../accounts/caller.ts'
import type { Context } from '../context.ts'
import { configureOwned, toRefusedChange } from '../endpoints/change-owned.ts'

const TEXT = JSON.stringify({ test: true, from: 'dashboard' })

type Sent = { kind: 'accepted'; messageId: string } | Refused

/**
 * Sends a test message to a queue of the caller, which confirms the queue. Consumers receive it like any other, but it
 * uses no quota, and is counted neither when it is published nor when it is acknowledged.
 */
export async function sendTestMessage(
  context: Context,
  caller: Caller,
  request: { endpointId: string; now: Date },
): Promise<Sent> {
  if (!context.store.hasRoom()) return { kind: 'refused', refusal: { code: 'disk_full' } }
  const about = { ...request, kind: 'queue' } as const
  return configureOwned<Sent>(context, caller, about, ({ endpoint }, { nextKey }) => {
    if (endpoint.retiredAt) return toRefusedChange({ code: 'endpoint_retired' })
    if (endpoint.suspension) return toRefusedChange({ code: 'endpoint_suspended' })
    const message = { key: nextKey(), type: 'json', text: TEXT, readyAt: null, isTest: true } as const
    return {
      answer: { kind: 'accepted', messageId: context.keys.rowId('message', message.key) },
      remember: false,
      consequences: [{ kind: 'messages', messages: [message] }],
    }
  })
}
