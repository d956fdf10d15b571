/** An element of an email, with its inline styles by property. */
export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  styles: Readonly<Record<string, string>>
  parent: Element | null
}

const TAG = /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"]*")*)\s*>/g
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'meta'])
const SHEET = /(<style>)([^<]*)(?=<\/style>)/g

/**
 * Reads the markup of an email, which has quoted attributes alone and closes what it opens; throws for anything else, such as
 * submitted text that became markup.
 */
export function readEmailHtml(html: string): { elements: Element[]; sheet: string } {
  const sheet = [...html.matchAll(SHEET)].map(([, , rules]) => rules).join('\n')
  const body = html.replace(/^<!doctype html>/, '').replaceAll(SHEET, '$1')
  const elements: Element[] = []
  let parent: Element | null = null
  for (const [, closing, name = '', given = ''] of body.matchAll(TAG)) {
    if (closing !== '') {
      if (parent?.name !== name) throw new Error(`</${name}> closes <${parent?.name}>`)
      parent = parent.parent
      continue
    }
    const attributes = readAttributes(given)
    const element: Element = { name, attributes, styles: readStyles(attributes.style ?? ''), parent }
    elements.push(element)
    if (!EMPTY.has(name)) parent = element
  }
  if (parent !== null) throw new Error(`<${parent.name}> is not closed`)
  const rest = body.replaceAll(TAG, '').match(/[<>"']/)
  if (rest) throw new Error(`unescaped ${rest[0]} in the text`)
  return { elements, sheet }
}

function readAttributes(given: string): Record<string, string> {
  return Object.fromEntries(
    [...given.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      readEntities(value),
    ]),
  )
}

function readStyles(style: string): Record<string, string> {
  const rules = style.split(';').filter((rule) => rule !== '')
  return Object.fromEntries(
    rules.map((rule) => [rule.slice(0, rule.indexOf(':')), rule.slice(rule.indexOf(':') + 1)]),
  )
}

function readEntities(text: string): string {
  const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')
}
