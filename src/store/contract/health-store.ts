import type { EndpointFacts } from '../../domain/endpoints/endpoint.ts'
import type { HourObservations } from '../../domain/health/observations.ts'
import type { NewNotice } from './changes.ts'

/** Observations of what pages send to forms, and the findings that owners were told about by email. */
export type HealthStore = {
  /**
   * Adds observations; those of several nodes add up. Ids that no form has are ignored.
   *
   * @param batch each form and hour at most once
   */
  addObservations(batch: readonly NewObservations[]): Promise<void>
  /** Loads the hours of a form since then in which something was observed, oldest first. */
  loadObservations(request: { endpointId: string; firstHour: number }): Promise<HourObservations[]>
  /**
   * Lists claimed forms with a key above `after` that were observed since `firstHour`, or have a finding that their owner was
   * told about, in the order of their keys. `next`: the key to continue after; null at the end.
   */
  listObserved(request: {
    after: number
    firstHour: number
    limit: number
  }): Promise<{ forms: ObservedForm[]; next: number | null }>
  /**
   * Records that a form has these findings now, and sends one email about those that are new: not seen since `wellSince`.
   *
   * @param request.toNotice builds the email about the new findings, which are some of `findings`
   */
  announce(request: {
    endpointKey: number
    findings: readonly string[]
    wellSince: Date
    now: Date
    toNotice(news: readonly string[]): NewNotice
  }): Promise<void>
  /** Deletes a batch of observations of earlier hours, and of findings last seen before then. Returns 0 when none is left. */
  purge(request: { firstHour: number; seenBefore: Date }): Promise<number>
}

export type NewObservations = HourObservations & { endpointId: string }

/** A claimed form with observations. */
export type ObservedForm = { key: number; endpoint: EndpointFacts; mailboxKey: string }
