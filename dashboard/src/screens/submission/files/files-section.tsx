import { useState } from 'react'
import { type AttachedFile, fetchAllFiles, useRevokeFileLinks } from '../../../api/submissions/files.ts'
import type { Submission } from '../../../api/submissions/submissions.ts'
import { Button } from '../../../controls/button.tsx'
import { bytesText, pluralize } from '../../../controls/numbers.ts'
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
          {pluralize(files.length, 'file')}, {bytesText(bytes)}
        </h3>
        <div className="-mr-2.5 ml-auto flex gap-1 print:hidden">
          {hasSeveral ? (
            <Button
              size="small"
              weight="quiet"
              icon="download"
              disabled={busy}
              onClick={() => start((how) => fetchAllFiles(id, how), DOWNLOAD)}
            >
              Download all
            </Button>
          ) : null}
          <ConfirmedButton
            button={{ size: 'small', weight: 'quiet', children: 'Revoke links' }}
            title="Revoke the links to these files?"
            action="Revoke links"
            mutation={revoke}
            given={undefined}
            done={() => 'Links revoked'}
          >
            Links in emails, webhooks and chats that were sent already stop working at once. You can still
            download the files here.
          </ConfirmedButton>
        </div>
      </div>
      <ul aria-label="Files" className="flex flex-col gap-1">
        {files.map((file) => (
          <FileRow
            key={file.id}
            submissionId={id}
            file={file}
            // Nobody should see the pictures of spam before they ask for them.
            preview={folder === 'spam' ? 'on request' : 'shown'}
            onView={() => setViewed(file)}
          />
        ))}
      </ul>
      <PictureDialog submissionId={id} file={viewed} onClose={() => setViewed(null)} />
    </section>
  )
}
