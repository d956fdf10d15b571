/** A segmented control: one of a few visible choices. */
export function Segments<Value extends string>(props: {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const { label, value, choices, onChange } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent by a form.
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-edge bg-card p-0.5">
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className="inline-flex h-8 items-center rounded-sm px-3 text-sm font-medium whitespace-nowrap text-muted transition-colors hover:text-ink aria-pressed:bg-tint aria-pressed:text-accent pointer-coarse:h-10"
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}
