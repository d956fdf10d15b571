import { Icon } from '../icon.tsx'
import { useOnline } from './online.ts'

/** Banner shown while offline. */
export function OfflineBanner() {
  const online = useOnline()
  return (
    <div role="status">
      {online ? null : (
        <p className="flex items-center justify-center gap-2 bg-warn-tint px-4 py-2 text-center text-sm font-medium text-warn">
          <Icon name="offline" /> You're offline. You can read, but changes won't be saved.
        </p>
      )}
    </div>
  )
}
