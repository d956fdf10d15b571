import { Icon } from '../icon.tsx'
import { useOnline } from './online.ts'

/** Says that what is shown may be old, for as long as there is no network. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 bg-warn-tint px-4 py-2 text-center text-sm font-medium text-warn">
          <Icon name="offline" /> You are offline. What you see may be old, and nothing can be changed.
        </p>
      )}
    </div>
  )
}
