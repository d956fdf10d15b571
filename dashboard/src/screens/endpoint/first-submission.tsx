import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKeys } from '../../api/client/query-keys.ts'
import { useHealth } from '../../api/endpoints/health.ts'
import type { Endpoint } from '../../api/schema.ts'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'
import { TestButton } from '../../shell/owned/test-button.tsx'
import { WaysToSubmit } from '../snippets/ways-to-submit.tsx'
import { FindingList } from './health-section.tsx'

/** Empty state of a form without submissions. It follows what the page sends, also what is refused. */
export function FirstSubmission({ endpoint }: { endpoint: Endpoint }) {
  const client = useQueryClient()
  const { data: health } = useHealth(endpoint.id, 'followed')
  const hasArrived = (health?.accepted ?? 0) > 0
  useEffect(() => {
    if (hasArrived) client.invalidateQueries({ queryKey: queryKeys.endpoints.one(endpoint.id) })
  }, [hasArrived, client, endpoint.id])
  return (
    <div className="mx-auto flex max-w-2xl flex-col">
      <EmptyState
        icon="mail"
        title={t('endpoint.first.title')}
        actions={<TestButton kind="endpoints" owned={endpoint} weight="main" />}
      >
        {t('endpoint.first.text')}
      </EmptyState>
      <div role="status">
        {health && health.findings.length > 0 ? (
          <div className="mb-6">
            <Section title={t('endpoint.first.notSaved')}>
              <FindingList findings={health.findings} />
            </Section>
          </div>
        ) : null}
      </div>
      <WaysToSubmit endpoint={endpoint} />
    </div>
  )
}
