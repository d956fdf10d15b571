import type { StatsWords } from '../stats-words.ts'

export const stats: StatsWords = {
  title: '統計',
  period: '期間',
  byHour: '1 時間ごとのイベント数（UTC）',
  byDay: '1 日ごとのイベント数（UTC）',
  events: 'イベント',
  table: '表で見る',
  time: '日時',
  soFar: (time) => `${time}（集計中）`,
  names: '名前別',
  name: '名前',
  others: 'その他',
  nothing: 'この期間のイベントはありません。',
  note: (digits) =>
    `このページには合計だけが表示され、個々のイベントや訪問者は含まれません。30 日間で ${digits} 件未満の名前は「その他」にまとめられます。`,
  dead: 'リンクが不完全か、取り消されています。',
}
