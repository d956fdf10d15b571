import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Erasure, useEraseSender, useFindSender } from '../../api/submissions/erasure.ts'
import { Button } from '../../controls/button.tsx'
import { TextField } from '../../controls/fields/text-field.tsx'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'
import { ConfirmedAction } from '../../shell/confirmed-action.tsx'
import { errorText } from '../../shell/error-words.ts'
import { useFileExport } from '../../shell/file-export.tsx'

/**
 * Section that finds everything that a person sent by their address, and erases it.
 *
 * @param props.given an address to begin with; it is not looked for until the owner asks
 */
export function EraseSenderSection({ given = '' }: { given?: string | undefined }) {
  const find = useFindSender()
  const erase = useEraseSender()
  const [address, setAddress] = useState(given)
  const [everywhere, setEverywhere] = useState(false)
  const [asking, setAsking] = useState(false)
  const [erased, setErased] = useState<Erasure | null>(null)
  const found = find.data ?? null
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (given !== '') field.current?.focus()
  }, [given])
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
    <Section title={t('account.erase.title')} description={t('account.erase.description')}>
      <form onSubmit={search} className="flex flex-wrap items-end gap-3">
        <TextField
          ref={field}
          label={t('account.erase.address')}
          type="text"
          dir="ltr"
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          className="min-w-0 flex-1 basis-64"
          value={address}
          onChange={(event) => change(event.target.value)}
          error={errorText(find.error)}
        />
        <Button type="submit" busy={find.isPending} disabled={address.trim() === ''}>
          {t('account.erase.find')}
        </Button>
      </form>
      <div role="status" className="flex flex-col gap-3">
        {erased ? <Receipt erasure={erased} /> : null}
        {found && !erased ? (
          <>
            <Found erasure={found} />
            {found.elsewhere_submissions > 0 ? (
              <Button className="self-start" busy={find.isPending} onClick={() => lookFor(true)}>
                {t('account.erase.include', { count: found.elsewhere_submissions })}
              </Button>
            ) : null}
            {found.submissions > 0 ? (
              <Button weight="danger" className="self-start" onClick={() => setAsking(true)}>
                {t('account.erase.ask', { count: found.submissions })}
              </Button>
            ) : null}
          </>
        ) : null}
      </div>
      <ConfirmedAction
        open={asking}
        onClose={() => setAsking(false)}
        title={t('account.erase.question')}
        action={t('account.erase.action')}
        mutation={erase}
        given={{ address: address.trim(), everywhere }}
        done={({ submissions }) => t('account.erase.done', { count: submissions })}
        onDone={setErased}
      >
        {t('account.erase.text', { count: found?.submissions ?? 0 })}
      </ConfirmedAction>
    </Section>
  )
}

function Found({ erasure }: { erasure: Erasure }) {
  const { submissions, files, forms, encrypted_submissions: encrypted } = erasure
  return (
    <>
      <p>{describeFound(submissions, files)}</p>
      {forms.length === 0 ? null : (
        <ul className="divide-y rounded-md border">
          {forms.map((form) => (
            <li key={form.id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2 text-sm">
              <bdi className="min-w-0 [overflow-wrap:anywhere]">{form.name ?? form.id}</bdi>
              <span className="text-muted">{t('account.erase.number', { count: form.submissions })}</span>
            </li>
          ))}
        </ul>
      )}
      {encrypted === 0 ? null : (
        <p className="text-sm text-muted">{t('account.erase.encrypted', { count: encrypted })}</p>
      )}
    </>
  )
}

function describeFound(count: number, files: number): string {
  if (count === 0) return t('account.erase.nothing')
  if (files === 0) return t('account.erase.found', { count })
  return t('account.erase.foundWithFiles', { count, files: t('account.erase.files', { count: files }) })
}

function Receipt({ erasure }: { erasure: Erasure }) {
  const { busy, start } = useFileExport()
  const name = `formslot-erasure-${erasure.at.slice(0, 10)}.json`
  const content = new Blob([`${JSON.stringify(erasure, null, 2)}\n`], { type: 'application/json' })
  return (
    <>
      <p>{t('account.erase.receipt', { count: erasure.submissions })}</p>
      <Button
        icon="download"
        className="self-start"
        disabled={busy}
        onClick={() => start(async () => ({ name, content }))}
      >
        {t('account.erase.download')}
      </Button>
    </>
  )
}
