import { useTestEvent } from '../../api/telemetry/events.ts'
import { Button, type Weight } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { useErrorToast } from '../../shell/error-toast.ts'

/** Sends a test event. */
export function TestEventButton({ telemetryId, weight = 'plain' }: { telemetryId: string; weight?: Weight }) {
  const test = useTestEvent(telemetryId)
  const { showToast } = useToast()
  const showError = useErrorToast()
  // NOTE: callbacks of `mutate` are not called after unmount, and an event that arrives may unmount this button.
  const send = (): unknown =>
    test.mutateAsync().then(
      () =>
        showToast({
          title: 'Test event sent',
          description: "It's under Live and Events, and isn't counted.",
        }),
      (error) => showError(error, { title: 'Test event not sent', retry: send }),
    )
  return (
    <Button icon="telemetry" weight={weight} busy={test.isPending} onClick={send}>
      Send a test event
    </Button>
  )
}
