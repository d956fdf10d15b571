import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../api/call.ts'
import { Button } from '../controls/button.tsx'
import { ErrorState } from '../controls/states.tsx'
import { Failed } from './loaded.tsx'
import { useTitle } from './title.ts'

/** A screen that broke, or could not be fetched because a newer dashboard has replaced it. The frame stays. */
export function Crash({ error, reset }: ErrorComponentProps) {
  useTitle('Something went wrong')
  if (error instanceof ApiError) return <Failed error={error} onRetry={reset} />
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
