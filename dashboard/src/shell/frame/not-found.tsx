import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../controls/button.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { t } from '../../language/texts.ts'
import { useTitle } from './title.ts'

/** Screen for an unknown path. */
export function NotFound() {
  useTitle(t('shell.errors.endpointNotFound.title'))
  return (
    <div className="m-auto">
      <EmptyState
        icon="search"
        level={1}
        title={t('shell.errors.notFound.title')}
        actions={
          <Link to="/inbox" className={buttonClass({ weight: 'main' })}>
            {t('shell.notFound.toInbox')}
          </Link>
        }
      >
        {t('shell.notFound.hint')}
      </EmptyState>
    </div>
  )
}
