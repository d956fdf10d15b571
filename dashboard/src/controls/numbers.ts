const whole = new Intl.NumberFormat('en')

/** 12,345 */
export function count(number: number): string {
  return whole.format(number)
}

/** "1 submission", "2 submissions" */
export function countOf(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}
