import { useChangeEndpoint } from '../../api/endpoints/endpoints.ts'
import type { Endpoint } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { useErrorToast } from '../../shell/error-toast.ts'

/** Banner while the recipient gets no emails, perhaps because somebody used a stop link, with a button that turns them on. */
export function EmailsOffBanner({ endpoint }: { endpoint: Endpoint }) {
  const change = useChangeEndpoint(endpoint.id)
  const showError = useErrorToast()
  const isOff = endpoint.state === 'claimed' && !endpoint.settings.email_notifications
  return (
    <div role="status">
      {isOff ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-tint px-4 py-3 text-warn">
          <p className="text-sm font-medium text-pretty">
            Emails are off. Submissions are saved here, but not emailed to {endpoint.recipient}.
          </p>
          <Button
            size="small"
            icon="mail"
            busy={change.isPending}
            onClick={() => change.mutate({ email_notifications: true }, { onError: showError })}
          >
            Turn emails back on
          </Button>
        </div>
      ) : null}
    </div>
  )
}
