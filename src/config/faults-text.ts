import type { Fault } from './reading.ts'

/** All faults as text for a person at a terminal, each with what is wrong, what is expected and an example. */
export function faultsText(faults: readonly Fault[]): string {
  const count = faults.length === 1 ? 'One setting needs' : `${faults.length} settings need`
  return [`Formslot did not start. ${count} your attention:`, '', ...faults.map(faultText)].join('\n')
}

function faultText(fault: Fault): string {
  const lines = [`  ${fault.variable} ${fault.problem}`, `    expected  ${fault.expected}`]
  if (fault.example) lines.push(`    example   ${fault.example}`)
  return `${lines.join('\n')}\n`
}
