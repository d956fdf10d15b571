import type { StatsWords } from '../stats-words.ts'

export const stats: StatsWords = {
  title: 'Statistics',
  period: 'Period',
  byHour: 'Events by hour, in UTC',
  byDay: 'Events by day, in UTC',
  events: 'Events',
  table: 'As a table',
  time: 'Time',
  soFar: (time) => `${time}, so far`,
  names: 'By name',
  name: 'Name',
  others: 'Other',
  nothing: 'No events in this period.',
  note: (digits) =>
    `This page shows totals only: no single events and no visitors. Names with fewer than ${digits} events in 30 days are combined as “Other”.`,
  dead: 'The link is incomplete, or it has been revoked.',
}
