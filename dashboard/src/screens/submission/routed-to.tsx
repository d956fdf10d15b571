import { Link } from '@tanstack/react-router'
import { useRouting } from '../../api/submissions/deliveries.ts'
import { Badge } from '../../controls/badge.tsx'

/** Routing of the submission to a queue. */
export function RoutedTo({ submissionId }: { submissionId: string }) {
  const { data: routing } = useRouting(submissionId)
  if (!routing) return null
  const { queue_id: queueId, refused } = routing
  return (
    <section aria-label="Queue" className="rounded-md border px-4 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="min-w-0 break-all">
          Queue{' '}
          <Link to="/queues/$queueId" params={{ queueId }} className="text-accent underline">
            {queueId}
          </Link>
        </h3>
        {refused === null ? <Badge tone="good">Published</Badge> : <Badge tone="bad">Refused</Badge>}
      </div>
      <p className="mt-1 text-sm text-muted text-pretty">
        {refused === null ? 'Sent to the queue as a message.' : describeRefusal(refused)}
      </p>
    </section>
  )
}

function describeRefusal(code: string): string {
  switch (code) {
    case 'monthly_quota':
      return 'The monthly message quota was used up. The email was still sent.'
    case 'endpoint_retired':
      return 'The queue is retired. The email was still sent.'
    default:
      return `The queue rejected the message (${code}). The email was still sent.`
  }
}
