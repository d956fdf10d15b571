import { useState } from 'react'
import {
  type CannedAnswer,
  useCannedAnswers,
  useSaveCannedAnswers,
} from '../../../api/submissions/canned-answers.ts'
import {
  MAX_CANNED_ANSWERS,
  MAX_CANNED_NAME_LENGTH,
  MAX_CANNED_TEXT_LENGTH,
} from '../../../api/submissions/canned-limits.ts'
import { Button } from '../../../controls/button.tsx'
import { SkeletonRows } from '../../../controls/feedback/skeleton.tsx'
import { TextArea, TextField } from '../../../controls/fields/text-field.tsx'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { useToast } from '../../../controls/overlays/toast.tsx'
import { t } from '../../../language/texts.ts'
import { useAction } from '../../../shell/action.ts'
import { errorText } from '../../../shell/error-words.ts'
import { Loaded } from '../../../shell/loaded.tsx'

const NEW: CannedAnswer = { name: '', text: '' }

/** Adds, changes and deletes canned answers. */
export function CannedDialog({ onClose }: { onClose: () => void }) {
  const query = useCannedAnswers()
  const [opened, setOpened] = useState<{ place: number; answer: CannedAnswer } | null>(null)
  const answers = query.data ?? []
  if (opened) {
    const onDone = () => setOpened(null)
    return <AnswerDialog key={opened.place} {...opened} answers={answers} onDone={onDone} />
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={t('submission.canned.title')}
      description={t('submission.canned.explained')}
      actions={
        <>
          <Button
            icon="plus"
            disabled={query.data === undefined || answers.length >= MAX_CANNED_ANSWERS}
            onClick={() => setOpened({ place: answers.length, answer: NEW })}
          >
            {t('shell.words.add')}
          </Button>
          <Button weight="main" onClick={onClose}>
            {t('submission.canned.done')}
          </Button>
        </>
      }
    >
      <Loaded query={query} loading={<SkeletonRows rows={2} />}>
        {(listed) =>
          listed.length === 0 ? (
            <p>{t('submission.canned.none')}</p>
          ) : (
            <ul className="divide-y rounded-md border">
              {listed.map((answer, place) => (
                <Row
                  // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list is short.
                  key={place}
                  answer={answer}
                  listed={listed}
                  onEdit={() => setOpened({ place, answer })}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Row(props: { answer: CannedAnswer; listed: readonly CannedAnswer[]; onEdit: () => void }) {
  const { answer, listed, onEdit } = props
  const { name, text } = answer
  const save = useSaveCannedAnswers()
  const restore = useAction(save, { failed: t('submission.canned.notRestored') })
  const remove = useAction(save, {
    failed: t('submission.canned.notDeleted'),
    done: () => ({ title: t('submission.canned.deleted'), undo: () => restore(listed) }),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {name}
        </p>
        <p dir="auto" className="truncate text-sm text-muted">
          {text}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={t('submission.canned.editNamed', { name })} onClick={onEdit}>
          {t('shell.words.edit')}
        </Button>
        <Button
          size="small"
          weight="danger-plain"
          busy={save.isPending}
          aria-label={t('submission.canned.deleteNamed', { name })}
          onClick={() => remove(listed.filter((one) => one !== answer))}
        >
          {t('shell.words.delete')}
        </Button>
      </div>
    </li>
  )
}

/** The form of one canned answer, at its place in the list. */
function AnswerDialog(props: {
  place: number
  answer: CannedAnswer
  answers: readonly CannedAnswer[]
  onDone: () => void
}) {
  const { place, answer, answers, onDone } = props
  const [{ name, text }, setAnswer] = useState(answer)
  const save = useSaveCannedAnswers()
  const { showToast } = useToast()
  const submit = () =>
    save.mutate(answers.toSpliced(place, 1, { name, text }), {
      onSuccess() {
        showToast({ title: t('shell.words.saved') })
        onDone()
      },
    })
  return (
    <Dialog
      open
      onClose={onDone}
      width="wide"
      title={answer === NEW ? t('submission.canned.new') : t('submission.canned.edit')}
      form={{
        submit,
        label: t('shell.words.save'),
        busy: save.isPending,
        disabled: name.trim() === '' || text.trim() === '',
      }}
    >
      <TextField
        label={t('shell.words.name')}
        hint={t('submission.canned.nameHint')}
        maxLength={MAX_CANNED_NAME_LENGTH}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setAnswer({ name: target.value, text })}
      />
      <TextArea
        label={t('submission.canned.text')}
        hint={t('submission.canned.textHint', { name: '{name}', form: '{form}' })}
        rows={8}
        maxLength={MAX_CANNED_TEXT_LENGTH}
        value={text}
        onChange={({ target }) => setAnswer({ name, text: target.value })}
        error={errorText(save.error)}
      />
    </Dialog>
  )
}
