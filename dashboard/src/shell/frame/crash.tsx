import type { ErrorComponentProps } from '@tanstack/react-router'
import { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../../controls/button.tsx'
import { useBackOnline, useOnline } from '../../controls/feedback/online.ts'
import { ErrorState } from '../../controls/feedback/states.tsx'
import { Failed } from '../loaded.tsx'
import { useTitle } from './title.ts'

/** Error screen inside the frame: a crash, or a screen that could not be loaded after an upgrade. */
export function Crash({ error, reset }: ErrorComponentProps) {
  useTitle('Something went wrong')
  const online = useOnline()
  useBackOnline(() => window.location.reload())
  if (error instanceof ApiError) return <Failed error={error} onRetry={reset} />
  if (!online) return <NotFetched />
  return (
    <div className="m-auto">
      <ErrorState
        title="This page could not be shown"
        hint="Reload it. If that doesn't help, contact the operator."
      >
        <Button icon="refresh" weight="main" onClick={() => window.location.reload()}>
          Reload
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
        title="This page isn't available offline"
        hint="It loads automatically when you're back online. Pages you opened before still work."
      />
    </div>
  )
}
