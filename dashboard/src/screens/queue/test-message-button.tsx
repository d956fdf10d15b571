import { useTestMessage } from '../../api/queues/queue-messages.ts'
import { Button } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { useErrorToast } from '../../shell/error-toast.ts'

/** Sends a test message. */
export function TestMessageButton({ queueId }: { queueId: string }) {
  const test = useTestMessage(queueId)
  const { showToast } = useToast()
  const showError = useErrorToast()
  const send = (): void =>
    test.mutate(undefined, {
      onSuccess: () =>
        showToast({
          title: 'Test message sent',
          description: "Consumers receive it like any other. It isn't counted.",
        }),
      onError: (error) => showError(error, { title: 'Test message not sent', retry: send }),
    })
  return (
    <Button icon="send" busy={test.isPending} onClick={send}>
      Send a test message
    </Button>
  )
}
