import { useCallback } from 'react'
import { type ApiError, errorTitle } from '../api/client/api-error.ts'
import { useToast } from '../controls/overlays/toast.tsx'

/** Says in a toast why a deed was refused: `mutate(…, { onError: useSayError() })`. */
export function useSayError(): (error: ApiError) => void {
  const { say } = useToast()
  return useCallback(
    (error) => {
      // Cancelled by the owner, or on the way to signing in.
      if (error.code === 'fresh_sign_in_needed' || error.status === 401) return
      say({ tone: 'danger', title: errorTitle(error), description: error.hint })
    },
    [say],
  )
}
