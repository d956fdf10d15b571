import { useChangeQueue, useRetireQueue } from '../../api/queues/queues.ts'
import type { Queue } from '../../api/schema.ts'
import { useToast } from '../../controls/overlays/toast.tsx'
import { DangerSection } from '../../shell/owned/danger-section.tsx'
import { EmailsSection } from '../../shell/owned/email-language.tsx'
import { NameForm } from '../../shell/owned/name-form.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'
import { DeliveryForm } from './delivery-form.tsx'

/** Name, delivery, emails and retirement. */
export function SettingsView({ queue }: { queue: Queue }) {
  return (
    <RetirableView
      retiredAt={queue.retired_at}
      before={
        <>
          <NameForm named={queue} rename={useChangeQueue(queue.id)} />
          <DeliveryForm queue={queue} />
          <EmailsSection
            language={queue.language}
            hint="Emails about this queue. Emails about your queue quota use the language of your newest queue."
            change={useChangeQueue(queue.id)}
          />
        </>
      }
      retire={<Retire queue={queue} />}
      consequence="and no longer accepts messages. Messages in it can still be consumed until they expire."
    />
  )
}

function Retire({ queue }: { queue: Queue }) {
  const { showToast } = useToast()
  return (
    <DangerSection
      title="Retire this queue"
      description="It stops accepting messages. Messages in it can still be pulled and acknowledged. This can't be undone."
      button="Retire the queue"
      question={{
        title: 'Retire this queue?',
        description: `${queue.name ?? 'The queue'} will reject every new message, permanently.`,
        action: 'Retire',
        typed: queue.name ?? queue.id,
      }}
      mutation={useRetireQueue(queue.id)}
      onDone={() => showToast({ title: 'The queue is retired' })}
    />
  )
}
