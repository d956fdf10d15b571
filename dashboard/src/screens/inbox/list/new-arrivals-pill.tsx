import { Icon } from '../../../controls/icon.tsx'
import { t } from '../../../language/texts.ts'
import type { NewArrivals } from './new-arrivals.ts'

/** Shows the number of new arrivals above the list. */
export function NewArrivalsPill({ arrivals, onTake }: { arrivals: NewArrivals; onTake: () => void }) {
  const number = arrivals.submissions.length
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
      {number === 0 ? null : (
        <button
          type="button"
          onClick={onTake}
          className="pointer-events-auto inline-flex h-9 items-center gap-1.5 rounded-full bg-accent pe-4 ps-3 text-sm font-semibold text-on-accent shadow-pop pointer-coarse:h-11"
        >
          <Icon name="back" className="size-4 rotate-90" />
          {t(arrivals.joins ? 'inbox.arrivals.new' : 'inbox.arrivals.newOrMore', { count: number })}
        </button>
      )}
    </div>
  )
}
