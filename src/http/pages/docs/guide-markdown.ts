import { WRITTEN_BASE } from '../../../domain/client-command.ts'
import { CALLS, nameThisClient } from './guide-content.ts'

/** Address of a page as Markdown, for the page at this path of the documentation. */
export function toTwinPath(path: string): string {
  return path === '/docs' ? '/docs/start.md' : `${path}.md`
}

/** Returns the lines below the heading of a twin, which agents that read one page alone need. */
export function twinHead(page: { base: string; path: string }): string {
  const { base, path } = page
  return `> Page: ${base}${path} · Everything this service offers, as commands: ${base}/llms.txt · All guides in one file: ${base}/llms-full.txt`
}

/**
 * Returns the text of a guide as it is served: the examples call this instance, and links lead to twins.
 *
 * @param place.resolve returns the URL of a link's target; null when it has no page
 */
export function guideMarkdown(
  text: string,
  place: { base: string; path: string; resolve(target: string): string | null },
): string {
  let language: string | null = null
  const lines = text.split('\n').flatMap((line) => {
    const [, fence] = /^ *```(\w*)$/.exec(line) ?? []
    if (fence !== undefined) {
      language = language === null ? fence : null
      return [line]
    }
    if (language !== null) {
      return [CALLS.includes(language) ? line.replaceAll(WRITTEN_BASE, place.base) : line]
    }
    return /^<!--.*-->$/.test(line) ? [] : [nameThisClient(resolveLinks(line, place), place)]
  })
  const [heading = '', ...rest] = lines
  const body = rest
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return `${heading}\n\n${twinHead(place)}\n\n${body}\n`
}

function resolveLinks(line: string, place: { resolve(target: string): string | null }): string {
  return line.replaceAll(/(?<!!)\[([^\]]+)\]\(([^)\s]+)\)/g, (_link, label: string, target: string) => {
    const url = place.resolve(target)
    return url === null ? label : `[${label}](${url})`
  })
}
