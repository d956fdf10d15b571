import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import { Button } from '../../controls/button.tsx'
import { Section } from '../../controls/section.tsx'
import { ConfirmedDeed } from '../confirmed-action.tsx'

/** What cannot be taken back: what it does, and a button that asks for a word before it is done. */
export function DangerSection<Answer>(props: {
  title: string
  description: string
  button: string
  /** What is asked: its heading, what it says, and the button that does it. */
  question: { title: string; says: ReactNode; deed: string; typed: string }
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
      <ConfirmedDeed
        open={open}
        onClose={() => setOpen(false)}
        title={question.title}
        deed={question.deed}
        typed={question.typed}
        mutation={mutation}
        given={undefined}
        onDone={onDone}
      >
        {question.says}
      </ConfirmedDeed>
    </Section>
  )
}
