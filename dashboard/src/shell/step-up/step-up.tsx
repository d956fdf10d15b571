import { useEffect, useState } from 'react'
import { onFreshSignInNeeded } from '../../api/client/fresh-sign-in.ts'
import { lazyPart } from '../lazy-part.tsx'

const StepUpDialog = lazyPart(() => import('./step-up-dialog.tsx').then((file) => file.StepUpDialog), null)

/** Handles calls that need a fresh sign-in. */
export function StepUp() {
  const [waiting, setWaiting] = useState<{ done: (fresh: boolean) => void } | null>(null)
  useEffect(
    () =>
      onFreshSignInNeeded(() => {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        setWaiting({ done: resolve })
        return promise
      }),
    [],
  )
  if (waiting === null) return null
  return (
    <StepUpDialog
      onDone={(fresh) => {
        setWaiting(null)
        waiting.done(fresh)
      }}
    />
  )
}
