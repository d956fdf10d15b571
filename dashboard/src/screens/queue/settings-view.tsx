import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { type Queue, useRenameQueue, useRetireQueue } from '../../api/queues.ts'
import { Button } from '../../controls/button.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { TextField } from '../../controls/text-field.tsx'
import { useToast } from '../../controls/toast.tsx'
import { DangerSection } from '../../shell/danger-section.tsx'

const MAX_NAME_LENGTH = 100

/** Its name, and what cannot be taken back. */
export function SettingsView({ queue }: { queue: Queue }) {
  const view = useRef<HTMLDivElement>(null)
  const retired = queue.retired_at !== null
  const wasRetired = useRef(retired)
  useEffect(() => {
    // The button that opened the dialog has gone, and the focus with it.
    const goesOn = retired && !wasRetired.current && document.activeElement === document.body
    wasRetired.current = retired
    if (goesOn) view.current?.focus({ preventScroll: true })
  }, [retired])
  return (
    <div ref={view} tabIndex={-1} className="flex max-w-3xl flex-col gap-6 outline-none">
      <NameForm queue={queue} />
      {queue.retired_at === null ? (
        <Retire queue={queue} />
      ) : (
        <Section title="Retired">
          <p>
            It was retired <RelativeTime at={queue.retired_at} /> and takes no more messages. What it holds
            can be worked off for as long as it is kept.
          </p>
        </Section>
      )}
    </div>
  )
}

function NameForm({ queue }: { queue: Queue }) {
  const before = queue.name ?? ''
  // Null while nothing is typed: what is stored is shown, also when it changes elsewhere.
  const [typed, setTyped] = useState<{ text: string; version: number } | null>(null)
  const rename = useRenameQueue(queue.id)
  const { say } = useToast()
  const text = typed?.text ?? before
  const { version } = typed ?? queue
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
      <Section title="Name">
        <TextField
          label="Name"
          quietLabel
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

function Retire({ queue }: { queue: Queue }) {
  const { say } = useToast()
  return (
    <DangerSection
      title="Retire this queue"
      description="It takes no more messages: whoever publishes is refused. What it holds can still be pulled and acknowledged. A retired queue cannot be revived."
      button="Retire the queue"
      question={{
        title: 'Retire this queue?',
        says: `${queue.name ?? 'The queue'} will answer every publish with “endpoint retired”, for good.`,
        deed: 'Retire',
        typed: queue.id,
      }}
      mutation={useRetireQueue(queue.id)}
      onDone={() => say({ title: 'The queue is retired' })}
    />
  )
}
