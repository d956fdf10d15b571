import { classes } from './classes.ts'
import { COLOR_CLASSES, type Color } from './colors.ts'

/** A label in its color. The word carries the meaning, not the color. */
export function LabelChip({ name, color }: { name: string; color: Color }) {
  return (
    <span
      className={classes(
        'inline-flex h-5 min-w-0 max-w-32 shrink-0 items-center rounded-sm px-1.5 text-xs font-medium forced-colors:border',
        COLOR_CLASSES[color],
      )}
    >
      <bdi className="truncate">{name}</bdi>
    </span>
  )
}
