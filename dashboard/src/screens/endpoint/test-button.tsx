import { useTestEndpoint } from '../../api/endpoints/endpoints.ts'
import type { Endpoint } from '../../api/schema.ts'
import { Button, type Weight } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { useErrorToast } from '../../shell/error-toast.ts'

/** Sends a test submission, including its email. */
export function TestButton({ endpoint, weight = 'plain' }: { endpoint: Endpoint; weight?: Weight }) {
  const test = useTestEndpoint(endpoint.id)
  const { showToast } = useToast()
  const showError = useErrorToast()
  // NOTE: callbacks of `mutate` are not called after unmount, and the first submission unmounts this button.
  const send = (): unknown =>
    test.mutateAsync().then(
      () =>
        showToast({
          title: 'Test submission sent',
          description: `It's emailed to ${endpoint.recipient} and doesn't count toward your quota.`,
        }),
      (error) => showError(error, { title: 'Test submission not sent', retry: send }),
    )
  return (
    <Button icon="mail" weight={weight} busy={test.isPending} onClick={send}>
      Send a test submission
    </Button>
  )
}
