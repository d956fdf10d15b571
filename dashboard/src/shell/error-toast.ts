import { useCallback } from 'react'
import type { ApiError } from '../api/client/api-error.ts'
import { useToast } from '../controls/overlays/toast.tsx'
import { t } from '../language/texts.ts'
import { describeError, describeReadError } from './error-words.ts'

type Failure = {
  /** Names the action that failed, such as "Not archived"; without it, the error is the title. */
  title?: string
  retry?: () => void
  /** `read`: nothing was to be changed. */
  kind?: 'change' | 'read'
  /** The toast of the action, which becomes the failure. */
  toast?: string
}

/** Shows an error as a toast: `mutate(…, { onError: (error) => showError(error, { title: 'Not sent' }) })`. */
export function useErrorToast(): (error: ApiError, failure?: Failure) => void {
  const { showToast, close } = useToast()
  return useCallback(
    (error, { title, retry, toast, kind = 'change' } = {}) => {
      // Canceled by the owner, or redirecting to sign-in.
      if (error.code === 'fresh_sign_in_needed' || error.status === 401) {
        if (toast !== undefined) close(toast)
        return
      }
      const words = kind === 'read' ? describeReadError(error) : describeError(error)
      showToast({
        tone: 'danger',
        title: title ?? words.title,
        description: title === undefined ? words.detail : t('shell.errors.sentence', { title: words.title }),
        ...(retry ? { retry } : {}),
        ...(toast === undefined ? {} : { id: toast }),
      })
    },
    [showToast, close],
  )
}
