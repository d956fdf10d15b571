import type { AttachedFile } from '../../../api/submissions/files.ts'
import { Button } from '../../../controls/button.tsx'
import { classes } from '../../../controls/classes.ts'
import { Spinner } from '../../../controls/feedback/spinner.tsx'
import { count } from '../../../controls/numbers.ts'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { t } from '../../../language/texts.ts'
import { describeFile, MAX_SHOWN_BYTES, toShownName } from './file-words.ts'
import { useDownload } from './use-download.ts'
import { usePicture } from './use-picture.ts'

/** Long enough for a screen with two pixels for each. */
const LARGE_PIXELS = 1600
const FAULTS = {
  huge: 'submission.picture.huge',
  damaged: 'submission.picture.damaged',
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
            <Button onClick={onClose}>{t('shell.words.close')}</Button>
            <DownloadButton submissionId={submissionId} file={file} />
          </>
        )
      }
    >
      {file === null ? null : file.bytes > MAX_SHOWN_BYTES ? (
        <>
          <p className="text-sm text-muted">{describeFile(file)}</p>
          <p>{t('submission.picture.tooLarge')}</p>
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
      {t('shell.words.download')}
    </Button>
  )
}

function Picture({ submissionId, file }: { submissionId: string; file: AttachedFile }) {
  const { canvas, state, retry } = usePicture({ submissionId, file, maxSide: LARGE_PIXELS, enabled: true })
  return (
    <>
      <p className="text-sm text-muted tabular-nums">
        {state.kind === 'shown'
          ? t('submission.picture.size', {
              described: describeFile(file),
              width: count(state.size.width),
              height: count(state.size.height),
            })
          : describeFile(file)}
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
          <Spinner /> {t('submission.picture.loading')}
        </p>
      ) : state.kind === 'failed' ? (
        <p role="alert" className="flex flex-wrap items-center gap-3">
          {t('submission.picture.notLoaded')}
          <Button size="small" icon="refresh" onClick={() => void retry()}>
            {t('shell.words.tryAgain')}
          </Button>
        </p>
      ) : state.kind === 'shown' ? null : (
        <p role="alert">{t(FAULTS[state.kind])}</p>
      )}
    </>
  )
}
