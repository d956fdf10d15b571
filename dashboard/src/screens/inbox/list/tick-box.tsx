import { Icon } from '../../../controls/icon.tsx'

/** Checkbox of a row: a plain input, because hundreds mount while scrolling. */
export function TickBox(props: {
  label: string
  checked: boolean
  tabbable: boolean
  onChange: (how: { range: boolean }) => void
}) {
  const { label, checked, tabbable, onChange } = props
  return (
    <label className="relative z-1 flex w-9 shrink-0 items-start justify-center self-stretch pt-3 short:pt-1.5 pointer-coarse:w-11">
      <span className="relative size-[1.125rem]">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          tabIndex={tabbable ? 0 : -1}
          onChange={({ nativeEvent }) =>
            // The click that Space triggers also carries shiftKey.
            onChange({ range: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
          }
          className="absolute inset-0 cursor-pointer appearance-none rounded-sm border border-edge bg-card transition-colors hover:border-ink checked:border-accent checked:bg-accent"
        />
        {checked ? (
          <Icon
            name="check"
            className="pointer-events-none absolute top-0.5 left-0.5 size-3.5 stroke-3 text-on-accent"
          />
        ) : null}
      </span>
    </label>
  )
}
