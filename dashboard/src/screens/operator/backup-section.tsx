import type { ReactNode } from 'react'
import type { OperatorInstance } from '../../api/accounts/operator.ts'
import { TallFact } from '../../controls/fact.tsx'
import { Moment, RelativeTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { sentenceSpace } from '../../language/sentences.ts'
import { rich, t } from '../../language/texts.ts'
import { WARNING } from './warning.ts'

/** Age from which on a backup is too old. */
const MAX_AGE_MS = 7 * 86_400_000
const COMMAND = (
  <code dir="ltr" className="whitespace-nowrap">
    {'formslot-server backup'}
  </code>
)

/** The last backup; a warning where there is none, or an old one. */
export function BackupSection(props: {
  database: OperatorInstance['storage']['database']
  at: string | null
}) {
  const { database, at } = props
  return (
    <Section title={t('operator.backup.title')}>
      {database === 'postgres' ? (
        <p className="text-muted text-pretty">
          {rich('operator.backup.postgres', { command: <code dir="ltr">{'pg_dump'}</code> })}
        </p>
      ) : (
        <LastBackup at={at} />
      )}
      <a href="/docs/self-hosting#backup" className="self-start text-sm text-accent underline">
        {t('operator.backup.guide')}
      </a>
    </Section>
  )
}

function LastBackup({ at }: { at: string | null }) {
  if (at === null) return <Warning>{rich('operator.backup.none', { command: COMMAND })}</Warning>
  return (
    <>
      {Date.now() - Date.parse(at) > MAX_AGE_MS ? (
        <Warning>{rich('operator.backup.old', { command: COMMAND })}</Warning>
      ) : null}
      <dl>
        <TallFact name={t('operator.backup.last')}>
          <RelativeTime at={at} /> <Moment at={at} className="font-normal text-muted" />
        </TallFact>
      </dl>
    </>
  )
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <p className={WARNING}>
      {children}
      {sentenceSpace}
      {t('operator.backup.others')}
    </p>
  )
}
