import { type Html, html, render } from '../../markup/html.ts'
import { getTextDirection, type Language, visitorWordsIn } from './i18n/languages.ts'

/**
 * A whole page as text: one column, one `main`, no script and no inline style.
 *
 * @param input.base the base address of the instance, without a slash at the end
 * @param input.title plain text; stands in the title bar, not on the page
 * @param input.body what stands in `main`; it brings the one `h1`
 * @param input.robots whether search engines may list the page; not unless told
 * @param input.width `wide` for lists and references
 * @param input.nav ways on, in the header
 * @param input.foot what stands above the footer's own sentence
 */
export function page(input: {
  base: string
  language: Language
  title: string
  body: Html
  robots?: 'index' | 'noindex'
  width?: 'text' | 'wide'
  nav?: Html
  foot?: Html
}): string {
  const { base, language, title, body, robots = 'noindex', width = 'text' } = input
  return render(html`<!doctype html>
<html lang="${language}" dir="${getTextDirection(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="${robots}">
<title>${title} · Formslot</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}/style.css">
</head>
<body class="${width}">
<header><a class="wordmark" href="${base}/" lang="en" dir="ltr">Formslot</a>${input.nav ?? null}</header>
<main>
${body}
</main>
<footer>${input.foot ?? null}<p>${visitorWordsIn(language).footer}</p></footer>
</body>
</html>
`)
}
