import type { Queue } from '../../api/schema.ts'
import { t } from '../../language/texts.ts'
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
          <EmailsSection kind="queues" owned={queue} hint={t('queue.emailsHint')} />
        </>
      }
    />
  )
}
