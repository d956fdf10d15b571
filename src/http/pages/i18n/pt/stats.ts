import type { StatsWords } from '../stats-words.ts'

export const stats: StatsWords = {
  title: 'Estatísticas',
  period: 'Período',
  byHour: 'Eventos por hora, em UTC',
  byDay: 'Eventos por dia, em UTC',
  events: 'Eventos',
  table: 'Em tabela',
  time: 'Horário',
  soFar: (time) => `${time}, até agora`,
  names: 'Por nome',
  name: 'Nome',
  others: 'Outros',
  nothing: 'Nenhum evento neste período.',
  note: (digits) =>
    `Esta página contém apenas totais: nenhum evento individual e nenhum visitante. Nomes com menos de ${digits} eventos em 30 dias são somados em “Outros”.`,
  dead: 'O link está incompleto ou foi revogado.',
}
