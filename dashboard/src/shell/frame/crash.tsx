import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../../controls/button.tsx'
import { useBackOnline, useOnline } from '../../controls/feedback/online.ts'
import { ErrorState } from '../../controls/feedback/states.tsx'
import { Failed } from '../loaded.tsx'
import { useTitle } from './title.ts'

/** A screen that broke, or could not be fetched because a newer dashboard has replaced it. The frame stays. */
export function Crash({ error, reset }: ErrorComponentProps) {
  useTitle('Something went wrong')
  const online = useOnline()
  useBackOnline(() => window.location.reload())
  if (error instanceof ApiError) return <Failed error={error} onRetry={reset} />
  if (!online) return <NotFetched />
  return (
    <div className="m-auto">
      <ErrorState
        title="This screen could not be shown"
        hint="Load it again. If that does not help, tell the operator what you did."
      >
        <Button icon="refresh" weight="main" onClick={() => window.location.reload()}>
          Load again
        </Button>
      </ErrorState>
    </div>
  )
}

function NotFetched() {
  return (
    <div className="m-auto">
      <ErrorState
        icon="offline"
        title="This screen was not fetched yet"
        hint="It wants the network the first time. It appears by itself when that is back; what you have opened before is still there."
      />
    </div>
  )
}
