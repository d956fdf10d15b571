/** Names of the colors of initials and labels, each with a tone for both themes in `style.css`. */
export const COLORS = ['gray', 'red', 'orange', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type Color = (typeof COLORS)[number]

/** Text on a tint of each color; written out, so that the styles contain them. */
export const COLOR_CLASSES: Readonly<Record<Color, string>> = {
  gray: 'bg-gray-tint text-gray',
  red: 'bg-red-tint text-red',
  orange: 'bg-orange-tint text-orange',
  green: 'bg-green-tint text-green',
  teal: 'bg-teal-tint text-teal',
  blue: 'bg-blue-tint text-blue',
  purple: 'bg-purple-tint text-purple',
  pink: 'bg-pink-tint text-pink',
}
