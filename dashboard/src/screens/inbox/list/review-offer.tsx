import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccess } from '../../../api/accounts/access.ts'
import { useLearned } from '../../../api/accounts/account.ts'
import { useDoubtful } from '../../../api/submissions/review.ts'
import { IconButton } from '../../../controls/icon-button.tsx'
import { dayMark } from '../../../controls/time-words.ts'
import { rich, t } from '../../../language/texts.ts'
import { hasLearned } from '../../../shell/learning.ts'

/** Fewer are looked at sooner than reviewed. */
const MIN_OFFERED = 3
const SETTING = 'formslot-review-put-off'

/** Offers to review what looks doubtful, while the spam filter is learning; put off, it comes back the next day. */
export function ReviewOffer() {
  const { surelyMay } = useAccess()
  const { data: learned } = useLearned()
  const [isPutOff, setIsPutOff] = useState(() => localStorage.getItem(SETTING) === today())
  const isOffered = surelyMay('editor') && learned !== undefined && !hasLearned(learned) && !isPutOff
  const { data: doubtful = [] } = useDoubtful({ enabled: isOffered })
  if (!isOffered || doubtful.length < MIN_OFFERED) return null
  const putOff = () => {
    localStorage.setItem(SETTING, today())
    setIsPutOff(true)
  }
  return (
    <div className="flex items-center gap-2 border-b bg-sunken py-1 pe-2 ps-4 text-sm">
      <p className="min-w-0 flex-1 text-pretty">
        {rich('inbox.review.offer', {
          count: doubtful.length,
          review: (
            <Link
              to="/review"
              className="font-semibold whitespace-nowrap text-accent underline underline-offset-4"
            >
              {t('inbox.review.link')}
            </Link>
          ),
        })}
      </p>
      <IconButton icon="close" label={t('inbox.review.putOff')} onClick={putOff} />
    </div>
  )
}

function today(): string {
  return dayMark(new Date())
}
