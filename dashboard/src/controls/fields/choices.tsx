import { useId } from 'react'

/** Radio buttons, each with a sentence. */
export function Choices<Value extends string>(props: {
  label: string
  hint?: string
  value: Value
  choices: readonly { value: Value; label: string; explained: string }[]
  onChange: (value: Value) => void
}) {
  const { label, hint, value, choices, onChange } = props
  const id = useId()
  return (
    <fieldset aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="text-sm font-semibold">{label}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted text-pretty">
          {hint}
        </p>
      ) : null}
      <div className="mt-1.5 divide-y rounded-md border border-edge">
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="flex cursor-pointer items-start gap-3 px-3 py-2.5 first:rounded-t-md last:rounded-b-md hover:bg-sunken has-checked:bg-tint"
          >
            <input
              type="radio"
              name={id}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-describedby={`${id}-${choice.value}`}
              aria-labelledby={`${id}-${choice.value}-label`}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span id={`${id}-${choice.value}-label`} className="font-semibold">
                {choice.label}
              </span>
              <span id={`${id}-${choice.value}`} className="block text-sm text-muted text-pretty">
                {choice.explained}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
