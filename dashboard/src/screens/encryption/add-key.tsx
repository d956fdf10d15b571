import { type FormEvent, useState } from 'react'
import { useAddEmailKey, useLookUpEmailKey } from '../../api/accounts/email-key.ts'
import type { ApiError } from '../../api/client/api-error.ts'
import type { FoundEmailKey } from '../../api/schema.ts'
import { Button } from '../../controls/button.tsx'
import { FactTable } from '../../controls/fact.tsx'
import { TextArea } from '../../controls/fields/text-field.tsx'
import { useToast } from '../../controls/overlays/toast.tsx'
import { Day } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { t } from '../../language/texts.ts'
import { errorText } from '../../shell/error-words.ts'
import { Fingerprint } from './fingerprint.tsx'

const PLACEHOLDER = '-----BEGIN PGP PUBLIC KEY BLOCK-----'
const PRIVATE_KEY = /BEGIN PGP (?:PRIVATE|SECRET)/

/** Form that adds a pasted key, or one from the key directory of the owner's domain. */
export function AddKey({ hasKey }: { hasKey: boolean }) {
  const [text, setText] = useState('')
  const add = useAddEmailKey()
  const lookUp = useLookUpEmailKey()
  const { showToast } = useToast()
  const isPrivate = PRIVATE_KEY.test(text)

  async function save(key: string) {
    try {
      await add.mutateAsync({ key })
    } catch {
      // The form shows why.
      return
    }
    setText('')
    lookUp.reset()
    showToast({ title: t('encryption.add.sent') })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '' && !isPrivate) void save(text)
  }

  return (
    <Section
      title={hasKey ? t('encryption.add.another') : t('encryption.add.title')}
      description={t('encryption.add.about')}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label={t('encryption.add.key')}
          hint={t('encryption.add.hint')}
          placeholder={PLACEHOLDER}
          dir="ltr"
          rows={6}
          spellCheck={false}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          // Before anything is sent: a private key must not leave this page.
          error={isPrivate ? t('encryption.add.isPrivate') : toFault(add.error)}
        />
        <div className="flex flex-wrap gap-2">
          <Button weight="main" type="submit" disabled={add.isPending || text.trim() === '' || isPrivate}>
            {t('encryption.add.action')}
          </Button>
          <Button icon="search" disabled={lookUp.isPending} onClick={() => lookUp.mutate()}>
            {t('encryption.add.lookUp')}
          </Button>
        </div>
      </form>
      <p role="alert" className="text-sm text-danger empty:hidden">
        {toFault(lookUp.error)}
      </p>
      {lookUp.data ? (
        <Found found={lookUp.data} busy={add.isPending} onUse={(key) => void save(key)} />
      ) : null}
    </Section>
  )
}

function Found(props: { found: FoundEmailKey; busy: boolean; onUse: (key: string) => void }) {
  const { found, busy, onUse } = props
  return (
    <div className="flex flex-col gap-3 rounded-md border bg-sunken p-4">
      <p>{t('encryption.found.text')}</p>
      <FactTable
        facts={[
          [t('encryption.fingerprint'), <Fingerprint key="fingerprint" of={found.fingerprint} />],
          [t('encryption.algorithm'), found.algorithm],
          [
            t('encryption.expires'),
            found.expires_at === null ? t('encryption.never') : <Day key="end" at={found.expires_at} />,
          ],
        ]}
      />
      <Button weight="main" className="self-start" disabled={busy} onClick={() => onUse(found.key)}>
        {t('encryption.found.use')}
      </Button>
    </div>
  )
}

/** Returns what is wrong with a key: the messages of the service are written for people, too. */
function toFault(error: ApiError | null): string | null {
  if (error?.code === 'email_key_refused') return error.message.replaceAll('`', '')
  return errorText(error)
}
