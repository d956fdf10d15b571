import { CLIENT_PATH, WRITTEN_BASE } from '../../../domain/client-command.ts'

/** Languages whose examples call this instance; the others are configuration of the machine it runs on. */
const CALLS: readonly string[] = ['sh', 'js', 'html', 'text']
const FENCE = /^( *```)(\w*)(.*)$/
const LINK = /(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g

/** Address of the index that the search in the documentation reads. */
export const SEARCH_PATH = '/docs/search.json'

/** Address of a page as Markdown, for the page at this path of the documentation. */
export function toTwinPath(path: string): string {
  return path === '/docs' ? '/docs/start.md' : `${path}.md`
}

/** Returns the text of a guide without comments, in which the examples call this instance. */
export function localizeGuide(text: string, base: string): string {
  const lines = mapLines(text, (line, language) => {
    if (language === null)
      return /^<!--.*-->$/.test(line) ? [] : [line.replaceAll(WRITTEN_BASE + CLIENT_PATH, base + CLIENT_PATH)]
    return [CALLS.includes(language) ? line.replaceAll(WRITTEN_BASE, base) : line]
  })
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/**
 * Returns the twin of a page: its heading and its source, with links that lead to twins. A line below the heading tells an
 * agent that reads only this page where everything else is.
 *
 * @param page.resolve returns the URL of a link's target; null when it has no twin
 */
export function toTwin(
  source: string,
  page: { base: string; path: string; title: string; resolve(target: string): string | null },
): string {
  const { base, path, title, resolve } = page
  const lines = mapLines(source, (line, language) => {
    if (language !== null) return [line.replace(FENCE, '$1$2')]
    return [
      line.replaceAll(LINK, (_link, label: string, target: string) => {
        const url = resolve(target)
        return url === null ? label : `[${label}](${url})`
      }),
    ]
  })
  const place = `> Page: ${base}${path} · Everything this service offers, as commands: ${base}/llms.txt · All guides in one file: ${base}/llms-full.txt`
  return `# ${title}\n\n${place}\n\n${lines.join('\n').trim()}\n`
}

/** Maps each line, given the language of the code that it belongs to, fences included; null outside code. */
function mapLines(text: string, map: (line: string, language: string | null) => string[]): string[] {
  let code: string | null = null
  return text.split('\n').flatMap((line) => {
    const [, , fence] = FENCE.exec(line) ?? []
    const language = code ?? fence ?? null
    if (fence !== undefined) code = code === null ? fence : null
    return map(line, language)
  })
}
