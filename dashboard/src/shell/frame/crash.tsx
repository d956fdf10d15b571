import type { ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/client/api-error.ts'
import { checkConnection, useConnection, useReconnected } from '../../api/client/connection.ts'
import { Button } from '../../controls/button.tsx'
import { ErrorState } from '../../controls/feedback/states.tsx'
import { t } from '../../language/texts.ts'
import { PartNotLoaded } from '../lazy-part.tsx'
import { Failed } from '../loaded.tsx'
import { useTitle } from './title.ts'

/** Failures in a row, with the service there, after which a part has probably been replaced by an upgrade. */
const RELOAD_FAILURES = 2

/** Error screen inside the frame: a crash, or a part that could not be loaded. */
export function Crash({ error, reset }: ErrorComponentProps) {
  useTitle(t('shell.errors.unknown.title'))
  if (error instanceof ApiError) return <Failed error={error} onRetry={reset} />
  if (error instanceof PartNotLoaded) return <NotLoaded error={error} reset={reset} />
  return <Crashed />
}

function Crashed() {
  const [busy, reload] = useReload()
  return (
    <div className="m-auto">
      <ErrorState level={1} title={t('shell.crash.title')} hint={t('shell.crash.hint')}>
        <Button icon="refresh" weight="main" busy={busy} onClick={reload}>
          {t('shell.crash.reload')}
        </Button>
      </ErrorState>
    </div>
  )
}

function NotLoaded({ error, reset }: { error: PartNotLoaded; reset: () => void }) {
  const offline = useConnection() === 'offline'
  const [busy, reload] = useReload()
  const again = () => {
    error.forget()
    reset()
  }
  useReconnected(again)
  return (
    <div className="m-auto">
      <ErrorState
        level={1}
        icon="offline"
        title={t(offline ? 'shell.crash.offline' : 'shell.crash.notLoaded')}
        hint={t('shell.crash.notLoadedHint')}
      >
        <Button icon="refresh" busy={busy} onClick={error.failures < RELOAD_FAILURES ? again : reload}>
          {t('shell.words.tryAgain')}
        </Button>
      </ErrorState>
    </div>
  )
}

/** Reloads the page if the service answers; otherwise the browser would show its own error page. */
function useReload(): [busy: boolean, reload: () => Promise<void>] {
  const [busy, setBusy] = useState(false)
  const reload = async () => {
    setBusy(true)
    if (await checkConnection()) window.location.reload()
    else setBusy(false)
  }
  return [busy, reload]
}
