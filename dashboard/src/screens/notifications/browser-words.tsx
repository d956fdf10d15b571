import { type PlainKey, t } from '../../language/texts.ts'
import type { BrowserState } from '../../shell/notifications/browser.ts'

type Words = { summary: PlainKey; steps: readonly PlainKey[] }

/** Says why notifications cannot be turned on in this browser, and what helps. */
export const BROWSER_WORDS: Readonly<Record<Exclude<BrowserState, 'ready'>, Words>> = {
  blocked: {
    summary: 'notifications.blocked.summary',
    steps: ['notifications.blocked.open', 'notifications.blocked.allow', 'notifications.blocked.reload'],
  },
  home_screen_needed: {
    summary: 'notifications.homeScreen.summary',
    steps: [
      'notifications.homeScreen.share',
      'notifications.homeScreen.choose',
      'notifications.homeScreen.open',
    ],
  },
  insecure: { summary: 'notifications.insecure', steps: [] },
  unsupported: { summary: 'notifications.unsupported', steps: [] },
}

export function Steps({ steps }: { steps: readonly PlainKey[] }) {
  if (steps.length === 0) return null
  return (
    <ol className="list-decimal space-y-1 ps-5">
      {steps.map((step) => (
        <li key={step}>{t(step)}</li>
      ))}
    </ol>
  )
}
