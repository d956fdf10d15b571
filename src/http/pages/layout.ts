import { textsIn } from '../../locales/texts.ts'
import { type Html, html, render } from '../../markup/html.ts'
import { getTextDirection, type Language } from './i18n/languages.ts'

const SCRIPTS = {
  copy: ['/page.js'],
  front: ['/page.js', '/demo.js'],
  receipt: ['/receipt.js'],
  docs: ['/page.js', '/docs.js'],
} as const

/**
 * Renders a complete page: one column, one `main`, no inline script and no inline style.
 *
 * @param input.base base URL of the instance, without a trailing slash
 * @param input.title plain text for the title bar; not shown on the page
 * @param input.body content of `main`, including the only `h1`
 * @param input.robots permission for search engines; default `noindex`
 * @param input.width `wide` for lists, `docs` for a page with a sidebar
 * @param input.script `copy` for a page with text to copy, `front` for the landing page, `receipt` for a receipt, `docs` for the documentation; its answer must allow our scripts
 * @param input.preview text for search engines and for previews of links to the page, and the path of the page
 * @param input.twinPath path of the page as Markdown
 * @param input.nav links in the header
 * @param input.sidebar menu beside the content, which a link at the top of the page skips
 * @param input.foot content above the sentence in the footer
 */
export function page(input: {
  base: string
  language: Language
  title: string
  body: Html
  robots?: 'index' | 'noindex'
  width?: 'text' | 'wide' | 'docs'
  script?: keyof typeof SCRIPTS
  preview?: { text: string; path: string }
  twinPath?: string
  nav?: Html
  sidebar?: Html
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
<link rel="icon" href="${base}/icon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="${base}/icon.png">${input.preview === undefined ? null : preview({ base, title, ...input.preview })}${
    input.twinPath === undefined
      ? null
      : html`
<link rel="alternate" type="text/markdown" href="${base}${input.twinPath}">`
  }
<link rel="stylesheet" href="${base}/style.css">${
    input.script
      ? SCRIPTS[input.script].map(
          (path) => html`
<script src="${base}${path}" defer></script>`,
        )
      : null
  }
</head>
<body class="${width}">${
    input.sidebar
      ? html`
<a class="skip" href="#content">Skip to the content</a>`
      : null
  }
<header><a class="wordmark" href="${base}/" lang="en" dir="ltr">Formslot</a>${input.nav ?? null}</header>
${
  input.sidebar
    ? html`${input.sidebar}
<main id="content" tabindex="-1">`
    : html`<main>`
}
${body}
</main>
<footer>${input.foot ?? null}<p>${textsIn(language).visitor.footer}</p></footer>
</body>
</html>
`)
}

/** Renders the manifest of a page that can be installed, its description, and its preview (ogp.me). */
function preview(page: { base: string; title: string; text: string; path: string }): Html {
  const { base, title, text, path } = page
  return html`
<link rel="manifest" href="${base}/manifest.webmanifest">
<meta name="description" content="${text}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Formslot">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${text}">
<meta property="og:url" content="${base}${path}">
<meta property="og:image" content="${base}/preview.png">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">`
}

/**
 * Renders a complete page whose heading is its title.
 *
 * @param input.kicker line above the heading: the endpoint or address that the page is about
 * @param input.content content below the heading
 */
export function titledPage(input: {
  base: string
  language: Language
  title: string
  kicker?: Html | null
  content: Html
  preview?: { text: string; path: string }
}): string {
  const { base, language, title, kicker, content, preview: shown } = input
  const body = html`${kicker ? html`${kicker}\n` : null}<h1>${title}</h1>\n${content}`
  return page({ base, language, title, body, ...(shown ? { preview: shown } : {}) })
}

/** Line above the heading of a page about an endpoint. */
export function endpointKicker(endpointId: string): Html {
  return html`<p class="kicker"><code dir="ltr">${endpointId}</code></p>`
}

/**
 * Renders a button that sends a POST. Mail scanners follow links, but only people click buttons.
 *
 * @param button.weight look of the button: `main` for the expected action, `final` for one that cannot be undone
 * @param button.field input above the button
 * @param button.value field to send with the request
 */
export function postButton(button: {
  action: string
  label: string
  weight: 'main' | 'plain' | 'final'
  value?: { name: string; value: string }
  field?: Html | null
}): Html {
  const { value } = button
  return html`<form class="post" method="post" action="${button.action}">
${value ? html`<input type="hidden" name="${value.name}" value="${value.value}">` : null}
${button.field ?? null}<button class="button ${button.weight}" type="submit">${button.label}</button>
</form>`
}
