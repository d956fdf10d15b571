import { deviceLabel } from '../../domain/accounts/device.ts'
import { MAX_DEVICES } from '../../domain/devices/device.ts'
import { refused } from '../../domain/refusal.ts'
import { DAY, HOUR } from '../../domain/time.ts'
import type { HttpDeps } from '../deps.ts'
import { type ApiRoute, answered, apiRoute, DONE } from '../kernel/api-route.ts'
import { createSlidingWindow } from '../limits/sliding-window.ts'
import { chooseLanguage } from '../pages/i18n/languages.ts'
import { NOTHING } from '../schema/read-input.ts'
import {
  Device,
  DeviceChange,
  Devices,
  DeviceTest,
  deviceBody,
  NewDevice,
  toSettings,
  toSubscription,
} from './device-shape.ts'

/** Each addition and test sends a request to a host that the browser names. */
const REQUESTS = [
  { times: 20, span: HOUR },
  { times: 60, span: DAY },
]
const SUBSCRIPTION = {
  endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
}
const QUIET_HOURS = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' }
const EXAMPLE = {
  id: 'dev_8s0fjv2ezk7wh5r0x9m3tq6ybc',
  name: 'Chrome · Android',
  current: true,
  endpoint_ids: null,
  quiet_hours: QUIET_HOURS,
  added_at: '2026-11-20T10:00:00.000Z',
  last_used_at: '2026-11-20T10:00:00.000Z',
  notified_at: '2026-11-20T10:00:00.000Z',
  failure: null,
}
const SERVER_KEY = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8'
const COMMON = { tag: 'devices', needs: 'session', fresh: false, query: NOTHING } as const

/** Declares `/devices`: browsers that get notifications by web push. Only a signed-in browser can add itself. */
export function deviceRoutes({ actions, keys }: HttpDeps): ApiRoute[] {
  const requests = createSlidingWindow(REQUESTS)

  return [
    apiRoute({
      ...COMMON,
      method: 'GET',
      path: '/devices',
      operationId: 'listDevices',
      summary: 'List the browsers that get notifications, newest first.',
      body: NOTHING,
      answer: {
        status: 200,
        description: 'All devices.',
        schema: Devices,
        example: { server_key: SERVER_KEY, data: [EXAMPLE] },
      },
      async handle({ caller }) {
        const devices = await actions.listDevices(caller)
        const data = devices.map((device) => deviceBody(keys, device))
        return answered({ server_key: actions.getPushServerKey(), data })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/devices',
      operationId: 'addDevice',
      summary: 'Turn on notifications in the browser of the caller.',
      description: `Sends a first notification, and adds the browser if its push service accepts that. It replaces an earlier subscription of the same session, and ends with the session. An account can have at most ${MAX_DEVICES} devices.`,
      body: NewDevice,
      bodyExample: { subscription: SUBSCRIPTION, quiet_hours: QUIET_HOURS },
      answer: { status: 201, description: 'The device.', schema: Device, example: EXAMPLE },
      refuses: ['address_invalid', 'limit_reached', 'test_rate'],
      async handle({ caller, body, request, now }) {
        const retryAfterSeconds = requests.take(String(caller.accountKey), now)
        if (retryAfterSeconds > 0) return refused({ code: 'test_rate', retryAfterSeconds })
        const added = await actions.addDevice(caller, {
          subscription: toSubscription(body.subscription),
          settings: { formIds: null, quietHours: null, ...toSettings(body) },
          name: deviceLabel(request.headers['user-agent']),
          language: chooseLanguage(request.headers['accept-language']),
          now,
        })
        return added.kind === 'refused' ? added : answered(deviceBody(keys, added.device))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'PATCH',
      path: '/devices/:id',
      operationId: 'changeDevice',
      summary: 'Change the notifications of a device.',
      description:
        'Omitted settings stay as they are. A subscription replaces the earlier one; it must be at the same push service.',
      body: DeviceChange,
      bodyExample: { endpoint_ids: ['f_8s0fjv2ezk7wh5r0'] },
      answer: { status: 200, description: 'The device.', schema: Device, example: EXAMPLE },
      refuses: ['not_found', 'address_invalid'],
      async handle({ caller, body, params, now }) {
        const changed = await actions.changeDevice(caller, {
          id: params.id ?? '',
          settings: toSettings(body),
          ...(body.subscription ? { subscription: toSubscription(body.subscription) } : {}),
          now,
        })
        return changed.kind === 'refused' ? changed : answered(deviceBody(keys, changed.device))
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'DELETE',
      path: '/devices/:id',
      operationId: 'removeDevice',
      summary: 'Turn off the notifications of a device.',
      body: NOTHING,
      answer: { status: 204, description: 'It gets no more notifications.' },
      refuses: ['not_found'],
      async handle({ caller, params, now }) {
        const removed = await actions.removeDevice(caller, { id: params.id ?? '', now })
        return removed ? DONE : refused({ code: 'not_found' })
      },
    }),
    apiRoute({
      ...COMMON,
      method: 'POST',
      path: '/devices/:id/test',
      operationId: 'testDevice',
      summary: 'Send a test notification to a device.',
      body: NOTHING,
      answer: {
        status: 200,
        description: 'The answer of the push service.',
        schema: DeviceTest,
        example: { accepted: true, reason: null },
      },
      refuses: ['not_found', 'test_rate'],
      async handle({ caller, params, now }) {
        const retryAfterSeconds = requests.take(String(caller.accountKey), now)
        if (retryAfterSeconds > 0) return refused({ code: 'test_rate', retryAfterSeconds })
        const tested = await actions.testDevice(caller, { id: params.id ?? '', now })
        if (tested.kind === 'refused') return tested
        const { answer } = tested
        return answered({
          accepted: answer.kind === 'sent',
          reason: answer.kind === 'sent' ? null : answer.answer,
        })
      },
    }),
  ]
}
