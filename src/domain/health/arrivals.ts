import type { ClaimEmailState } from '../outbox/claim-email-state.ts'
import type { Finding } from './finding.ts'

/**
 * Arrivals at a form so far. Those of a claimed form are its owner's: whoever sends spam could look up what its filter lets
 * through, also with the browser that created it.
 */
export type Arrivals = {
  isClaimed: boolean
  /** null where nobody is told */
  hasArrived: boolean | null
  /** null unless for the browser that created the form, until it is claimed */
  details: {
    /** Host of the site that sent the first submission. */
    siteHost: string | null
    /** Names of the fields that arrived, without those that control the service. */
    fields: readonly string[]
    /** Nothing was accepted, but something was refused. */
    onlyRefused: boolean
    findings: readonly Finding[]
    /** null before the first submission. */
    claimEmail: { state: ClaimEmailState; recipientHint: string } | null
  } | null
}
