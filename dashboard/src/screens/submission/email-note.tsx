import { getRouteApi } from '@tanstack/react-router'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Button } from '../../controls/button.tsx'
import { t } from '../../language/texts.ts'

const route = getRouteApi('/inbox/$submissionId')
const TROUBLE = {
  bounced: 'submission.trouble.bounced',
  failed: 'submission.trouble.failed',
  suppressed: 'submission.trouble.suppressed',
} as const

/** Shows a note when a delivery has not arrived; the submission itself is safe. */
export function EmailNote({ submission: { delivery, folder, withdrawn_at } }: { submission: Submission }) {
  const { view } = route.useSearch()
  const navigate = route.useNavigate()
  if (delivery !== 'bounced' && delivery !== 'failed' && delivery !== 'suppressed') return null
  if (view === 'delivery' || withdrawn_at !== null) return null
  // The note about spam says why, and the trash is the owner's own choice.
  if (delivery === 'suppressed' && (folder === 'spam' || folder === 'trash')) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-danger-tint py-2 ps-4 pe-2 text-sm">
      <p className="min-w-0 flex-1 basis-60 text-danger">{t(TROUBLE[delivery])}</p>
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
        {t('submission.trouble.whatToDo')}
      </Button>
    </div>
  )
}
