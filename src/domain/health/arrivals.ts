import type { Finding } from './finding.ts'

/** Arrivals at a form so far. Its status tells everybody, too, that something has arrived. */
export type Arrivals = {
  hasArrived: boolean
  /** null unless for the browser that created the form */
  details: {
    /** Host of the site that sent the first submission. */
    siteHost: string | null
    /** Names of the fields that arrived, without those that control the service. */
    fields: readonly string[]
    /** Nothing was accepted, but something was refused. */
    onlyRefused: boolean
    findings: readonly Finding[]
  } | null
}
