import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../controls/button.tsx'
import { EmptyState } from '../../controls/feedback/states.tsx'
import { useTitle } from './title.ts'

/** An address of the dashboard that leads nowhere. */
export function NotFound() {
  useTitle('Not found')
  return (
    <div className="m-auto">
      <EmptyState
        icon="search"
        level={1}
        title="There is nothing at this address"
        deeds={
          <Link to="/inbox" className={buttonClass({ weight: 'main' })}>
            Go to the inbox
          </Link>
        }
      >
        The link may be old, or an email of it is missing.
      </EmptyState>
    </div>
  )
}
