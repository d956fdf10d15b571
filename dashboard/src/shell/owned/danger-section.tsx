import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../../controls/button.tsx'
import { Section } from '../../controls/section.tsx'
import { ConfirmedAction } from '../confirmed-action.tsx'

/** Section for an action that can't be undone; its dialog may ask for a typed word. */
export function DangerSection<Answer>(props: {
  title: string
  description: string
  button: string
  /** Texts of the dialog. */
  question: { title: string; description: ReactNode; action: string; typed: string }
  mutation: UseMutationResult<Answer, ApiError, void>
  onDone: (answer: Answer) => void
}) {
  const { title, description, button, question, mutation, onDone } = props
  const [open, setOpen] = useState(false)
  return (
    <Section tone="danger" title={title} description={description}>
      <Button weight="danger-plain" className="self-start" onClick={() => setOpen(true)}>
        {button}
      </Button>
      <ConfirmedAction
        open={open}
        onClose={() => setOpen(false)}
        title={question.title}
        action={question.action}
        typed={question.typed}
        mutation={mutation}
        given={undefined}
        onDone={onDone}
      >
        {question.description}
      </ConfirmedAction>
    </Section>
  )
}
