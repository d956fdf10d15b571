/** Maximum number of forms with a notification each; more share one. */
export const MAX_FORMS_APART = 4
/** Maximum number of new submissions of a form that are counted. */
export const MAX_COUNTED_NEW = 1000

/** Content of a submission as a notification shows it; each null where it has none. */
export type NotifiedContent = { sender: string | null; words: string | null }

/** New submissions of one form. */
export type NewSubmissions = {
  endpointId: string
  /** Name of the form; null without one. */
  form: string | null
  /** Id of the newest one. */
  submissionId: string
  /** Number of those that count as new, at most `MAX_COUNTED_NEW`. */
  count: number
  /** Content of the newest one; null where it must not leave the account. */
  content: NotifiedContent | null
}

/** A notification for a device. `form`: about one form. `forms`: about more forms than get one each. */
export type DeviceNotification =
  | { kind: 'form'; arrived: NewSubmissions }
  | { kind: 'forms'; count: number; forms: number }
  | { kind: 'on' }
  | { kind: 'test' }

/** Plans the notifications about the new submissions of an account, at most one for each form. */
export function planNotifications(arrivals: readonly NewSubmissions[]): DeviceNotification[] {
  if (arrivals.length <= MAX_FORMS_APART) return arrivals.map((arrived) => ({ kind: 'form', arrived }))
  const count = arrivals.reduce((sum, one) => sum + one.count, 0)
  return [{ kind: 'forms', count, forms: arrivals.length }]
}
