import { Badge } from '../../../controls/badge.tsx'
import { t } from '../../../language/texts.ts'
import { labelSpamReason } from './spam-words.ts'

/** Badges that say why a submission is spam; `reasons` is null for one that was moved there. */
export function SpamMarks({ reasons, most }: { reasons: readonly string[] | null; most: number }) {
  const words = reasons?.map(labelSpamReason) ?? [t('inbox.spam.byYou')]
  return (
    <>
      {[...new Set(words)].slice(0, most).map((word) => (
        <Badge key={word}>{word}</Badge>
      ))}
    </>
  )
}
