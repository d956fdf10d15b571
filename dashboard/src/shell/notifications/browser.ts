import type { Subscription } from '../../api/accounts/devices.ts'

const SERVICE_WORKER = '/app/service-worker.js'
const SCOPE = '/app/'

declare global {
  interface Window {
    /** Trusted Types, which not every browser has; a trusted address passes for a string. */
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string }
    }
  }
}

/** State of notifications in this browser; each but `ready` says why they cannot be turned on. */
export type BrowserState = 'ready' | 'blocked' | 'insecure' | 'home_screen_needed' | 'unsupported'

export function getBrowserState(): BrowserState {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return isApple() && !isInstalled() ? 'home_screen_needed' : 'unsupported'
  }
  return Notification.permission === 'denied' ? 'blocked' : 'ready'
}

/**
 * Asks for the permission, and subscribes this browser at its push service. Call it after a click: browsers refuse it otherwise.
 *
 * @returns null when the permission was not given
 */
export async function subscribe(serverKey: string): Promise<Subscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(toScriptUrl(SERVICE_WORKER), { scope: SCOPE })
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before && !hasKey(before, serverKey)) await before.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: serverKey }
  return toSubscription(await pushManager.subscribe(options))
}

/** Returns the subscription of this browser; null without one. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (getBrowserState() !== 'ready') return null
  const registration = await navigator.serviceWorker.getRegistration(SCOPE)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}

/** Returns true for a subscription that is bound to this key of the service. */
export function hasKey({ options }: PushSubscription, serverKey: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === serverKey
}

export function toSubscription(subscription: PushSubscription): Subscription {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

/** The policy of the dashboard takes addresses of scripts from this code alone. */
function toScriptUrl(address: string) {
  const policy = window.trustedTypes?.createPolicy('formslot-service-worker', {
    createScriptURL: (url) => url,
  })
  return policy?.createScriptURL(address) ?? address
}

/** Safari on iPhones and iPads offers push only to apps on the home screen. */
function isApple(): boolean {
  return (
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
  )
}

function isInstalled(): boolean {
  return window.matchMedia('(display-mode: standalone)').matches
}
