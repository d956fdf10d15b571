/** Draws the PNG icons and the picture for previews of links into `src/http/site/files/`. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { productPicture } from '../../../src/http/pages/home.ts'
import { STYLE } from '../../../src/http/pages/style.ts'
import { textsIn } from '../../../src/locales/texts.ts'
import { render } from '../../../src/markup/html.ts'
import { openBrowser } from '../browser/browser.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../../src/http/site/files')
const ICON = readFileSync(path.join(FOLDER, 'icon.svg'), 'utf8')
const PREVIEW_STYLE = `${STYLE}
body { display: grid; grid-template-columns: 1fr 1fr; gap: 64px; align-items: center; block-size: 630px; padding: 64px; }
body > * { padding: 0; }
h1 { font-size: 60px; line-height: 1.08; margin: 32px 0 24px; }
p.lead { font-size: 26px; line-height: 1.4; color: var(--muted); margin: 0; }
.wordmark { font-size: 30px; }
.product { font-size: 19px; }`

await using browser = await openBrowser()
for (const [name, pixels] of [
  ['icon.png', 180],
  ['icon-192.png', 192],
  ['icon-512.png', 512],
] as const) {
  const page = await browser.newPage({ viewport: { width: pixels, height: pixels } })
  // Systems round the corners themselves.
  const square = ICON.replace(' rx="15"', '').replace('<svg', '<svg style="display:block;inline-size:100vw"')
  await page.setContent(`<body style="margin:0">${square}`)
  await page.screenshot({ path: path.join(FOLDER, name) })
}
{
  // Systems cut a maskable icon to a circle of 80 % of its width; our shape stays within 65 %.
  const page = await browser.newPage({ viewport: { width: 512, height: 512 } })
  const smaller = ICON.replace(' rx="15"', '').replace(
    '<rect x="13" y="26" width="38" height="12" rx="6"',
    '<rect x="16" y="27" width="32" height="10" rx="5"',
  )
  await page.setContent(
    `<body style="margin:0">${smaller.replace('<svg', '<svg style="display:block;inline-size:100vw"')}`,
  )
  await page.screenshot({ path: path.join(FOLDER, 'icon-maskable.png') })
}
{
  // Android shows the opaque part in a color of its own.
  const page = await browser.newPage({ viewport: { width: 96, height: 96 } })
  const shape = '<rect x="8" y="24" width="48" height="16" rx="8" fill="#fff"/>'
  await page.setContent(
    `<body style="margin:0"><svg style="display:block;inline-size:100vw" viewBox="0 0 64 64">${shape}</svg>`,
  )
  await page.screenshot({ path: path.join(FOLDER, 'icon-badge.png'), omitBackground: true })
}
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' })
const { title } = textsIn('en').front.home
await page.setContent(`<style>${PREVIEW_STYLE}</style><body class="wide"><div><span class="wordmark">Formslot</span>
<h1>${title}</h1><p class="lead">Forms, events and queues without a backend.</p></div>${render(productPicture('en'))}`)
await page.screenshot({ path: path.join(FOLDER, 'preview.png') })
