import { useState } from 'react'
import type { DeadFilter } from '../../api/queues/queue-messages.ts'
import { Select } from '../../controls/fields/select.tsx'
import { t } from '../../language/texts.ts'

const HOUR_MS = 3_600_000

/** Bounds of the time at which messages were published. */
export type Published = Pick<DeadFilter, 'since' | 'until'>

const TIMES = [
  { value: 'any', text: 'queue.dead.anyTime', side: null, hours: 0 },
  { value: '1h', text: 'queue.dead.lastHour', side: 'since', hours: 1 },
  { value: '24h', text: 'queue.dead.lastDay', side: 'since', hours: 24 },
  { value: 'earlier', text: 'queue.dead.earlier', side: 'until', hours: 24 },
] as const

/** Choice of the time in which messages were published. */
export function PublishedFilter({ onChange }: { onChange: (published: Published) => void }) {
  const [chosen, setChosen] = useState<(typeof TIMES)[number]['value']>('any')
  return (
    <Select
      label={t('queue.dead.publishedLabel')}
      value={chosen}
      choices={TIMES.map(({ value, text }) => ({ value, label: t(text) }))}
      onChange={(value) => {
        setChosen(value)
        const { side = null, hours = 0 } = TIMES.find((time) => time.value === value) ?? {}
        onChange(side === null ? {} : { [side]: new Date(Date.now() - hours * HOUR_MS).toISOString() })
      }}
    />
  )
}
