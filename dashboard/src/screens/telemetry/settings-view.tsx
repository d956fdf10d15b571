import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import {
  type Telemetry,
  useEmptyTelemetry,
  useRenameTelemetry,
  useRetireTelemetry,
} from '../../api/telemetry.ts'
import { Button } from '../../controls/button.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useToast } from '../../controls/toast.tsx'
import { DangerSection } from '../../shell/danger-section.tsx'

const MAX_NAME_LENGTH = 100

/** Its name, and what cannot be taken back. */
export function SettingsView({ telemetry }: { telemetry: Telemetry }) {
  const view = useRef<HTMLDivElement>(null)
  const retired = telemetry.retired_at !== null
  const wasRetired = useRef(retired)
  useEffect(() => {
    // The button that opened the dialog has gone, and the focus with it.
    const goesOn = retired && !wasRetired.current && document.activeElement === document.body
    wasRetired.current = retired
    if (goesOn) view.current?.focus({ preventScroll: true })
  }, [retired])
  return (
    <div ref={view} tabIndex={-1} className="flex max-w-3xl flex-col gap-6 outline-none">
      <NameForm telemetry={telemetry} />
      {telemetry.retired_at === null ? (
        <Retire telemetry={telemetry} />
      ) : (
        <Section title="Retired">
          <p>
            It was retired <RelativeTime at={telemetry.retired_at} /> and takes no more events. What it
            received stays until your plan lets it go.
          </p>
        </Section>
      )}
      <Empty telemetry={telemetry} />
    </div>
  )
}

function NameForm({ telemetry }: { telemetry: Telemetry }) {
  const before = telemetry.name ?? ''
  // Null while nothing is typed: what is stored is shown, also when it changes elsewhere.
  const [typed, setTyped] = useState<{ text: string; version: number } | null>(null)
  const rename = useRenameTelemetry(telemetry.id)
  const { say } = useToast()
  const text = typed?.text ?? before
  const { version } = typed ?? telemetry
  const save = () =>
    rename.mutate(
      { name: text.trim() === '' ? null : text.trim(), version },
      {
        onSuccess() {
          setTyped(null)
          say({ title: 'Saved' })
        },
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Section title="Settings">
        <TextField
          label="Name"
          hint="For you alone: it stands in the dashboard."
          value={text}
          onChange={({ target }) => setTyped({ text: target.value, version })}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          error={
            rename.error?.code === 'version_conflict'
              ? 'The name was changed elsewhere meanwhile. Load the page again to see it.'
              : errorText(rename.error)
          }
        />
        <Button
          type="submit"
          weight="main"
          className="self-start"
          busy={rename.isPending}
          disabled={text.trim() === before}
        >
          Save
        </Button>
      </Section>
    </form>
  )
}

function Retire({ telemetry }: { telemetry: Telemetry }) {
  const { say } = useToast()
  return (
    <DangerSection
      title="Retire this endpoint"
      description="It takes no more events: what sends to it is refused. A retired endpoint cannot be revived; what it received stays."
      button="Retire the endpoint"
      question={{
        title: 'Retire this endpoint?',
        says: `${telemetry.name ?? 'The endpoint'} will answer every event with “endpoint retired”, for good.`,
        deed: 'Retire',
        typed: telemetry.id,
      }}
      mutation={useRetireTelemetry(telemetry.id)}
      onDone={() => say({ title: 'The endpoint is retired' })}
    />
  )
}

function Empty({ telemetry }: { telemetry: Telemetry }) {
  const { say } = useToast()
  return (
    <DangerSection
      title="Delete its events"
      description="Everything it received, and what was counted of it here. What is used of the month’s quota stays used."
      button="Delete all events"
      question={{
        title: 'Delete all its events?',
        says: 'They cannot be brought back.',
        deed: 'Delete all',
        typed: telemetry.id,
      }}
      mutation={useEmptyTelemetry(telemetry.id)}
      onDone={() => say({ title: 'The events are deleted' })}
    />
  )
}
