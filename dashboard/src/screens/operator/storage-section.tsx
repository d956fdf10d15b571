import type { OperatorInstance } from '../../api/accounts/operator.ts'
import { TallFact } from '../../controls/fact.tsx'
import { bytesText } from '../../controls/numbers.ts'
import { Day, UntilTime } from '../../controls/relative-time.tsx'
import { Section } from '../../controls/section.tsx'
import { rich, t } from '../../language/texts.ts'
import { WARNING } from './warning.ts'

const DAY_MS = 86_400_000
/** Days before the disk is full from which on the operator is warned. */
const WARNED_DAYS = 30
/** Days for which the date is shown. */
const MAX_EXACT_DAYS = 365
/** Forecasts beyond ten years are shown as “more than 10 years”. */
const MAX_SHOWN_DAYS = 3_650
const NAMES = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const

/** Size of the database and of files, their growth, and when the disk is full. */
export function StorageSection({ instance }: { instance: OperatorInstance }) {
  const { database, database_bytes, free_bytes, bytes_per_day, full_at } = instance.storage
  const daysLeft = full_at === null ? Infinity : (Date.parse(full_at) - Date.now()) / DAY_MS
  return (
    <Section title={t('operator.storage.title')} description={t('operator.storage.about')}>
      {full_at === null || daysLeft > WARNED_DAYS ? null : (
        <p className={WARNING}>
          {daysLeft <= 0
            ? t('operator.storage.fullNow')
            : rich('operator.storage.fullSoon', { day: <Day at={full_at} /> })}
        </p>
      )}
      <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:grid-cols-3">
        <TallFact name={t('operator.storage.database', { name: NAMES[database] })}>
          {bytesText(database_bytes)}
        </TallFact>
        <TallFact name={t('operator.instance.files')}>{bytesText(instance.stored_bytes)}</TallFact>
        <TallFact name={t('operator.storage.free')}>
          {free_bytes === null ? t('operator.storage.notSeen') : bytesText(free_bytes)}
        </TallFact>
        <TallFact name={t('operator.storage.growth')}>{describeGrowth(bytes_per_day)}</TallFact>
        {full_at === null || daysLeft <= 0 ? null : (
          <TallFact name={t('operator.storage.full')}>
            <Full at={full_at} daysLeft={daysLeft} />
          </TallFact>
        )}
      </dl>
      {database === 'postgres' ? (
        <p className="text-sm text-muted">{t('operator.storage.postgres')}</p>
      ) : null}
    </Section>
  )
}

function Full({ at, daysLeft }: { at: string; daysLeft: number }) {
  if (daysLeft > MAX_SHOWN_DAYS) return t('operator.storage.fullLater')
  return daysLeft > MAX_EXACT_DAYS ? <UntilTime at={at} /> : <Day at={at} />
}

function describeGrowth(bytes: number | null): string {
  if (bytes === null) return t('operator.storage.unknown')
  return bytes <= 0 ? t('operator.storage.none') : bytesText(bytes)
}
