import type { StatsWords } from '../stats-words.ts'

export const stats: StatsWords = {
  title: 'Estadísticas',
  period: 'Período',
  byHour: 'Eventos por hora, en UTC',
  byDay: 'Eventos por día, en UTC',
  events: 'Eventos',
  table: 'Como tabla',
  time: 'Hora',
  soFar: (time) => `${time}, hasta ahora`,
  names: 'Por nombre',
  name: 'Nombre',
  others: 'Otros',
  nothing: 'No hay eventos en este período.',
  note: (digits) =>
    `Esta página solo contiene totales: ningún evento individual y ningún visitante. Los nombres con menos de ${digits} eventos en 30 días se suman en «Otros».`,
  dead: 'El enlace está incompleto o ha sido revocado.',
}
