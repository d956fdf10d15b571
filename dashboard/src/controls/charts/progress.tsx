import { Button } from '../button.tsx'
import { Spinner } from '../feedback/spinner.tsx'

/** Something that takes its time, at the foot of what it is about, with a way out. */
export function Progress({ words, onCancel }: { words: string; onCancel: () => void }) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-t bg-card px-4 text-sm pointer-coarse:h-14">
      <Spinner />
      <p role="status" className="min-w-0 flex-1 truncate tabular-nums">
        {words}
      </p>
      <Button size="small" className="pointer-coarse:h-11" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
