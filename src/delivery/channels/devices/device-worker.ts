import {
  type DeviceFailing,
  type DeviceOutcome,
  decideRetry,
  NOTIFICATION_PAUSE_MS,
  type PushAnswer,
  type PushTarget,
  SETTLE_MS,
} from '../../../domain/devices/device.ts'
import type { DeviceNotification } from '../../../domain/devices/notification.ts'
import type { Language } from '../../../domain/language.ts'
import type { WindowLimit } from '../../../domain/sliding-window.ts'
import { type Clock, later, MINUTE, SECOND } from '../../../domain/time.ts'
import { createAlarm } from '../../../runtime/alarm.ts'
import type { Log } from '../../../runtime/log.ts'
import type { Metrics } from '../../../runtime/metrics.ts'
import type { Failpoints } from '../../../store/contract/failpoints.ts'
import { createHostRate } from '../push/host-rate.ts'

/** All devices are looked at this often: another node may have stopped, or quiet hours may be over. */
const MAX_NAP_MS = 15 * SECOND
/** Devices notified at the same time. */
const MAX_CONCURRENT_DEVICES = 8
/** Requests in progress when the service stops are ended after this time. */
const CLOSING_MS = 5 * SECOND
/** Notifications that each node sends to one host: all devices are at a handful of push services. */
const NOTIFICATIONS_PER_HOST: WindowLimit = { times: 600, span: MINUTE }

type LeasedDevice = {
  key: number
  accountKey: number
  failing: DeviceFailing | null
  notifiedKey: number
  language: Language
}

type Loaded =
  | {
      kind: 'due'
      to: PushTarget
      notifications: readonly DeviceNotification[]
      unread: number
      notifiedKey: number
    }
  | { kind: 'nothing'; outcome: DeviceOutcome; isWaiting: boolean }

export type DeviceWorkerDeps<Device extends LeasedDevice> = {
  clock: Clock
  log: Log
  metrics: Metrics
  failpoint: Failpoints
  count(): Promise<number>
  /** Calls `listener` with the keys of accounts that may have new submissions. @returns ends that */
  onArrivals(listener: (accountKeys: readonly number[]) => void): () => void
  lease(request: { now: Date; accountKeys: readonly number[] | null; limit: number }): Promise<Device[]>
  load(device: Device, now: Date): Promise<Loaded>
  settle(device: Device, end: { outcome: DeviceOutcome; now: Date }): Promise<void>
  send(
    to: PushTarget,
    about: {
      notification: DeviceNotification
      language: Language
      unread: number
      now: Date
      signal: AbortSignal
    },
  ): Promise<PushAnswer>
}

export type DeviceWorker = {
  /** Notifies all devices that are due; resolves with the number of notifications sent. */
  drain(): Promise<number>
  /** Looks for devices again, because one was added. */
  wake(): void
  start(): void
  /** Begins no more, and waits for the requests in progress. */
  close(): Promise<void>
}

