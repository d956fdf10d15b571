import { useState } from 'react'
import { useEventValues, type ValuesOf } from '../../../api/telemetry/events.ts'
import { Button } from '../../../controls/button.tsx'
import { SkeletonRows } from '../../../controls/feedback/skeleton.tsx'
import { TextField } from '../../../controls/fields/text-field.tsx'
import { count } from '../../../controls/numbers.ts'
import { Dialog } from '../../../controls/overlays/dialog.tsx'
import { useSettled } from '../../../controls/settled.ts'
import { sentenceSpace } from '../../../language/sentences.ts'
import { t } from '../../../language/texts.ts'
import { Loaded } from '../../../shell/loaded.tsx'
import { ValueBars } from './value-bars.tsx'

/** Number of values that a list shows before all are asked for: the API lists as many. */
export const SHOWN_VALUES = 20
const TYPING_MS = 300
/** Maximum number of different values that the API counts. */
const MAX_COUNTED = 10_000

type Selection = { telemetryId: string; name: string | undefined; since: string; part: ValuesOf }

/** Button below a list of values that may have more, which opens all of them with a search. */
export function AllValues({ title, ...selection }: Selection & { title: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="small"
        className="self-start"
        aria-label={t('telemetry.values.showAll', { title })}
        onClick={() => setOpen(true)}
      >
        {t('telemetry.showAll')}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        width="wide"
        title={<bdi className="[overflow-wrap:anywhere]">{title}</bdi>}
        actions={<Button onClick={() => setOpen(false)}>{t('shell.words.close')}</Button>}
      >
        {open ? <Values title={title} {...selection} /> : null}
      </Dialog>
    </>
  )
}

function Values({ title, telemetryId, name, since, part }: Selection & { title: string }) {
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), TYPING_MS)
  const query = useEventValues(telemetryId, { ...part, name, since, search: search || undefined })
  return (
    <>
      <TextField
        type="search"
        label={t('telemetry.values.search')}
        quietLabel
        placeholder={t('shell.words.search')}
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
        autoComplete="off"
        spellCheck={false}
      />
      <Loaded query={query} loading={<SkeletonRows rows={6} />}>
        {({ different, data, complete, events }) => (
          <>
            <p role="status" className="text-sm text-muted">
              {describeValues({ different, listed: data.length, search })}
              {complete ? null : `${sentenceSpace}${t('telemetry.newestOnly', { count: events })}`}
            </p>
            {data.length === 0 ? null : <ValueBars label={title} items={data} />}
          </>
        )}
      </Loaded>
    </>
  )
}

function describeValues(found: { different: number; listed: number; search: string }): string {
  const { different, listed, search } = found
  const shown = count(listed)
  if (different === 0)
    return search === '' ? t('telemetry.values.none') : t('telemetry.values.noneFound', { search })
  if (different >= MAX_COUNTED) {
    const number = count(different)
    return search === ''
      ? t('telemetry.values.many', { number, listed: shown })
      : t('telemetry.values.manyFound', { number, listed: shown, search })
  }
  if (listed < different)
    return search === ''
      ? t('telemetry.values.some', { count: different, listed: shown })
      : t('telemetry.values.someFound', { count: different, listed: shown, search })
  return search === ''
    ? t('telemetry.values.all', { count: different })
    : t('telemetry.values.found', { count: different, search })
}
