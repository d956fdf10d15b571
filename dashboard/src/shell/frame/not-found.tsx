import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../controls/button.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { useTitle } from './title.ts'

/** Screen for an unknown path. */
export function NotFound() {
  useTitle('Not found')
  return (
    <div className="m-auto">
      <EmptyState
        icon="search"
        level={1}
        title="Page not found"
        actions={
          <Link to="/inbox" className={buttonClass({ weight: 'main' })}>
            Go to the inbox
          </Link>
        }
      >
        The link may be outdated or incomplete.
      </EmptyState>
    </div>
  )
}
