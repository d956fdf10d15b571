import type { ReactNode } from 'react'
import type { BrowserState } from '../../shell/notifications/browser.ts'

type Words = { summary: string; steps: ReactNode }

/** Says why notifications cannot be turned on in this browser, and what helps. */
export const BROWSER_WORDS: Readonly<Record<Exclude<BrowserState, 'ready'>, Words>> = {
  blocked: {
    summary: 'This browser blocks notifications from this site.',
    steps: (
      <Steps>
        <li>Open the site settings: the icon to the left of the address, or the lock.</li>
        <li>Allow notifications.</li>
        <li>Reload this page.</li>
      </Steps>
    ),
  },
  home_screen_needed: {
    summary: 'On an iPhone or iPad, only apps on the home screen get notifications.',
    steps: (
      <Steps>
        <li>In Safari, tap the share button.</li>
        <li>Choose “Add to Home Screen”.</li>
        <li>Open Formslot from the home screen, and turn notifications on there.</li>
      </Steps>
    ),
  },
  insecure: {
    summary:
      'Browsers allow notifications only over https. The operator of this instance can set up a certificate.',
    steps: null,
  },
  unsupported: {
    summary: 'This browser has no web push. Use a current Chrome, Edge, Firefox or Safari.',
    steps: null,
  },
}

function Steps({ children }: { children: ReactNode }) {
  return <ol className="list-decimal space-y-1 pl-5">{children}</ol>
}
