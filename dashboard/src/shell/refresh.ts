import { useCallback } from 'react'
import { ApiError } from '../api/client/api-error.ts'
import { t } from '../language/texts.ts'
import { useErrorToast } from './error-toast.ts'

/** Runs a refresh that the owner asked for; when it fails, a toast says so and offers to try again. */
export function useRefresh(load: () => Promise<unknown>): () => Promise<void> {
  const showError = useErrorToast()
  return useCallback(
    async function refresh(): Promise<void> {
      try {
        await load()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        showError(error, { title: t('shell.pull.failed'), kind: 'read', retry: () => void refresh() })
      }
    },
    [load, showError],
  )
}
