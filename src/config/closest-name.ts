/** Finds the name that was most likely meant by `typed`: the only one that begins with it, or a similar one; else null. */
export function closestName(typed: string, names: readonly string[]): string | null {
  const [longer, ...more] = names.filter((name) => name.startsWith(`${typed}_`))
  if (longer !== undefined && more.length === 0) return longer
  let closest: string | null = null
  let smallest = Math.floor(typed.length / 4) + 1
  for (const name of names) {
    const steps = editDistance(typed, name)
    if (steps >= smallest) continue
    smallest = steps
    closest = name
  }
  return closest
}

/** Computes the Levenshtein distance, keeping one row of the table at a time. */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (const [index, letter] of [...from].entries()) {
    const row = [index + 1]
    for (const [column, other] of [...to].entries()) {
      const changed = (above[column] ?? 0) + (letter === other ? 0 : 1)
      row.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1))
    }
    above = row
  }
  return above[to.length] ?? 0
}
