import { useEffect, useState } from 'react'
import { useMe } from '../../api/accounts/me.ts'
import { confirmStepUp, requestStepUp } from '../../api/accounts/sessions.ts'
import type { ApiError } from '../../api/client/api-error.ts'
import { Skeleton } from '../../controls/feedback/skeleton.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Dialog } from '../../controls/overlays/dialog.tsx'
import { rich, t } from '../../language/texts.ts'
import { errorText } from '../error-words.ts'

/** Asks for a code sent by email before an action that can't be undone; the action then continues by itself. */
export function StepUpDialog({ onDone }: { onDone: (fresh: boolean) => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { data: me } = useMe()
  const [code, setCode] = useState('')
  const [error, setError] = useState<ApiError | null>(null)
  const [busy, setBusy] = useState(false)

  async function send() {
    setSentTo(null)
    setError(null)
    const answer = await requestStepUp()
    if (answer.ok) setSentTo(answer.value.sent_to)
    else setError(answer.error)
  }

  async function confirm() {
    setBusy(true)
    setError(null)
    const answer = await confirmStepUp(code.trim())
    setBusy(false)
    if (answer.ok) onDone(true)
    else setError(answer.error)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: one email when it opens, more only on a click.
  useEffect(() => {
    send()
  }, [])

  const inField = error !== null && sentTo !== null
  return (
    <Dialog
      open
      onClose={() => onDone(false)}
      title={t('shell.stepUp.title')}
      description={
        sentTo === null ? (
          <>
            {t(error ? 'shell.stepUp.notSent' : 'shell.stepUp.sending')}
            {error ? null : <Skeleton className="mt-2 h-4 w-1/2" />}
          </>
        ) : (
          rich('shell.stepUp.sent', {
            address: <strong className="text-ink">{me?.email ?? sentTo}</strong>,
          })
        )
      }
      form={{ submit: confirm, label: t('shell.stepUp.confirm'), busy, disabled: code.trim() === '' }}
    >
      <TextField
        label={t('shell.stepUp.code')}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        error={inField ? errorText(error) : null}
        autoComplete="one-time-code"
        inputMode="text"
        spellCheck={false}
        className="[&_input]:h-12 [&_input]:text-center [&_input]:font-mono [&_input]:text-xl [&_input]:tracking-[0.25em]"
      />
      {error && sentTo === null ? (
        <p role="alert" className="text-sm text-danger">
          {errorText(error)}
        </p>
      ) : null}
      <p className="text-sm text-muted">
        {t('shell.stepUp.missing')}{' '}
        <button type="button" onClick={send} className="min-h-6 text-accent underline underline-offset-4">
          {t('shell.stepUp.again')}
        </button>
      </p>
    </Dialog>
  )
}
