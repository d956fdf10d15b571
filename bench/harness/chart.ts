const WIDTH = 720
const LEFT = 150
const RIGHT = 90
const BAR = 18
const GAP = 6
const GROUP_GAP = 26
const TOP = 16
const COLORS = ['#8a94a6', '#5b6b86', '#0b7285', '#b35900', '#7048a8']

/** Bars under one heading. */
export type BarGroup = { heading: string; bars: readonly { name: string; value: number; label: string }[] }

/** Draws groups of horizontal bars of one unit, readable in light and dark mode. */
export function drawChart({ title, groups }: { title: string; groups: readonly BarGroup[] }): string {
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map((bar) => bar.value)))
  const parts: string[] = []
  let y = TOP
  for (const { heading, bars } of groups) {
    parts.push(`<text x="${LEFT}" y="${y + 10}" font-weight="600">${escapeXml(heading)}</text>`)
    y += 18
    for (const [index, { name, value, label }] of bars.entries()) {
      const width = Math.max(1, ((WIDTH - LEFT - RIGHT) * value) / longest)
      const color = COLORS[index % COLORS.length]
      const middle = y + BAR / 2 + 4
      parts.push(
        `<text x="${LEFT - 8}" y="${middle}" text-anchor="end">${escapeXml(name)}</text>`,
        `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="3" fill="${color}"/>`,
        `<text x="${(LEFT + width + 6).toFixed(1)}" y="${middle}">${escapeXml(label)}</text>`,
      )
      y += BAR + GAP
    }
    y += GROUP_GAP - GAP
  }
  const style =
    'text{font:13px system-ui,sans-serif;fill:#1d2530}@media(prefers-color-scheme:dark){text{fill:#e6e9ee}}'
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="${escapeXml(title)}">` +
    `<style>${style}</style>${parts.join('')}</svg>\n`
  )
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
