const NAME = 'formslot-notifications'

/** Notifications that were turned on in this browser: whose they are, and what was chosen. */
export type RememberedNotifications = {
  email: string
  endpoint_ids: string[] | null
  quiet_hours: { from: string; to: string; time_zone: string } | null
}

/** Remembers that notifications are on here, so that they go on when the same owner signs in again. */
export function rememberNotifications(remembered: RememberedNotifications): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(remembered))
  } catch {
    // In a browser that stores nothing they end with the session.
  }
}

/** Returns what is remembered; null where notifications are off. */
export function readRememberedNotifications(): RememberedNotifications | null {
  const text = localStorage.getItem(NAME)
  return text === null ? null : JSON.parse(text)
}

export function forgetNotifications(): void {
  localStorage.removeItem(NAME)
}
