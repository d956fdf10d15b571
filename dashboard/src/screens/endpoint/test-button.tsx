import { useTestEndpoint } from '../../api/endpoints/endpoints.ts'
import type { Endpoint } from '../../api/schema.ts'
import { Button, type Weight } from '../../controls/button.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { useSayError } from '../../shell/error-toast.ts'

/** Sends one through the whole of it, email and all. */
export function TestButton({ endpoint, weight = 'plain' }: { endpoint: Endpoint; weight?: Weight }) {
  const test = useTestEndpoint(endpoint.id)
  const { say } = useToast()
  const sayError = useSayError()
  // NOTE: what is given to `mutate` is not called once the button has gone, and the first submission takes it away.
  const send = () =>
    test.mutateAsync().then(
      () =>
        say({
          title: 'A test submission is on its way',
          description: `It counts as every other, and its email goes to ${endpoint.recipient}.`,
        }),
      sayError,
    )
  return (
    <Button icon="mail" weight={weight} busy={test.isPending} onClick={send}>
      Send a test submission
    </Button>
  )
}
