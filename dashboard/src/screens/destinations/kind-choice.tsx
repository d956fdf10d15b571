import { useId } from 'react'
import type { DestinationKind } from '../../api/destinations/destinations.ts'
import { Icon } from '../../controls/icon.tsx'
import { t } from '../../language/texts.ts'
import { getIcon, getName } from './destination-words.ts'

/** Radio buttons of the kinds of destinations. */
export function KindChoice(props: {
  kinds: readonly DestinationKind[]
  value: DestinationKind
  onChange: (kind: DestinationKind) => void
}) {
  const { kinds, value, onChange } = props
  const name = useId()
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t('destinations.add.kind')}</legend>
      <div className="mt-1.5 grid grid-cols-2 gap-2 sm:grid-cols-4">
        {kinds.map((kind) => (
          <label
            key={kind}
            className="relative flex min-h-11 items-center gap-2.5 rounded-md border border-edge px-3 text-sm leading-tight font-medium transition-colors hover:border-ink has-checked:border-accent has-checked:bg-tint has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={kind}
              checked={kind === value}
              onChange={() => onChange(kind)}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <Icon name={getIcon(kind)} />
            {getName(kind)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
