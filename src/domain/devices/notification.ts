/** Maximum number of forms that are told about one by one at a time; more are told together. */
export const MAX_FORMS_APART = 4
/** Maximum number of new submissions of a form that are counted. */
export const MAX_COUNTED_NEW = 1000

/** Content of a submission as a notification shows it; each null where it has none. */
export type NotifiedContent = { sender: string | null; words: string | null }

/** New submissions of one form. */
export type FormNews = {
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

/** A notification for a device. `form`: about one form. `forms`: about more forms than are told one by one. */
export type DeviceNotification =
  | { kind: 'form'; news: FormNews }
  | { kind: 'forms'; count: number; forms: number }
  | { kind: 'on' }
  | { kind: 'test' }

/** Plans the notifications about the new submissions of an account, at most one for each form. */
export function planNotifications(news: readonly FormNews[]): DeviceNotification[] {
  if (news.length <= MAX_FORMS_APART) return news.map((one) => ({ kind: 'form', news: one }))
  const count = news.reduce((sum, one) => sum + one.count, 0)
  return [{ kind: 'forms', count, forms: news.length }]
}
