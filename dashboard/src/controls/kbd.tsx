/** Matches an upper-case letter, typed with Shift: `I` is Shift + i. */
const UPPER = /^[A-Z]$/

/** Shows keys: `g i` in sequence, `I` with Shift. */
export function Kbd({ keys }: { keys: string }) {
  const caps = keys.split(' ').flatMap((key) => (UPPER.test(key) ? ['Shift', key.toLowerCase()] : [key]))
  return (
    <span dir="ltr" className="inline-flex gap-1">
      {caps.map((cap) => (
        <kbd
          key={cap}
          className="min-w-5 rounded-sm border border-line bg-sunken px-1 text-center font-mono text-xs text-muted"
        >
          {cap}
        </kbd>
      ))}
    </span>
  )
}
