import { Suspense, useEffect, useState } from 'react'
import { onFreshSignInNeeded } from '../../api/client/fresh-sign-in.ts'
import { lazyPart } from '../lazy-part.tsx'

const StepUpDialog = lazyPart(() => import('./step-up-dialog.tsx').then((file) => file.StepUpDialog))

/** Handles calls that need a fresh sign-in. */
export function StepUp() {
  const [waiting, setWaiting] = useState<{ done: (fresh: boolean) => void } | null>(null)
  useEffect(
    () =>
      onFreshSignInNeeded(
        () =>
          new Promise((resolve) => {
            setWaiting({ done: resolve })
          }),
      ),
    [],
  )
  if (waiting === null) return null
  return (
    <Suspense>
      <StepUpDialog
        onDone={(fresh) => {
          setWaiting(null)
          waiting.done(fresh)
        }}
      />
    </Suspense>
  )
}
