import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../../api/client/api-error.ts'
import type { NameRequest } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { errorText } from '../error-words.ts'
import { MAX_NAME_LENGTH } from '../name-length.ts'

/** Form that changes a name. */
export function NameForm<Answer>({
  named,
  rename,
}: {
  named: { name: string | null; version: number }
  rename: UseMutationResult<Answer, ApiError, NameRequest & { version?: number }>
}) {
  const before = named.name ?? ''
  // Null until edited, so that the stored name is shown even if it changes elsewhere.
  const [typed, setTyped] = useState<{ text: string; version: number } | null>(null)
  const { showToast } = useToast()
  const text = typed?.text ?? before
  const { version } = typed ?? named
  const save = () =>
    rename.mutate(
      { name: text.trim() === '' ? null : text.trim(), version },
      {
        onSuccess() {
          setTyped(null)
          showToast({ title: 'Saved' })
        },
      },
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Section title="Name">
        <TextField
          label="Name"
          quietLabel
          hint="Shown in the dashboard."
          value={text}
          onChange={({ target }) => setTyped({ text: target.value, version })}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          error={
            rename.error?.code === 'version_conflict'
              ? 'Someone else changed the name. Reload the page to see it.'
              : errorText(rename.error)
          }
        />
        <Button
          type="submit"
          weight="main"
          className="self-start"
          busy={rename.isPending}
          disabled={text.trim() === before}
        >
          Save
        </Button>
      </Section>
    </form>
  )
}
