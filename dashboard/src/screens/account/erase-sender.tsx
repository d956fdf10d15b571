import { type FormEvent, useState } from 'react'
import { type Erasure, useEraseSender, useFindSender } from '../../api/submissions/erasure.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { pluralize } from '../../controls/numbers.ts'
import { Section } from '../../controls/section.tsx'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { errorText } from '../../shell/error-words.ts'
import { useFileExport } from '../../shell/file-export.tsx'

/** Section that finds everything that a person sent by their address, and erases it. */
export function EraseSenderSection() {
  const find = useFindSender()
  const erase = useEraseSender()
  const [address, setAddress] = useState('')
  const [everywhere, setEverywhere] = useState(false)
  const [asking, setAsking] = useState(false)
  const [erased, setErased] = useState<Erasure | null>(null)
  const found = find.data ?? null
  function search(event: FormEvent) {
    event.preventDefault()
    lookFor(false)
  }
  function lookFor(isEverywhere: boolean) {
    setErased(null)
    setEverywhere(isEverywhere)
    find.mutate({ address: address.trim(), everywhere: isEverywhere })
  }
  function change(value: string) {
    setAddress(value)
    if (find.data || find.error) find.reset()
  }
  return (
    <Section
      title="Erase what a person sent"
      description="When somebody asks you to delete their data: finds the submissions to all your forms, in every folder, whose sender has this email address."
    >
      <form onSubmit={search} className="flex flex-wrap items-end gap-3">
        <TextField
          label="Their email address"
          type="text"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1 basis-64"
          value={address}
          onChange={(event) => change(event.target.value)}
          error={errorText(find.error)}
        />
        <Button type="submit" busy={find.isPending} disabled={address.trim() === ''}>
          Find
        </Button>
      </form>
      <div role="status" className="flex flex-col gap-3">
        {erased ? <Receipt erasure={erased} /> : null}
        {found && !erased ? (
          <>
            <Found erasure={found} />
            {found.elsewhere_submissions > 0 ? (
              <Button className="self-start" busy={find.isPending} onClick={() => lookFor(true)}>
                Include {found.elsewhere_submissions} more with the address in another field
              </Button>
            ) : null}
            {found.submissions > 0 ? (
              <Button weight="danger" className="self-start" onClick={() => setAsking(true)}>
                Erase {pluralize(found.submissions, 'submission')}…
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      <ConfirmedAction
        open={asking}
        onClose={() => setAsking(false)}
        title="Erase everything from this sender?"
        action="Erase"
        mutation={erase}
        given={{ address: address.trim(), everywhere }}
        done={({ submissions }) => `${pluralize(submissions, 'submission')} erased`}
        onDone={setErased}
      >
        Deletes {pluralize(found?.submissions ?? 0, 'submission')} with their files, deliveries, notes and
        answers, and their messages in queues. Copies that were delivered by email, webhook or chat stay where
        they are. This can't be undone.
      </ConfirmedAction>
    </Section>
  )
}

function Found({ erasure }: { erasure: Erasure }) {
  const { submissions, files, forms, encrypted_submissions: encrypted } = erasure
  return (
    <>
      <p>
        {submissions === 0
          ? 'No submission was sent by this address.'
          : `${pluralize(submissions, 'submission')}${files === 0 ? '' : ` with ${pluralize(files, 'file')}`} found:`}
      </p>
      {forms.length === 0 ? null : (
        <ul className="divide-y rounded-md border">
          {forms.map((form) => (
            <li key={form.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2 text-sm">
              <span className="min-w-0 [overflow-wrap:anywhere]">{form.name ?? form.id}</span>
              <span className="text-muted">{pluralize(form.submissions, 'submission')}</span>
            </li>
          ))}
        </ul>
      )}
      {encrypted === 0 ? null : (
        <p className="text-sm text-muted">
          {pluralize(encrypted, 'submission')} could not be searched, because the form stores them encrypted.
        </p>
      )}
    </>
  )
}

function Receipt({ erasure }: { erasure: Erasure }) {
  const { busy, start } = useFileExport()
  const name = `formslot-erasure-${erasure.at.slice(0, 10)}.json`
  const content = new Blob([`${JSON.stringify(erasure, null, 2)}\n`], { type: 'application/json' })
  return (
    <>
      <p>
        {pluralize(erasure.submissions, 'submission')} erased. The receipt lists the date, the counts and the
        forms; it contains neither the address nor any content.
      </p>
      <Button
        icon="download"
        className="self-start"
        disabled={busy}
        onClick={() => start(async () => ({ name, content }))}
      >
        Download the receipt
      </Button>
    </>
  )
}
