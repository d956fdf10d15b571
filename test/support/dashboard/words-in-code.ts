import { parseSync } from 'vite'

type Node = { type: string; [key: string]: unknown }

/** Names that are the same in every language. */
const NAMES =
  /^(?:Formslot|Slack|Discord|Telegram|Teams|Google Chat|Mattermost|Gmail|Outlook|Yahoo|Android|iPhone|iPad|Chrome|Firefox|Safari|Edge|Opera|Windows|macOS|Linux|SpamAssassin|PostgreSQL|Re:)$/
/** Keys of a keyboard. */
const KEYS =
  /^(?:(?:Arrow\w+|Enter|Escape|Home|End|Page(?:Up|Down)|Tab|Control|Ctrl|Shift|Meta)(?: |$)(?:K$)?)+$/
/** Headers, units of bytes, and other names of the web. */
const CODE_NAMES = /^(?:[A-Z]\w*(?:-[A-Z]\w*)+|\w+Error|Bearer|Etc\/UTC|[KMG]i)$/
/** A token of a list of classes, a path, an address or a selector: no word of a sentence. */
const CODE_TOKEN = /[\w\])][-:/=][\w[(*]|[[\]{}<>=#$]|^[-.:&]/
const CLASS_NAME = /class/i
/** Titles of the guides: these are in English alone, and so are their names. */
const ENGLISH_FILE = /\/palette\/guides\.ts$/

/** Lists the texts in the code of a file that people would read. */
export function findWords(file: string, code: string): string[] {
  if (ENGLISH_FILE.test(file)) return []
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const found: string[] = []
  visit(program as unknown as Node, found)
  return found
}

function visit(node: Node, found: string[]): void {
  if (isCode(node)) return
  if (node.type === 'JSXText' && isText(node.value)) found.push(clean(node.value))
  if (node.type === 'Literal' && isWords(node.value)) found.push(clean(node.value))
  if (node.type === 'TemplateElement') {
    const { cooked } = node.value as { cooked: unknown }
    if (isWords(cooked)) found.push(clean(cooked))
  }
  for (const child of children(node)) visit(child, found)
}

/** Returns true for parts that nobody reads: types, imports, classes, names and messages of errors. */
function isCode(node: Node): boolean {
  if (/^TS(?!As|Satisfies|NonNull)/.test(node.type)) return true
  if (/^Import|^Export(?:All|Named)Declaration$/.test(node.type)) return node.declaration == null
  if (node.type === 'JSXElement') return /^code$/i.test(nameOf(Object(node.openingElement).name))
  if (node.type === 'JSXAttribute') return CLASS_NAME.test(nameOf(node.name)) || nameOf(node.name) === 'rel'
  if (node.type === 'NewExpression') return /Error$/.test(nameOf(node.callee))
  if (node.type === 'PropertyDefinition') return nameOf(node.key) === 'name'
  if (node.type === 'BinaryExpression') return node.operator === 'in'
  if (node.type === 'CallExpression' && (node.callee as Node).type === 'Super') return true
  if (node.type === 'CallExpression') return CLASS_NAME.test(nameOf(node.callee))
  if (node.type === 'VariableDeclarator') return CLASS_NAME.test(nameOf(node.id))
  if (node.type === 'Property') return CLASS_NAME.test(nameOf(node.key))
  return false
}

function nameOf(node: unknown): string {
  return String((node as { name?: unknown } | null)?.name ?? '')
}

function isText(value: unknown): boolean {
  const text = String(value).trim()
  return /\p{L}{2}/u.test(text) && !NAMES.test(text)
}

function isWords(value: unknown): boolean {
  if (typeof value !== 'string') return false
  const text = value.trim()
  if (NAMES.test(text) || CODE_NAMES.test(text) || KEYS.test(text)) return false
  const tokens = text.split(/\s+/)
  if (/^\p{Lu}\p{Ll}/u.test(text)) return true
  if (tokens.some((token) => CODE_TOKEN.test(token))) return /\p{Ll}[.?!…]$/u.test(text) && tokens.length > 2
  return tokens.filter((token) => /^\p{L}{2,}[,.?!…]?$/u.test(token)).length >= 2
}

function clean(value: unknown): string {
  return String(value).replaceAll(/\s+/g, ' ').trim()
}

function children(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    (Array.isArray(value) ? value : [value]).filter(
      (one): one is Node => typeof one === 'object' && one !== null && 'type' in one,
    ),
  )
}
