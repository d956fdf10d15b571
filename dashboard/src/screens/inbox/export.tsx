import { useRef, useState } from 'react'
import { ApiError } from '../../api/call.ts'
import { type ExportFormat, exportSubmissions } from '../../api/export.ts'
import type { SubmissionFilter } from '../../api/submissions.ts'
import { Button } from '../../controls/button.tsx'
import { MenuItem } from '../../controls/menu.tsx'
import { Spinner } from '../../controls/spinner.tsx'
import { useToast } from '../../controls/toast.tsx'
import { useSayError } from '../../shell/say-error.ts'

const FORMATS: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'excel', label: 'CSV for Excel' },
  { format: 'json', label: 'JSON' },
  { format: 'ndjson', label: 'JSON in lines' },
]
const UNITS = ['kB', 'MB', 'GB'] as const

export type Exporting = ReturnType<typeof useExport>

/** Makes a file of everything that the filter finds; `bytes` says how much is here, null while none is made. */
export function useExport(filter: SubmissionFilter) {
  const [bytes, setBytes] = useState<number | null>(null)
  const control = useRef<AbortController>(undefined)
  const { say } = useToast()
  const sayError = useSayError()
  const cancel = () => control.current?.abort()
  async function start(format: ExportFormat): Promise<void> {
    cancel()
    const mine = new AbortController()
    control.current = mine
    setBytes(0)
    try {
      const file = await exportSubmissions(filter, { format, onBytes: setBytes, signal: mine.signal })
      save(file)
      say({ title: 'Exported', description: `${file.name}, ${sizeText(file.content.size)}` })
    } catch (error) {
      if (error instanceof ApiError) sayError(error)
      else if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    } finally {
      if (control.current === mine) setBytes(null)
    }
  }
  return { bytes, start, cancel }
}

/** The formats, for a menu. */
export function ExportItems({ exporting }: { exporting: Exporting }) {
  return FORMATS.map(({ format, label }) => (
    <MenuItem
      key={format}
      icon="download"
      disabled={exporting.bytes !== null}
      onSelect={() => exporting.start(format)}
    >
      {label}
    </MenuItem>
  ))
}

/** Something that takes its time, at the foot of the list, with a way out. */
export function Progress({ words, onCancel }: { words: string; onCancel: () => void }) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-t bg-card px-4 text-sm">
      <Spinner />
      <p role="status" className="min-w-0 flex-1 truncate tabular-nums">
        {words}
      </p>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** "1.2 MB" */
export function sizeText(bytes: number): string {
  let size = bytes / 1000
  let unit = 0
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${size.toFixed(size < 10 ? 1 : 0)} ${UNITS[unit]}`
}

function save({ name, content }: { name: string; content: Blob }): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Not at once: the browser reads it after this.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
