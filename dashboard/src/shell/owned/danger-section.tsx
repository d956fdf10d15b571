import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { Section } from '../../controls/section.tsx'
import { ConfirmedButton } from '../confirmed-action.tsx'

/** Section for an action that can't be undone; its dialog may ask for a typed word. */
export function DangerSection<Answer>(props: {
  title: string
  description: string
  button: string
  /** Texts of the dialog. */
  question: { title: string; description: ReactNode; action: string; typed: string }
  mutation: UseMutationResult<Answer, ApiError, void>
  done?: (answer: Answer) => string
  onDone?: (answer: Answer) => void
}) {
  const { title, description, button, question, ...action } = props
  return (
    <Section tone="danger" title={title} description={description}>
      <ConfirmedButton
        button={{ weight: 'danger-plain', className: 'self-start', children: button }}
        title={question.title}
        action={question.action}
        typed={question.typed}
        given={undefined}
        {...action}
      >
        {question.description}
      </ConfirmedButton>
    </Section>
  )
}
