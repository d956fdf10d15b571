import type { ReactNode } from 'react'
import { type OperatorInstance, useInstance } from '../../api/accounts/operator.ts'
import { FactTable, TallFact } from '../../controls/fact.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { BackupSection } from './backup-section.tsx'
import { NodesSection } from './nodes-section.tsx'
import { RefusedSection } from './refused-section.tsx'
import { StorageSection } from './storage-section.tsx'

/** Version, totals, nodes, storage, backup, refusals and settings of the instance. */
export function InstanceView() {
  const query = useInstance()
  return (
    <Loaded query={query} loading={<SkeletonRows rows={3} />}>
      {(instance) => (
        <>
          <Totals instance={instance} />
          <NodesSection nodes={instance.nodes} />
          <StorageSection instance={instance} />
          <BackupSection database={instance.storage.database} at={instance.backed_up_at} />
          <RefusedSection refused={instance.refused} />
          <Section title={t('shell.words.settings')} description={t('operator.instance.aboutSettings')}>
            <FactTable
              stacks
              facts={instance.settings.map((setting) => [setting.name, describeSetting(setting)])}
            />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function describeSetting({ source, value }: OperatorInstance['settings'][number]): ReactNode {
  const shown = value === null ? t('operator.instance.secret') : <bdi dir="ltr">{value}</bdi>
  return source === 'file' ? rich('operator.instance.fromFile', { value: shown }) : shown
}

function Totals({ instance }: { instance: OperatorInstance }) {
  return (
    <Section title={t('operator.sections.instance')}>
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3">
        <TallFact name={t('operator.instance.version')}>{instance.version}</TallFact>
        <TallFact name={t('operator.instance.address')}>
          <span dir="ltr" className="[overflow-wrap:anywhere]">
            {instance.base_url}
          </span>
        </TallFact>
        <TallFact name={t('operator.sections.owners')}>
          {t('operator.instance.owners', {
            number: count(instance.owners),
            suspended: instance.suspended_owners,
          })}
        </TallFact>
        <TallFact name={t('operator.sections.endpoints')}>
          {t('operator.instance.endpoints', {
            number: count(instance.endpoints),
            suspended: instance.suspended_endpoints,
          })}
        </TallFact>
      </dl>
    </Section>
  )
}
