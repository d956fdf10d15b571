import { type Connection, useConnection } from '../../api/client/connection.ts'
import { Icon } from '../../controls/icon.tsx'

const WORDS: Record<Exclude<Connection, 'connected'>, string> = {
  offline: "You're offline. You can read, but changes won't be saved.",
  lost: 'Connection lost. Reconnecting…',
}

/** Banner shown while the service cannot be reached. */
export function ConnectionBanner() {
  const connection = useConnection()
  return (
    <div role="status">
      {connection === 'connected' ? null : (
        <p className="bg-warn-tint px-4 py-2 text-center text-sm font-medium text-balance text-warn">
          <Icon name="offline" className="mr-2 inline align-[-0.2em]" />
          {WORDS[connection]}
        </p>
      )}
    </div>
  )
}
