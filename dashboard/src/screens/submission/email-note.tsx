import { getRouteApi } from '@tanstack/react-router'
import type { Submission } from '../../api/submissions.ts'
import { Button } from '../../controls/button.tsx'

const route = getRouteApi('/inbox/$submissionId')
const TROUBLE = {
  bounced: 'The letter about this was refused by the mail server of its recipient.',
  given_up: 'The letter about this could not be delivered for days and was given up.',
  suppressed: 'The letter about this was not sent: its recipient wants no letters.',
} as const

/** Says so when the letter has not arrived; the submission itself is safe. */
export function LetterNote({ submission: { letter } }: { submission: Submission }) {
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  if (letter !== 'bounced' && letter !== 'given_up' && letter !== 'suppressed') return null
  if (view === 'delivery') return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-danger-tint py-2 pr-2 pl-4 text-sm">
      <p className="min-w-0 flex-1 basis-60 text-danger">{TROUBLE[letter]}</p>
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
