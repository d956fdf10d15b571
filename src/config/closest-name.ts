/** The one of `names` that `typed` was most likely meant to be; null when none is near. */
export function closestName(typed: string, names: readonly string[]): string | null {
  let closest: string | null = null
  let smallest = Math.floor(typed.length / 4) + 1
  for (const name of names) {
    const steps = stepsBetween(typed, name)
    if (steps >= smallest) continue
    smallest = steps
    closest = name
  }
  return closest
}

/** Levenshtein distance: emails to add, drop or change. One row of the table is kept at a time. */
function stepsBetween(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, email] of [...from].entries()) {
    const row = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const changed = (above[column] ?? 0) + (email === other ? 0 : 1)
      row.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1))
    }
    above = row
  }
  return above[to.length] ?? 0
}
