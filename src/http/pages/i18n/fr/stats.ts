import type { StatsWords } from '../stats-words.ts'

export const stats: StatsWords = {
  title: 'Statistiques',
  period: 'Période',
  byHour: 'Événements par heure, en UTC',
  byDay: 'Événements par jour, en UTC',
  events: 'Événements',
  table: 'Sous forme de tableau',
  time: 'Heure',
  soFar: (time) => `${time}, jusqu’ici`,
  names: 'Par nom',
  name: 'Nom',
  others: 'Autres',
  nothing: 'Aucun événement sur cette période.',
  note: (digits) =>
    `Cette page ne contient que des totaux, aucun événement isolé et aucun visiteur. Les noms de moins de ${digits} événements en 30 jours sont regroupés sous « Autres ».`,
  dead: 'Le lien est incomplet, ou il a été révoqué.',
}
