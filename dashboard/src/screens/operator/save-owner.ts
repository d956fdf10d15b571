import { saveOwner } from '../../api/accounts/operator.ts'
import { ApiError } from '../../api/client/api-error.ts'
import { t } from '../../language/texts.ts'
import { useErrorToast } from '../../shell/error-toast.ts'

/** Returns a function that saves the archive of an owner. */
export function useSaveOwner(): (email: string) => Promise<void> {
  const showError = useErrorToast()
  return async function save(email) {
    try {
      await saveOwner(email)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showError(error, { title: t('shell.files.notExported'), retry: () => void save(email) })
    }
  }
}
