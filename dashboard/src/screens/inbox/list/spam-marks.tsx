import { describeSpamReason } from '../../../../../src/domain/spam/spam-reasons.ts'
import { Badge } from '../../../controls/badge.tsx'

/** Badges that say why a submission is spam; `reasons` is null for one that was moved there. */
export function SpamMarks({ reasons, most }: { reasons: readonly string[] | null; most: number }) {
  const words = reasons?.map((reason) => describeSpamReason(reason).label) ?? ['Moved by you']
  return (
    <>
      {[...new Set(words)].slice(0, most).map((word) => (
        <Badge key={word}>{word}</Badge>
      ))}
    </>
  )
}