/** Creates the worker that notifies devices of new submissions. A submission costs it nothing before its commit. */
export function createDeviceWorker<Device extends LeasedDevice>(
  deps: DeviceWorkerDeps<Device>,
): DeviceWorker {
  const { clock, log, metrics, failpoint } = deps
  const alarm = createAlarm()
  const stopping = new AbortController()
  const hosts = createHostRate(NOTIFICATIONS_PER_HOST)
  let arrived = new Set<number>()
  let settling: NodeJS.Timeout | null = null
  /** Ends the listening for arrivals; null while there are no devices, so that a submission costs nothing. */
  let stopListening: (() => void) | null = null
  let closing = false
  let running: Promise<void> | null = null

  function listen({ hasDevices }: { hasDevices: boolean }): void {
    if (hasDevices && !closing) stopListening ??= deps.onArrivals(notify)
    else {
      stopListening?.()
      stopListening = null
    }
  }

  function notify(accountKeys: readonly number[]): void {
    if (closing || !running) return
    for (const key of accountKeys) arrived.add(key)
    settling ??= setTimeout(() => {
      settling = null
      alarm.ring()
    }, SETTLE_MS)
  }

  /** Notifies the devices of these accounts that are due, or of all. */
  async function notifyDue(accountKeys: readonly number[] | null): Promise<number> {
    let sent = 0
    for (;;) {
      const now = clock.now()
      const devices = await deps.lease({ now, accountKeys, limit: MAX_CONCURRENT_DEVICES })
      if (devices.length === 0 || closing) return sent
      const counts = await Promise.all(devices.map(notifyOne))
      for (const count of counts) sent += count
    }
  }

  /** Never throws: a device whose end is not stored is notified again when its lease ends. */
  async function notifyOne(device: Device): Promise<number> {
    try {
      const loaded = await deps.load(device, clock.now())
      if (loaded.kind === 'nothing') {
        await deps.settle(device, { outcome: loaded.outcome, now: clock.now() })
        if (loaded.isWaiting) notify([device.accountKey])
        return 0
      }
      const { outcome, sent } = await sendAll(device, loaded)
      failpoint?.('posted')
      await deps.settle(device, { outcome, now: clock.now() })
      failpoint?.('settled')
      return sent
    } catch (error) {
      log.error({ err: error, device: device.key }, 'device_not_notified')
      metrics.count('formslot_worker_faults_total')
      return 0
    }
  }

  async function sendAll(
    device: Device,
    { to, notifications, unread, notifiedKey }: Extract<Loaded, { kind: 'due' }>,
  ): Promise<{ outcome: DeviceOutcome; sent: number }> {
    const { host } = new URL(to.subscription.address)
    const reserved = hosts.reserve(host, notifications.length, clock.now())
    if (reserved < notifications.length) {
      hosts.release(host, reserved)
      const until = hosts.freeAt(host, clock.now()) ?? later(clock.now(), SECOND)
      return { outcome: { kind: 'waiting', until }, sent: 0 }
    }
    const signal = stopping.signal
    const { language } = device
    for (const [index, notification] of notifications.entries()) {
      const now = clock.now()
      const answer = await deps.send(to, { notification, language, unread, now, signal })
      metrics.count('formslot_device_notifications_total', answer.kind)
      if (answer.kind === 'sent') continue
      // A request that we ended says nothing about the other side.
      if (stopping.signal.aborted) return { outcome: { kind: 'waiting', until: now }, sent: index }
      return { outcome: toOutcome(device, answer, notifiedKey), sent: index }
    }
    const notBefore = later(clock.now(), NOTIFICATION_PAUSE_MS)
    return { outcome: { kind: 'notified', notifiedKey, isSent: true, notBefore }, sent: notifications.length }
  }

  function toOutcome(
    device: Device,
    answer: Exclude<PushAnswer, { kind: 'sent' }>,
    notifiedKey: number,
  ): DeviceOutcome {
    switch (answer.kind) {
      case 'gone':
        return { kind: 'gone' }
      case 'refused':
        return { kind: 'stopped', notifiedKey, answer: answer.answer }
      case 'failed': {
        const { minWaitMs } = answer
        const retry = decideRetry({ failing: device.failing, minWaitMs }, clock.now())
        return { kind: 'failed', notifiedKey, answer: answer.answer, ...retry }
      }
    }
  }

  async function run(): Promise<void> {
    let fullAt = Number.NEGATIVE_INFINITY
    while (!closing) {
      const isFull = performance.now() - fullAt >= MAX_NAP_MS
      const accountKeys = [...arrived]
      arrived = new Set()
      try {
        if (isFull) {
          listen({ hasDevices: (await deps.count()) > 0 })
          if (stopListening) await notifyDue(null)
          fullAt = performance.now()
        } else if (accountKeys.length > 0) await notifyDue(accountKeys)
      } catch (error) {
        // Due devices stay due.
        log.error({ err: error }, 'devices_unavailable')
        metrics.count('formslot_worker_faults_total')
        fullAt = performance.now()
      }
      if (!closing) await alarm.wait(MAX_NAP_MS)
    }
  }

  return {
    drain: () => notifyDue(null),
    wake: () => listen({ hasDevices: true }),
    start() {
      running ??= run()
    },
    async close() {
      closing = true
      stopListening?.()
      if (settling) clearTimeout(settling)
      alarm.ring()
      const aborting = setTimeout(() => stopping.abort(), CLOSING_MS)
      await running
      clearTimeout(aborting)
    },
  }
}
