/** Returns a command followed by its documented answer; a test runs the command and compares the answer. */
export function commandLines(line: string, answer: object): string {
  return `\`\`\`sh\n${line}\n\`\`\`\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``
}
