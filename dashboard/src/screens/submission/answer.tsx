import { useEffect, useState } from 'react'
import { useAccess } from '../../api/accounts/access.ts'
import { useMe } from '../../api/accounts/me.ts'
import { useAnswer } from '../../api/submissions/answer.ts'
import {
  type DraftKey,
  forgetAnswerDrafts,
  keepAnswerDraft,
  useAnswerDraft,
} from '../../api/submissions/answer-drafts.ts'
import type { Submission } from '../../api/submissions/submissions.ts'
import { Button } from '../../controls/button.tsx'
import { TextArea } from '../../controls/fields/text-field.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { RelativeTime } from '../../controls/relative-time.tsx'
import { rich, t } from '../../language/texts.ts'
import { useAction } from '../../shell/action.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { replyLink } from './reply.ts'

/** Maximum length of an answer, as in the API. */
const MAX_ANSWER_LENGTH = 4000
/** Days for which a submission has a receipt. */
const RECEIPT_DAYS = 90
const DAY_MS = 86_400_000
const CannedMenu = lazyPart(() => import('./canned/canned-menu.tsx').then((file) => file.CannedMenu), null)

/** The answer on the receipt, and a reply by email that begins with a canned answer. */
export function AnswerOnReceipt({ submission }: { submission: Submission }) {
  const reply = (text: string) => window.location.assign(replyLink(submission, text) ?? '')
  return (
    <>
      <ReceiptAnswer submission={submission} />
      {replyLink(submission) === null ? null : (
        <div className="-mx-2.5 -mt-2 print:hidden">
          <CannedMenu label={t('submission.answer.replyCanned')} submission={submission} onChoose={reply} />
        </div>
      )}
    </>
  )
}

/** The answer that the visitor reads on the receipt, or the reason why there is none; nothing where there is no receipt. */
function ReceiptAnswer({ submission }: { submission: Submission }) {
  const { data: me } = useMe()
  const { may } = useAccess()
  const isPossible = hasReceipt(submission) && may('editor')
  useEffect(() => {
    if (!isPossible) forgetAnswerDrafts([submission.id])
  }, [isPossible, submission.id])
  if (!isPossible || me === undefined) return null
  return <Answer submission={submission} draftKey={{ owner: me.email, submissionId: submission.id }} />
}

function Answer({ submission, draftKey }: { submission: Submission; draftKey: DraftKey }) {
  const [editing, setEditing] = useState(false)
  const draft = useAnswerDraft(draftKey)
  const { answer } = submission
  if (answer === null && !submission.receipt_shown) return <NoReceiptShown />
  if (editing || draft !== null) {
    const onDone = () => setEditing(false)
    return <AnswerForm {...{ submission, draftKey, draft, onDone }} focus={editing} />
  }
  return (
    <section aria-label={t('submission.answer.label')} className="border-t pt-4 print:hidden">
      {answer === null ? (
        <Button size="small" icon="reply" onClick={() => setEditing(true)}>
          {t('submission.answer.post')}
        </Button>
      ) : (
        <WrittenAnswer submission={submission} answer={answer} onEdit={() => setEditing(true)} />
      )}
    </section>
  )
}

function NoReceiptShown() {
  return <p className="border-t pt-4 text-sm text-muted print:hidden">{t('submission.answer.noReceipt')}</p>
}

function hasReceipt({ imported_at, test, withdrawn_at, received_at }: Submission): boolean {
  if (imported_at !== null || test || withdrawn_at !== null) return false
  return Date.now() - Date.parse(received_at) < RECEIPT_DAYS * DAY_MS
}

function WrittenAnswer(props: {
  submission: Submission
  answer: NonNullable<Submission['answer']>
  onEdit: () => void
}) {
  const { submission, answer, onEdit } = props
  const save = useAnswer(submission.id)
  const remove = useAction(save, { failed: t('submission.answer.notDeleted') })
  return (
    <>
      <h3 className="mb-1 text-sm font-medium text-muted">
        {rich('submission.answer.yours', { time: <RelativeTime at={answer.answered_at} /> })}
      </h3>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]">{answer.text}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={onEdit}>
          {t('shell.words.edit')}
        </Button>
        <Button size="small" weight="quiet" busy={save.isPending} onClick={() => remove(null)}>
          {t('shell.words.delete')}
        </Button>
      </div>
    </>
  )
}

/** The form for an answer. What is typed is a draft at once, and the draft is what it shows. */
function AnswerForm(props: {
  submission: Submission
  draftKey: DraftKey
  draft: string | null
  focus: boolean
  onDone: () => void
}) {
  const { submission, draftKey, draft, focus, onDone } = props
  const posted = submission.answer?.text ?? ''
  const text = draft ?? posted
  const [isKept, setKept] = useState(true)
  const { showToast } = useToast()
  const save = useAnswer(submission.id)
  const send = useAction(save, { failed: t('submission.answer.notSaved'), onDone })
  const change = (to: string) => {
    if (to === posted) forgetAnswerDrafts([submission.id])
    else setKept(keepAnswerDraft(draftKey, to))
  }
  const cancel = () => {
    if (draft !== null)
      showToast({
        title: t('submission.answer.draftDiscarded'),
        undo: () => keepAnswerDraft(draftKey, draft),
      })
    forgetAnswerDrafts([submission.id])
    onDone()
  }
  return (
    <form
      aria-label={t('submission.answer.label')}
      className="flex flex-col gap-3 border-t pt-4 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') send(text)
      }}
    >
      <TextArea
        label={t('submission.answer.label')}
        hint={t('submission.answer.hint')}
        value={text}
        maxLength={MAX_ANSWER_LENGTH}
        rows={4}
        // The button that opened the form is gone. A draft that was there does not take the focus from the list.
        autoFocus={focus}
        error={isKept ? null : t('submission.answer.noRoom')}
        onChange={(event) => change(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" weight="main" busy={save.isPending} disabled={text.trim() === ''}>
          {t('submission.answer.submit')}
        </Button>
        <CannedMenu
          label={t('submission.answer.insertCanned')}
          submission={submission}
          onChoose={(canned) => change(text.trim() === '' ? canned : `${text}\n\n${canned}`)}
        />
        <Button size="small" weight="quiet" onClick={cancel}>
          {draft === null ? t('shell.words.cancel') : t('submission.answer.discardDraft')}
        </Button>
        {draft !== null && isKept ? (
          <span className="self-center text-sm text-muted">{t('submission.answer.draftSaved')}</span>
        ) : null}
      </div>
    </form>
  )
}
