import type { OperatorInstance } from '../../api/accounts/operator.ts'
import { count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { type PlainKey, t } from '../../language/texts.ts'

type Refused = OperatorInstance['refused'][number]

const WHAT = {
  creations: 'operator.refused.creations',
  submissions: 'operator.refused.submissions',
  events: 'operator.refused.events',
  messages: 'operator.refused.messages',
} satisfies Record<Refused['what'], PlainKey>

/** Refusals of the node that answered since its start, by code. */
export function RefusedSection({ refused }: { refused: readonly Refused[] }) {
  return (
    <Section title={t('operator.refused.title')} description={t('operator.refused.about')}>
      {refused.length === 0 ? (
        <p className="text-muted">{t('operator.refused.nothing')}</p>
      ) : (
        <ul aria-label={t('operator.refused.title')} className="flex flex-col divide-y text-sm">
          {refused.map(({ what, code, count: times }) => (
            <li
              key={`${what} ${code}`}
              className="flex items-baseline justify-between gap-6 py-2 first:pt-0 last:pb-0"
            >
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
                <code className="[overflow-wrap:anywhere]">{code}</code>
                <span className="text-muted">{t(WHAT[what])}</span>
              </span>
              <span className="font-semibold tabular-nums">{count(times)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
