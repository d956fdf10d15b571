import { isolate } from './chosen-files.ts'
import { findSlot, onClear, setAttribute } from './feedback.ts'

/**
 * Shows a bar for each file, in the element of the page for them or after the form: inside a form that is busy, screen readers
 * may keep quiet. Returns what moves the bars: the files are sent one after the other, as the last part of the body.
 */
export function showProgress(form: HTMLFormElement, files: readonly File[]): (leftBytes: number) => void {
  const slot = findSlot(form, 'progress') ?? document.createElement('div')
  // A field may be named after.
  if (!slot.isConnected) Element.prototype.after.call(form, slot)
  setAttribute(slot, 'aria-live', 'polite')
  const rows = files.map(({ name, size }) => {
    const label = document.createElement('label')
    const bar = document.createElement('progress')
    bar.max = size || 1
    label.append(`${isolate(name)} `, bar)
    const row = document.createElement('p')
    setAttribute(row, 'aria-atomic', 'true')
    row.append(label)
    return { bar, label, row }
  })
  slot.append(...rows.map(({ row }) => row))
  onClear(form, () => {
    for (const { row } of rows) row.remove()
  })
  return (leftBytes) => {
    let left = leftBytes
    for (const { bar, label } of [...rows].reverse()) {
      const before = bar.position
      bar.value = bar.max - left
      if (before < bar.position && left <= 0) label.append(' ✓')
      left = Math.max(0, left - bar.max)
    }
  }
}
