import { createContext, type ReactNode, use, useMemo, useRef, useState } from 'react'
import { ApiError } from '../api/client/api-error.ts'
import type { FetchedFile, FetchOptions } from '../api/client/fetch-file.ts'
import { Progress } from '../controls/charts/progress.tsx'
import { bytesText } from '../controls/numbers.ts'
import { useToast } from '../controls/overlays/toast.tsx'
import { joinByCommas } from '../language/lists.ts'
import { t } from '../language/texts.ts'
import { useErrorToast } from './error-toast.ts'

type Fetching = (how: FetchOptions) => Promise<FetchedFile>
type Words = typeof EXPORT | typeof DOWNLOAD
type FileExport = { busy: boolean; start: (fetchFile: Fetching, words?: Words) => void }

/** Words for a file in progress, one that was saved, and one that was not. */
const EXPORT = {
  busy: 'shell.files.exporting',
  done: 'shell.files.exported',
  failed: 'shell.files.notExported',
} as const
export const DOWNLOAD = {
  busy: 'shell.files.downloading',
  done: 'shell.files.downloaded',
  failed: 'shell.files.notDownloaded',
} as const

const Context = createContext<FileExport | null>(null)
/** The browser reads the file after the click. */
const KEPT_MS = 60_000

/** Provides file exports: one at a time, continued across screens, cancellable. */
export function FileExports({ children }: { children: ReactNode }) {
  const [bytes, setBytes] = useState<number | null>(null)
  const [shown, setShown] = useState<Words>(EXPORT)
  const control = useRef<AbortController>(undefined)
  const { showToast } = useToast()
  const showError = useErrorToast()
  const busy = bytes !== null
  const value = useMemo((): FileExport => {
    async function start(fetchFile: Fetching, words: Words = EXPORT): Promise<void> {
      const mine = new AbortController()
      control.current = mine
      setShown(words)
      setBytes(0)
      try {
        const file = await fetchFile({ onBytes: setBytes, signal: mine.signal })
        save(file)
        showToast({
          title: t(words.done),
          description: joinByCommas([file.name, bytesText(file.content.size)]),
        })
      } catch (error) {
        if (error instanceof ApiError)
          showError(error, { title: t(words.failed), retry: () => void start(fetchFile, words) })
        else if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
      } finally {
        setBytes(null)
      }
    }
    return { busy, start }
  }, [busy, showToast, showError])
  return (
    <Context value={value}>
      {children}
      {bytes === null ? null : (
        <div className="sticky bottom-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))]">
          <Progress
            words={t(shown.busy, { size: bytesText(bytes) })}
            onCancel={() => control.current?.abort()}
          />
        </div>
      )}
    </Context>
  )
}

/** Starts an export or a download; do not start another while `busy`. */
export function useFileExport(): FileExport {
  const exporting = use(Context)
  if (!exporting) throw new Error('a file is exported within the frame')
  return exporting
}

function save({ name, content }: FetchedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
