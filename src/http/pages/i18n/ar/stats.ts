import type { StatsWords } from '../stats-words.ts'

export const stats: StatsWords = {
  title: 'الإحصاءات',
  period: 'الفترة',
  byHour: 'الأحداث في كل ساعة، بتوقيت UTC',
  byDay: 'الأحداث في كل يوم، بتوقيت UTC',
  events: 'الأحداث',
  table: 'عرض كجدول',
  time: 'الوقت',
  soFar: (time) => `${time}، حتى الآن`,
  names: 'حسب الاسم',
  name: 'الاسم',
  others: 'أخرى',
  nothing: 'لا توجد أحداث في هذه الفترة.',
  note: (digits) =>
    `تعرض هذه الصفحة المجاميع فقط، دون أي حدث منفرد ودون أي زائر. تُجمع الأسماء التي يقل عدد أحداثها عن ${digits} خلال 30 يومًا تحت «أخرى».`,
  dead: 'الرابط غير مكتمل، أو أُلغي.',
}
