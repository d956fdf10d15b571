import { Link } from '@tanstack/react-router'
import type { Endpoint } from '../../../api/schema.ts'
import { Section } from '../../../controls/section.tsx'
import { t } from '../../../language/texts.ts'
import { listDifferences } from './differences.ts'
import { SECTION_NAMES } from './section-names.ts'

/** Says what differs from a form that was just claimed, each with a link to its section. */
export function Summary({ endpoint }: { endpoint: Endpoint }) {
  const differences = listDifferences(endpoint, new Date())
  return (
    <Section title={t('endpoint.summary.title')}>
      {differences.length === 0 ? (
        <p className="text-muted">{t('endpoint.summary.nothing')}</p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          {differences.map(({ section, text }) => (
            <div key={section} className="contents">
              <dt>
                {section === 'general' ? (
                  t(SECTION_NAMES[section])
                ) : (
                  <Link
                    to="/forms/$endpointId/settings/{-$section}"
                    params={{ endpointId: endpoint.id, section }}
                    search
                    className="inline-flex min-h-6 items-center text-accent underline"
                  >
                    {t(SECTION_NAMES[section])}
                  </Link>
                )}
              </dt>
              <dd className="min-w-0">{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  )
}
