import type { Color } from '../../../controls/colors.ts'
import { type PlainKey, t } from '../../../language/texts.ts'

const NAMES = {
  gray: 'inbox.colors.gray',
  red: 'inbox.colors.red',
  orange: 'inbox.colors.orange',
  green: 'inbox.colors.green',
  teal: 'inbox.colors.teal',
  blue: 'inbox.colors.blue',
  purple: 'inbox.colors.purple',
  pink: 'inbox.colors.pink',
} as const satisfies Record<Color, PlainKey>

/** Returns the name of the color of a label. */
export function colorName(color: Color): string {
  return t(NAMES[color])
}
