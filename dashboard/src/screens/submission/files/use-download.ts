import { useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { type AttachedFile, checkDownload, fileUrl } from '../../../api/submissions/files.ts'
import { t } from '../../../language/texts.ts'
import { useErrorToast } from '../../../shell/error-toast.ts'

/** Returns a function that has the browser save a file; a toast says when the service refuses it. */
export function useDownload(submissionId: string, file: AttachedFile) {
  const [isBusy, setBusy] = useState(false)
  const showError = useErrorToast()
  async function download(): Promise<void> {
    setBusy(true)
    try {
      await checkDownload(submissionId, file)
      const link = document.createElement('a')
      link.href = fileUrl(submissionId, file)
      link.download = file.name
      link.click()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showError(error, { title: t('submission.files.notDownloaded'), retry: () => void download() })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, download: () => void download() }
}
