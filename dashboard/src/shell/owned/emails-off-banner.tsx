import type { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../../controls/button.tsx'
import { useErrorToast } from '../error-toast.ts'

/**
 * Banner while the recipient gets no emails, perhaps because somebody used a stop link, with a button that turns them on.
 *
 * @param props.children says what happens meanwhile
 */
export function EmailsOffBanner(props: {
  endpoint: { state: 'claimed' | 'retired' }
  emailNotifications: boolean
  change: {
    isPending: boolean
    mutate(change: { email_notifications: true }, options: { onError(error: ApiError): void }): void
  }
  children: string
}) {
  const { endpoint, emailNotifications, change, children } = props
  const showError = useErrorToast()
  const turnOn = () =>
    change.mutate(
      { email_notifications: true },
      { onError: (error) => showError(error, { title: 'Emails are still off', retry: turnOn }) },
    )
  const isOff = endpoint.state === 'claimed' && !emailNotifications
  return (
    <div role="status">
      {isOff ? (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-warn-tint px-4 py-3 text-warn">
          <p className="text-sm font-medium text-pretty">Emails are off. {children}</p>
          <Button size="small" icon="mail" busy={change.isPending} onClick={turnOn}>
            Turn emails back on
          </Button>
        </div>
      ) : null}
    </div>
  )
}
