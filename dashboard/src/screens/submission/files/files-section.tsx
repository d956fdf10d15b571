import { useState } from 'react'
import { type AttachedFile, fetchAllFiles, useRevokeFileLinks } from '../../../api/submissions/files.ts'
import type { Submission } from '../../../api/submissions/submissions.ts'
import { Button } from '../../../controls/button.tsx'
import { bytesText } from '../../../controls/numbers.ts'
import { t } from '../../../language/texts.ts'
import { ConfirmedButton } from '../../../shell/confirmed-action.tsx'
import { DOWNLOAD, useFileExport } from '../../../shell/file-export.tsx'
import { FileRow } from './file-row.tsx'
import { PictureDialog } from './picture-dialog.tsx'

/** Files of a submission: pictures can be viewed, everything can be downloaded, nothing is opened here. */
export function FilesSection({ submission }: { submission: Submission }) {
  const { id, files, folder } = submission
  const [viewed, setViewed] = useState<AttachedFile | null>(null)
  const revoke = useRevokeFileLinks(id)
  const { busy, start } = useFileExport()
  const hasSeveral = files.filter(({ scan }) => scan !== 'found').length > 1
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return (
    <section aria-labelledby="files-heading" className="not-first:border-t not-first:pt-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id="files-heading" className="text-sm font-medium text-muted">
          {t('submission.files.heading', { count: files.length, size: bytesText(bytes) })}
        </h3>
        <div className="ms-auto -me-2.5 flex gap-1 print:hidden">
          {hasSeveral ? (
            <Button
              size="small"
              weight="quiet"
              icon="download"
              disabled={busy}
              onClick={() => start((how) => fetchAllFiles(id, how), DOWNLOAD)}
            >
              {t('submission.files.downloadAll')}
            </Button>
          ) : null}
          <ConfirmedButton
            button={{ size: 'small', weight: 'quiet', children: t('submission.files.revoke') }}
            title={t('submission.files.revokeTitle')}
            action={t('submission.files.revoke')}
            mutation={revoke}
            given={undefined}
            done={() => t('submission.files.revoked')}
          >
            {t('submission.files.revokeExplained')}
          </ConfirmedButton>
        </div>
      </div>
      <ul aria-label={t('submission.files.list')} className="flex flex-col gap-1">
        {files.map((file) => (
          <FileRow
            key={file.id}
            submissionId={id}
            file={file}
            // Nobody should see the pictures of spam before they ask for them.
            preview={folder === 'spam' ? 'requested' : 'shown'}
            onView={() => setViewed(file)}
          />
        ))}
      </ul>
      <PictureDialog submissionId={id} file={viewed} onClose={() => setViewed(null)} />
    </section>
  )
}
