import type { ReactNode } from 'react'
import { type ApiError, errorTitle } from '../api/client/api-error.ts'
import { buttonClass } from '../controls/button.tsx'
import { useBackOnline } from '../controls/feedback/online.ts'
import { ErrorState } from '../controls/feedback/states.tsx'

type Asked<Data> = {
  data: Data | undefined
  error: ApiError | null
  refetch: () => unknown
}

/**
 * What every screen does with an answer: a skeleton until it is here, the error with a retry when it cannot be had,
 * and afterwards the data, also while a newer answer fails. An empty list is the screen's own to say.
 */
export function Loaded<Data>(props: {
  query: Asked<Data>
  loading: ReactNode
  children: (data: Data) => ReactNode
}) {
  const { query, loading, children } = props
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failed error={query.error} onRetry={() => query.refetch()} />
  return loading
}

/** An error of the API in the place of what was asked for; a lack of network mends itself when that is back. */
export function Failed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  useBackOnline(() => error.code === 'offline' && onRetry())
  if (error.status === 401) {
    return (
      <ErrorState icon="signout" title="You are signed out" hint="Sign in again to go on where you were.">
        <a className={buttonClass({ weight: 'main' })} href="/sign-in?next=/app">
          Sign in
        </a>
      </ErrorState>
    )
  }
  const known = error.status === 404
  return (
    <ErrorState
      icon={error.code === 'offline' ? 'offline' : 'spam'}
      title={errorTitle(error)}
      hint={known ? 'The link may be old, or it leads to what is not yours.' : error.hint}
      requestId={known ? null : error.requestId}
      {...(known ? {} : { onRetry })}
    />
  )
}
