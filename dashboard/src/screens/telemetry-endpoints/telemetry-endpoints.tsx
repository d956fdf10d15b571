import { newTelemetryCommand, newTelemetryPrompt } from '../../../../src/snippets/telemetry/new-telemetry.ts'
import { readingSnippet } from '../../../../src/snippets/telemetry/reading.ts'
import type { Telemetry } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
import { NewKeyed } from '../../shell/keys/new-keyed.tsx'
import { AccountMonth } from '../../shell/owned/account-month.tsx'
import { FirstOwned } from '../../shell/owned/first-owned.tsx'
import { OwnedList } from '../../shell/owned/owned-list.tsx'
import { LastTime, OwnedRow } from '../../shell/owned/owned-row.tsx'

/** List of the owner's telemetry endpoints with their shared quota. */
export function TelemetryEndpointsScreen() {
  return (
    <OwnedList
      kind="telemetry"
      description={t('telemetry-endpoints.description')}
      searched={t('telemetry-endpoints.searched')}
      getActivity={({ events, last_event_at }) => ({ used: events.this_month, latest: last_event_at })}
      first={(onNew) => (
        <FirstOwned kind="telemetry" onNew={onNew} command={newTelemetryCommand} prompt={newTelemetryPrompt}>
          {t('telemetry-endpoints.first')}
        </FirstOwned>
      )}
      // The quota belongs to the account and is the same in every row.
      above={(one) => <AccountMonth kind="telemetry" month={one.events} />}
      row={(telemetry) => <TelemetryRow key={telemetry.id} telemetry={telemetry} />}
      dialog={(making) => <NewTelemetry {...making} />}
    />
  )
}

/** Row of a telemetry endpoint. */
function TelemetryRow({ telemetry }: { telemetry: Telemetry }) {
  return (
    <OwnedRow kind="telemetry" owned={telemetry} columns="sm:grid-cols-[minmax(0,1fr)_13rem]">
      <p className="text-sm text-muted tabular-nums sm:text-end">
        {t('telemetry-endpoints.month', { count: telemetry.events.this_month })}
        <br />
        <LastTime at={telemetry.last_event_at} never={t('telemetry-endpoints.never')} />
      </p>
    </OwnedRow>
  )
}

/** Creates a telemetry endpoint, shows its key and opens it. */
function NewTelemetry({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <NewKeyed
      kind="telemetry"
      open={open}
      onClose={onClose}
      description={t('telemetry-endpoints.new.text')}
      example={t('telemetry-endpoints.new.example')}
      firstKey={({ telemetry_url: telemetryUrl, read_key: readKey }) => ({
        title: t('telemetry-endpoints.created.title'),
        description: t('telemetry-endpoints.created.text'),
        others: t('telemetry-endpoints.created.others'),
        label: t('telemetry-endpoints.created.key'),
        value: readKey,
        tryOut: readingSnippet({ telemetryUrl, readKey }),
      })}
    />
  )
}
