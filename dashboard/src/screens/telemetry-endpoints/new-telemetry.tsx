import { useNavigate } from '@tanstack/react-router'
import { useCreateTelemetry } from '../../api/telemetry/telemetry.ts'
import { NewKeyed } from '../../shell/keys/new-keyed.tsx'
import { readingSnippet } from '../../snippets/telemetry/reading.ts'

/** Makes a telemetry endpoint, shows its key, and goes there. */
export function NewTelemetry({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewKeyed
      open={open}
      onClose={onClose}
      create={useCreateTelemetry()}
      asks={{
        title: 'New telemetry endpoint',
        description: 'Whoever knows its address may send events to it; they are read with its key, and here.',
        example: 'Shop, acme.org',
      }}
      firstKey={({ telemetry_url: telemetryUrl, read_key: readKey }) => ({
        title: 'The endpoint is ready: copy its read key',
        says: 'Programs read the events with it.',
        others: 'You can make others.',
        label: 'Read key',
        value: readKey,
        tryOut: readingSnippet({ telemetryUrl, readKey }),
      })}
      onMade={({ id }) => navigate({ to: '/telemetry/$telemetryId', params: { telemetryId: id } })}
    />
  )
}
