import { useCallback } from 'react'
import { type ApiError, errorTitle } from '../api/client/api-error.ts'
import { useToast } from '../controls/overlays/toast.tsx'

/** Shows an error as a toast: `mutate(…, { onError: useErrorToast() })`. */
export function useErrorToast(): (error: ApiError) => void {
  const { showToast } = useToast()
  return useCallback(
    (error) => {
      // Canceled by the owner, or redirecting to sign-in.
      if (error.code === 'fresh_sign_in_needed' || error.status === 401) return
      showToast({ tone: 'danger', title: errorTitle(error), description: error.hint })
    },
    [showToast],
  )
}
