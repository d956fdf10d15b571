import { useNavigate } from '@tanstack/react-router'
import { readingSnippet } from '../../../../src/snippets/telemetry/reading.ts'
import { useCreateTelemetry } from '../../api/telemetry/telemetry.ts'
import { NewKeyed } from '../../shell/keys/new-keyed.tsx'

/** Creates a telemetry endpoint, shows its key and opens it. */
export function NewTelemetry({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <NewKeyed
      open={open}
      onClose={onClose}
      create={useCreateTelemetry()}
      nameDialog={{
        title: 'New telemetry endpoint',
        description:
          'Anyone who knows its URL can send events. Reading them takes its key, or this dashboard.',
        example: 'Shop, acme.org',
      }}
      firstKey={({ telemetry_url: telemetryUrl, read_key: readKey }) => ({
        title: 'Endpoint created. Copy its read key.',
        description: 'Programs read events with this key.',
        others: 'You can create more keys later.',
        label: 'Read key',
        value: readKey,
        tryOut: readingSnippet({ telemetryUrl, readKey }),
      })}
      onCreated={({ id }) => navigate({ to: '/telemetry/$telemetryId', params: { telemetryId: id } })}
    />
  )
}
