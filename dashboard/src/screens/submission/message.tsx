import type { Submission } from '../../api/submissions/submissions.ts'
import { FieldValue } from './field-value.tsx'

/** Fields in the order sent; names may repeat. */
export function MessageView({ submission: { fields } }: { submission: Submission }) {
  if (fields.length === 0) return <p className="text-muted">This submission has no fields.</p>
  return (
    <dl className="flex flex-col gap-5">
      {fields.map(([name, value], place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, and the order never changes.
        <div key={place} className="min-w-0">
          <dt className="text-sm font-medium text-muted [overflow-wrap:anywhere]">
            <bdi>{name === '' ? '(no name)' : name}</bdi>
          </dt>
          <dd className="mt-0.5 min-w-0">
            <FieldValue name={name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
