import type { AttachedFile } from '../../../api/submissions/files.ts'
import { Button } from '../../../controls/button.tsx'
import { classes } from '../../../controls/classes.ts'
import { Spinner } from '../../../controls/feedback/spinner.tsx'
import { count } from '../../../controls/numbers.ts'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { describeFile, MAX_SHOWN_BYTES, toShownName } from './file-words.ts'
import { useDownload } from './use-download.ts'
import { usePicture } from './use-picture.ts'

/** Long enough for a screen with two pixels for each. */
const LARGE_PIXELS = 1600
const FAULTS = {
  huge: 'This picture has too many pixels to be shown here. Download it to view it.',
  damaged: "This file can't be shown as a picture. Download it to view it with another program.",
} as const

/** Dialog with a picture, as large as fits. */
export function PictureDialog(props: {
  submissionId: string
  file: AttachedFile | null
  onClose: () => void
}) {
  const { submissionId, file, onClose } = props
  return (
    <Dialog
      open={file !== null}
      onClose={onClose}
      width="wide"
      title={file === null ? '' : <bdi className="[overflow-wrap:anywhere]">{toShownName(file.name)}</bdi>}
      actions={
        file === null ? null : (
          <>
            <Button onClick={onClose}>Close</Button>
            <DownloadButton submissionId={submissionId} file={file} />
          </>
        )
      }
    >
      {file === null ? null : file.bytes > MAX_SHOWN_BYTES ? (
        <>
          <p className="text-sm text-muted">{describeFile(file)}</p>
          <p>This picture is larger than 10 MiB. Download it to view it.</p>
        </>
      ) : (
        <Picture submissionId={submissionId} file={file} />
      )}
    </Dialog>
  )
}

function DownloadButton({ submissionId, file }: { submissionId: string; file: AttachedFile }) {
  const { isBusy, download } = useDownload(submissionId, file)
  return (
    <Button weight="main" icon="download" busy={isBusy} onClick={download}>
      Download
    </Button>
  )
}

function Picture({ submissionId, file }: { submissionId: string; file: AttachedFile }) {
  const { canvas, state, retry } = usePicture({ submissionId, file, maxSide: LARGE_PIXELS, enabled: true })
  return (
    <>
      <p className="text-sm text-muted tabular-nums">
        {describeFile(file)}
        {state.kind === 'shown' ? `, ${count(state.size.width)} × ${count(state.size.height)} pixels` : null}
      </p>
      <canvas
        ref={canvas}
        role="img"
        aria-label={toShownName(file.name)}
        className={classes(
          'mx-auto max-h-[60dvh] max-w-full rounded-sm bg-[white] object-contain',
          state.kind !== 'shown' && 'hidden',
        )}
      />
      {state.kind === 'loading' ? (
        <p role="status" className="flex h-40 items-center justify-center gap-2 text-muted">
          <Spinner /> Loading the picture
        </p>
      ) : state.kind === 'failed' ? (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          The picture couldn't be loaded.
          <Button size="small" icon="refresh" onClick={() => void retry()}>
            Try again
          </Button>
        </p>
      ) : state.kind === 'shown' ? null : (
        <p role="alert">{FAULTS[state.kind]}</p>
      )}
    </>
  )
}
