import { t } from '../../language/texts.ts'
import { Button } from '../button.tsx'
import { Spinner } from '../feedback/spinner.tsx'

/** Progress of a long task with a cancel button. */
export function Progress({ words, onCancel }: { words: string; onCancel: () => void }) {
  return (
    <div className="flex h-12 shrink-0 items-center gap-3 border-t bg-card px-4 text-sm pointer-coarse:h-14">
      <Spinner />
      <p role="status" className="min-w-0 flex-1 truncate tabular-nums">
        {words}
      </p>
      <Button size="small" className="pointer-coarse:h-11" onClick={onCancel}>
        {t('shell.words.cancel')}
      </Button>
    </div>
  )
}
