import { useTestEvent } from '../../api/telemetry/events.ts'
import { Button, type Weight } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { useSayError } from '../../shell/error-toast.ts'

/** Sends an event as programs do. */
export function TestEventButton({ telemetryId, weight = 'plain' }: { telemetryId: string; weight?: Weight }) {
  const test = useTestEvent(telemetryId)
  const { say } = useToast()
  const sayError = useSayError()
  // NOTE: what is given to `mutate` is not called once the button has gone, and the first event takes it away.
  const send = () =>
    test.mutateAsync().then(
      () =>
        say({
          title: 'A test event was taken',
          description: 'It is called “test” and counts as every other.',
        }),
      sayError,
    )
  return (
    <Button icon="telemetry" weight={weight} busy={test.isPending} onClick={send}>
      Send a test event
    </Button>
  )
}
