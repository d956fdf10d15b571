import type { Fault } from './reading.ts'

/** Formats all faults for a terminal, each with the problem, the expected value and an example. */
export function faultsText(faults: readonly Fault[]): string {
  const count = faults.length === 1 ? 'One setting needs' : `${faults.length} settings need`
  return [`Formslot did not start. ${count} your attention:`, '', ...faults.map(formatFault)].join('\n')
}

function formatFault(fault: Fault): string {
  const lines = [`  ${fault.variable} ${fault.problem}`, `    expected  ${fault.expected}`]
  if (fault.example) lines.push(`    example   ${fault.example}`)
  return `${lines.join('\n')}\n`
}
