import { useRenameQueue, useRetireQueue } from '../../api/queues/queues.ts'
import type { Queue } from '../../api/schema.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { NameForm } from '../../shell/owned/name-form.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'

/** Its name, and what cannot be taken back. */
export function SettingsView({ queue }: { queue: Queue }) {
  return (
    <RetirableView
      retiredAt={queue.retired_at}
      before={<NameForm named={queue} rename={useRenameQueue(queue.id)} />}
      retire={<Retire queue={queue} />}
      aftermath="and takes no more messages. What it holds can be worked off for as long as it is kept."
    />
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
