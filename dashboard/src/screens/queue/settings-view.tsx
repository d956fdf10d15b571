import type { Queue } from '../../api/schema.ts'
import { EmailsSection } from '../../shell/owned/email-language.tsx'
import { NameForm } from '../../shell/owned/name-form.tsx'
import { RetirableView } from '../../shell/owned/retirable-view.tsx'
import { DeliveryForm } from './delivery-form.tsx'
import { PushSection } from './push-section.tsx'

/** Name, delivery, push, emails and retirement. */
export function SettingsView({ queue }: { queue: Queue }) {
  return (
    <RetirableView
      kind="queues"
      owned={queue}
      before={
        <>
          <NameForm kind="queues" owned={queue} />
          <DeliveryForm queue={queue} />
          <PushSection queue={queue} />
          <EmailsSection
            kind="queues"
            owned={queue}
            hint="Emails about this queue. Emails about your queue quota use the language of your newest queue."
          />
        </>
      }
    />
  )
}
