import { Link } from '@tanstack/react-router'
import type { Endpoint } from '../../../api/schema.ts'
import { Section } from '../../../controls/section.tsx'
import { listDifferences } from './differences.ts'

/** Says what differs from a form that was just claimed, each with a link to its section. */
export function Summary({ endpoint }: { endpoint: Endpoint }) {
  const differences = listDifferences(endpoint, new Date())
  return (
    <Section title="Different from the default">
      {differences.length === 0 ? (
        <p className="text-muted">Nothing: every setting is at its default.</p>
      ) : (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
          {differences.map(({ section, label, text }) => (
            <div key={section} className="contents">
              <dt>
                {section === 'general' ? (
                  label
                ) : (
                  <Link
                    to="/forms/$endpointId/settings/{-$section}"
                    params={{ endpointId: endpoint.id, section }}
                    search
                    className="inline-flex min-h-6 items-center text-accent underline"
                  >
                    {label}
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
