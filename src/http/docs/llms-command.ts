/** A command and, directly behind it, its documented answer: a test runs the one and compares the other. */
export function commandLines(line: string, answer: object): string {
  return `\`\`\`sh\n${line}\n\`\`\`\n\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``
}
