import { stateOf } from '../domain/endpoint.ts'
import type { Keys } from '../domain/keys.ts'
import type { FoundLetter, FoundNotice, FoundSubmissionLetter } from '../store/store.ts'
import { destinationContents } from './letters/destination-letter.ts'
import type { Letter, Sender } from './letters/letter.ts'
import { composeNotice, type NoticeContents } from './letters/notice-letter.ts'
import { signInContents } from './letters/sign-in-letter.ts'
import { composeSubmissionLetter } from './letters/submission-letter.ts'

/** What links and codes are derived with, and how letters are signed. */
type Composing = { keys: Keys; sender: Sender; now: Date }

/** Composes what was found: the same letter, byte for byte, while nothing has changed that it speaks of. */
export function composeLetter(found: FoundLetter, composing: Composing): Letter {
  switch (found.kind) {
    case 'claim':
    case 'submission':
      return aboutSubmission(found, composing)
    case 'notice':
      return composeNotice(noticeContents(found, composing), {
        sender: composing.sender,
        to: found.mailbox.address,
        id: composing.keys.noticeId(found.key),
        createdAt: found.createdAt,
      })
  }
}

function aboutSubmission(found: FoundSubmissionLetter, { keys, sender, now }: Composing): Letter {
  const { endpoint, submission } = found
  const state = stateOf(endpoint, now)
  const claimable = state === 'unclaimed' || state === 'frozen'
  const stopPath =
    state === 'claimed'
      ? `letters/${keys.mailStopToken(endpoint.id)}`
      : `disown/${keys.disownToken(endpoint.id)}`
  return composeSubmissionLetter({
    ...sender,
    kind: found.kind,
    endpoint,
    state,
    submission: { ...submission, id: keys.submissionId(submission.key) },
    claimUrl: claimable ? `${sender.base}/claim/${keys.claimToken(endpoint.id)}` : null,
    stopUrl: `${sender.base}/${stopPath}`,
    jobCreatedAt: found.createdAt,
  })
}

function noticeContents({ notice }: FoundNotice, { keys, sender }: Composing): NoticeContents {
  const { base, from } = sender
  switch (notice.kind) {
    case 'sign_in':
      return signInContents({
        name: from.name,
        base,
        url: `${base}/sign-in/${keys.signInToken(notice.signInKey)}`,
        code: keys.signInCode(notice.signInKey),
      })
    case 'destination':
      return destinationContents({ endpointId: notice.endpointId, url: `${base}/` })
  }
}
