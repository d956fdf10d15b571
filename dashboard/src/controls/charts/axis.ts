/** Returns the top of the axis: the next round number that is at least the largest value. */
export function toTop(most: number): number {
  if (most <= 4) return Math.max(1, Math.ceil(most))
  const unit = 10 ** Math.floor(Math.log10(most))
  const factor = [1, 2, 4, 6, 8, 10].find((one) => one * unit >= most) ?? 10
  return factor * unit
}
