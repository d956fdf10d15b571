import { useState } from 'react'
import { type Owned, type OwnedKind, useChangeOwned } from '../../api/endpoints/owned.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Section } from '../../controls/section.tsx'
import { errorText } from '../error-words.ts'
import { MAX_NAME_LENGTH } from '../name-length.ts'

/** Form that changes a name. */
export function NameForm({ kind, owned }: { kind: OwnedKind; owned: Owned }) {
  const rename = useChangeOwned(kind, owned.id)
  const before = owned.name ?? ''
  // Null until edited, so that the stored name is shown even if it changes elsewhere.
  const [typed, setTyped] = useState<{ text: string; version: number } | null>(null)
  const { showToast } = useToast()
  const text = typed?.text ?? before
  const { version } = typed ?? owned
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
