import type { StatsWords } from '../stats-words.ts'

export const stats: StatsWords = {
  title: 'Statistik',
  period: 'Zeitraum',
  byHour: 'Events pro Stunde, in UTC',
  byDay: 'Events pro Tag, in UTC',
  events: 'Events',
  table: 'Als Tabelle',
  time: 'Zeit',
  soFar: (time) => `${time}, bis jetzt`,
  names: 'Nach Name',
  name: 'Name',
  others: 'Andere',
  nothing: 'In diesem Zeitraum gab es keine Events.',
  note: (digits) =>
    `Diese Seite enthält nur Summen, keine einzelnen Events und keine Besucher. Namen mit weniger als ${digits} Events in 30 Tagen sind unter „Andere“ zusammengefasst.`,
  dead: 'Der Link ist unvollständig oder wurde widerrufen.',
}
