/** All sentences of the public page with the statistics of a telemetry endpoint, in one language. */
export type StatsWords = {
  /** Heading of the page of an endpoint without a name. */
  title: string
  /** Label of the choice of periods. */
  period: string
  /** Captions of the chart. */
  byHour: string
  byDay: string
  /** Number of events, as a heading. */
  events: string
  /** Opens the table with the numbers of the chart. */
  table: string
  time: string
  /** Names an hour or day that is not over. */
  soFar(time: string): string
  /** Heading of the counts by event name. */
  names: string
  name: string
  /** Events with all other names. */
  others: string
  nothing: string
  /** Limits of the page; `digits`: number of events from which a name is shown. */
  note(digits: string): string
  /** Reason why a link shows nothing. */
  dead: string
}
