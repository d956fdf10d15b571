import type { StatsWords } from '../stats-words.ts'

export const stats: StatsWords = {
  title: '统计',
  period: '时间段',
  byHour: '每小时事件数（UTC）',
  byDay: '每天事件数（UTC）',
  events: '事件',
  table: '以表格显示',
  time: '时间',
  soFar: (time) => `${time}（截至目前）`,
  names: '按名称',
  name: '名称',
  others: '其他',
  nothing: '此时间段内没有事件。',
  note: (digits) =>
    `此页面只包含总数，不含单个事件，也不含访客信息。30 天内事件少于 ${digits} 个的名称合并为“其他”。`,
  dead: '链接不完整，或已被撤销。',
}
