import { useHealth } from '../../api/endpoints/health.ts'
import type { Endpoint, Health } from '../../api/schema.ts'
import { Badge, type Tone } from '../../controls/badge.tsx'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { Section } from '../../controls/section.tsx'
import { type PlainKey, t } from '../../language/texts.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { describeFinding } from './finding-words.tsx'

type Finding = Health['findings'][number]

const SEVERITIES: Readonly<Record<Finding['severity'], { tone: Tone; label: PlainKey }>> = {
  problem: { tone: 'bad', label: 'endpoint.health.problem' },
  warning: { tone: 'warn', label: 'endpoint.health.warning' },
  notice: { tone: 'plain', label: 'endpoint.health.tip' },
}

/** Findings about the page of a form, and what to do about each. */
export function HealthSection({ endpoint }: { endpoint: Endpoint }) {
  return (
    <Section title={t('endpoint.health.title')} description={t('endpoint.health.text')}>
      <Loaded query={useHealth(endpoint.id)} loading={<Skeleton className="h-6" />}>
        {({ findings }) =>
          findings.length === 0 ? (
            <p className="text-muted">{t('endpoint.health.nothing')}</p>
          ) : (
            <FindingList findings={findings} />
          )
        }
      </Loaded>
    </Section>
  )
}

/** Findings with what to do about each. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  return (
    <ul className="flex flex-col divide-y">
      {findings.map((finding) => (
        <FindingRow key={`${finding.code} ${finding.field ?? ''}`} finding={finding} />
      ))}
    </ul>
  )
}

function FindingRow({ finding }: { finding: Finding }) {
  const { tone, label } = SEVERITIES[finding.severity]
  const { seen, fix } = describeFinding(finding)
  return (
    <li className="flex flex-col items-start gap-2 py-3 first:pt-0 last:pb-0 sm:flex-row sm:gap-3">
      <div className="shrink-0 sm:w-18">
        <Badge tone={tone}>{t(label)}</Badge>
      </div>
      <div className="min-w-0">
        <p className="wrap-anywhere">{seen}</p>
        <p className="mt-1 text-sm text-muted wrap-anywhere">{fix}</p>
      </div>
    </li>
  )
}
