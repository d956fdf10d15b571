import { PLANS } from '../../src/domain/plans/plan.ts'
import { claimPage } from '../../src/http/pages/claimed.ts'
import { declinePage } from '../../src/http/pages/decline.ts'
import type { Language } from '../../src/http/pages/i18n/languages.ts'
import { mailStopPage } from '../../src/http/pages/stop-emails.ts'
import { tokenPage } from '../../src/http/pages/token.ts'
import type { Say } from './sample-pages.ts'

const BASE = 'https://forms.acme.org'
const HINT = 'j***@a***.org'
/** One of each kind. */
const ENDPOINTS = ['f_k3v9q2m7x4t8r5wz', 't_k3v9q2m7x4t8r5wz', 'q_k3v9q2m7x4t8r5wz']

/** What is behind the links of emails, for an endpoint of each kind, by name. */
export function linkPages(language: Language, say: Say): [string, string][] {
  const base = say(BASE)
  const accountHint = say(HINT)
  const action = say(`${BASE}/disown/token`)
  const actions = { claimAction: action, openAction: action, disownAction: action }
  const ofKinds = ENDPOINTS.flatMap((id): [string, string][] => {
    const shown = { base, language, formId: say(id) }
    const name = `${id.charAt(0)}-${language}`
    return [
      ...(['confirm', 'claimed', 'already_claimed'] as const).map((outcome): [string, string] => [
        `claim-${outcome}-${name}`,
        claimPage({ ...shown, outcome, accountHint, plan: PLANS.free, ...actions }),
      ]),
      ...(['ask', 'done', 'already_done', 'too_late'] as const).map((outcome): [string, string] => [
        `disown-${outcome}-${name}`,
        declinePage({ ...shown, accountHint, action, outcome }),
      ]),
      ...(['ask', 'stopped', 'started'] as const).map((outcome): [string, string] => [
        `emails-${outcome}-${name}`,
        mailStopPage({ ...shown, action, startAction: action, outcome }),
      ]),
    ]
  })
  const dead = (['unknown', 'expired', 'retired'] as const).map((reason): [string, string] => [
    `token-${reason}-${language}`,
    tokenPage({ base, language, reason }),
  ])
  return [...ofKinds, ...dead]
}
