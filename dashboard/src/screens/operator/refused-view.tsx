import { Link } from '@tanstack/react-router'
import { useMostRefused } from '../../api/accounts/operator.ts'
import { buttonClass } from '../../controls/button.tsx'
import { SkeletonRows } from '../../controls/feedback/skeleton.tsx'
import { count } from '../../controls/numbers.ts'
import { t } from '../../language/texts.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { List, Row } from './overseen-list.tsx'

/** Forms that refused the most in the last 24 hours, with the codes. */
export function RefusedView() {
  const query = useMostRefused()
  return (
    <Loaded query={query} loading={<SkeletonRows rows={4} />}>
      {({ data }) => (
        <>
          <p className="text-sm text-muted text-pretty">{t('operator.endpoints.aboutRefused')}</p>
          <List
            label={t('operator.sections.endpoints')}
            isEmpty={data.length === 0}
            empty={t('operator.endpoints.nothingRefused')}
          >
            {data.map(({ id, owner, site, refused, codes }) => (
              <Row
                key={id}
                title={<code>{id}</code>}
                facts={[
                  t('operator.endpoints.refused', { count: refused }),
                  owner ?? t('operator.endpoints.noOwner'),
                  ...(site === null ? [] : [site]),
                ]}
                below={
                  <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
                    {codes.map(({ code, count: times }) => (
                      <li key={code}>
                        <code>{code}</code> <span className="tabular-nums">{count(times)}</span>
                      </li>
                    ))}
                  </ul>
                }
              >
                <Link
                  to="/operator"
                  search={{ section: 'endpoints', q: id }}
                  aria-label={t('operator.endpoints.showNamed', { id })}
                  className={buttonClass({ size: 'small' })}
                >
                  {t('operator.endpoints.show')}
                </Link>
              </Row>
            ))}
          </List>
        </>
      )}
    </Loaded>
  )
}
