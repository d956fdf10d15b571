import type { ReactNode } from 'react'
import { type ApiError, isTransient, unreachable } from '../api/client/api-error.ts'
import { checkConnection, useConnection, useReconnected } from '../api/client/connection.ts'
import { buttonClass } from '../controls/button.tsx'
import { ErrorState } from '../controls/feedback/states.tsx'
import { t } from '../language/texts.ts'
import { describeReadError } from './error-words.ts'

type QueryState<Data> = {
  data: Data | undefined
  error: ApiError | null
  refetch: () => unknown
}

/**
 * Shows a query: a skeleton while loading, an error with retry, or the data, also while a refetch fails. Empty
 * states are up to the screen.
 */
export function Loaded<Data>(props: {
  query: QueryState<Data>
  loading: ReactNode
  children: (data: Data) => ReactNode
}) {
  const { query, loading, children } = props
  const connection = useConnection()
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failed error={query.error} onRetry={() => query.refetch()} />
  return connection === 'connected' ? loading : <Unreachable />
}

/** Says why nothing is there yet, in place of what would load; it loads by itself when the service is back. */
export function Unreachable() {
  return <Failed error={unreachable()} onRetry={checkConnection} />
}

/** Error in place of the content; retries when the service can be reached again. */
export function Failed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  useReconnected(() => isTransient(error) && onRetry())
  if (error.status === 401) {
    return (
      <ErrorState
        icon="signout"
        title={t('shell.errors.notSignedIn.title')}
        hint={t('shell.errors.notSignedIn.detail')}
      >
        <a className={buttonClass({ weight: 'main' })} href="/sign-in?next=/app">
          {t('shell.account.signIn')}
        </a>
      </ErrorState>
    )
  }
  const known = error.status === 404
  const { title, detail } = describeReadError(error)
  return (
    <ErrorState
      icon={error.code === 'offline' ? 'offline' : 'spam'}
      title={title}
      hint={detail}
      requestId={known ? null : error.requestId}
      {...(known ? {} : { onRetry })}
    />
  )
}
