import { useEffect, useRef, useState } from 'react'
import type { AttachedFile } from '../../../api/submissions/files.ts'
import { Button } from '../../../controls/button.tsx'
import { classes } from '../../../controls/classes.ts'
import { Icon } from '../../../controls/icon.tsx'
import { t } from '../../../language/texts.ts'
import { describeFile, describeScan, isPicture, toShownName } from './file-words.ts'
import { useDownload } from './use-download.ts'
import { usePicture } from './use-picture.ts'

/** Larger pictures are loaded when they are viewed: a phone may be on a slow network. */
const MAX_THUMBNAIL_BYTES = 2 * 1024 ** 2
const THUMBNAIL_PIXELS = 112
const TILE =
  'flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-sunken text-muted'
const TONES = { warn: 'text-warn', bad: 'text-danger' } as const

type FileProps = { submissionId: string; file: AttachedFile }

/** A file: its picture or an icon, name, kind, size, and what the scan for malware says. */
export function FileRow(props: FileProps & { preview: 'shown' | 'requested'; onView: () => void }) {
  const { submissionId, file, preview, onView } = props
  const { isBusy, download } = useDownload(submissionId, file)
  const scan = describeScan(file)
  const name = toShownName(file.name)
  return (
    <li className="flex items-start gap-3 py-1.5">
      {isPicture(file) ? (
        <button
          type="button"
          aria-label={t('submission.files.view', { name })}
          onClick={onView}
          className={classes(TILE, 'hover:text-ink print:hidden')}
        >
          {preview === 'shown' && file.bytes <= MAX_THUMBNAIL_BYTES ? (
            <Thumbnail submissionId={submissionId} file={file} />
          ) : (
            <Icon name="image" />
          )}
        </button>
      ) : (
        <span className={classes(TILE, 'print:hidden')}>
          <Icon name={file.scan === 'found' ? 'spam' : 'file'} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-muted">
          {describeFile(file)}
          {scan?.tone === 'quiet' ? ` · ${scan.words}` : null}
        </p>
        {scan === null || scan.tone === 'quiet' ? null : (
          <p className={classes('text-sm text-pretty', TONES[scan.tone])}>{scan.words}</p>
        )}
      </div>
      {file.scan === 'found' ? null : (
        <Button
          size="small"
          icon="download"
          busy={isBusy}
          aria-label={t('submission.files.download', { name })}
          onClick={download}
          className="mt-2 print:hidden"
        >
          <span className="max-sm:hidden">{t('shell.words.download')}</span>
        </Button>
      )}
    </li>
  )
}

/** A small picture, loaded once it is in sight. */
function Thumbnail({ submissionId, file }: FileProps) {
  const tile = useRef<HTMLSpanElement>(null)
  const isSeen = useSeen(tile)
  const { canvas, state } = usePicture({ submissionId, file, maxSide: THUMBNAIL_PIXELS, enabled: isSeen })
  return (
    <span ref={tile} className="flex size-full items-center justify-center">
      <canvas
        ref={canvas}
        className={state.kind === 'shown' ? 'size-full bg-[white] object-cover' : 'hidden'}
      />
      {state.kind === 'shown' ? null : <Icon name="image" />}
    </span>
  )
}

/** Returns true from the time on at which an element was in sight. */
function useSeen(element: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      setSeen(true)
      observer.disconnect()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}
