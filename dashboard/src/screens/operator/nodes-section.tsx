import type { OperatorInstance } from '../../api/accounts/operator.ts'
import { Badge } from '../../controls/badge.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'

/** Processes that serve the instance; one that is silent is marked. */
export function NodesSection({ nodes }: { nodes: OperatorInstance['nodes'] }) {
  return (
    <Section title={t('operator.nodes.title')} description={t('operator.nodes.about')}>
      {nodes.length === 0 ? (
        <p className="text-muted">{t('operator.nodes.empty')}</p>
      ) : (
        <ul aria-label={t('operator.nodes.title')} className="flex flex-col divide-y">
          {nodes.map(({ name, version, started_at, seen_at, runs }) => (
            <li key={name} className="py-2.5 first:pt-0 last:pb-0">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
                <code className="[overflow-wrap:anywhere]">{name}</code>
                {runs ? null : <Badge tone="warn">{t('operator.nodes.silent')}</Badge>}
              </p>
              <p className="text-sm text-muted">
                {t('operator.nodes.version', { version })} ·{' '}
                {rich('operator.nodes.started', { time: <RelativeTime at={started_at} /> })} ·{' '}
                {rich('operator.nodes.seen', { time: <RelativeTime at={seen_at} /> })}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
