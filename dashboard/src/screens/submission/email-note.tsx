import { getRouteApi } from '@tanstack/react-router'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Button } from '../../controls/button.tsx'

const route = getRouteApi('/inbox/$submissionId')
const TROUBLE = {
  bounced: 'The email about this was refused by the mail server of its recipient.',
  given_up: 'The email about this could not be delivered for days and was given up.',
  suppressed: 'The email about this was not sent: its recipient wants no emails.',
} as const

/** Says so when the email has not arrived; the submission itself is safe. */
export function EmailNote({ submission: { email } }: { submission: Submission }) {
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  if (email !== 'bounced' && email !== 'given_up' && email !== 'suppressed') return null
  if (view === 'delivery') return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-danger-tint py-2 pr-2 pl-4 text-sm">
      <p className="min-w-0 flex-1 basis-60 text-danger">{TROUBLE[email]}</p>
      <Button
        size="small"
        onClick={() =>
          navigate({
            search: (search) => ({ ...search, view: 'delivery' }),
            replace: true,
            resetScroll: false,
          })
        }
      >
        What to do
      </Button>
    </div>
  )
}
