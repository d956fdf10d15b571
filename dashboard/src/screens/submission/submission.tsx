import { getRouteApi } from '@tanstack/react-router'
import { useSubmission } from '../../api/submissions.ts'
import { SkeletonRows } from '../../controls/skeleton.tsx'
import { Loaded } from '../../shell/loaded.tsx'

const route = getRouteApi('/inbox/$submissionId')

/** One submission: its fields in the order sent. */
export function SubmissionScreen() {
  const { submissionId } = route.useParams()
  const query = useSubmission(submissionId)
  return (
    <Loaded query={query} loading={<SkeletonRows rows={3} label="Loading the submission" />}>
      {({ fields }) => (
        <dl className="rounded-md border bg-card p-5">
          {fields.map(([name, value]) => (
            <div key={name} className="py-2">
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="whitespace-pre-wrap">
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Loaded>
  )
}
