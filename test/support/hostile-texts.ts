import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Reliability catalogue W01 and what testers try first; whatever runs calls `ran`. Each fits the name of a key. */
export const HOSTILE: readonly string[] = [
  '<script>ran()</script>',
  '"><script>ran()</script>',
  '</script><script>ran()</script>',
  '<img src=x onerror=ran()>',
  '"><img src=x onerror=ran()>',
  "' onmouseover='ran()",
  '" autofocus onfocus="ran()',
  '<svg onload=ran()>',
  '</title></style><svg/onload=ran()>',
  '</textarea></pre><svg onload=ran()>',
  '<iframe srcdoc="<script>parent.ran()</script>">',
  '<iframe src=javascript:parent.ran()>',
  '<a href="javascript:ran()">press</a>',
  '<form action=javascript:ran()><button>x',
  '<base href="https://mallory.example/">',
  '<meta http-equiv=refresh content="0;url=https://mallory.example">',
  '<link rel=stylesheet href=https://mallory.example/a.css>',
  '<math><mi><table><mglyph><style><img src=x onerror=ran()>',
  '<noscript><p title="</noscript><img src=x onerror=ran()>">',
  '<!--><img src=x onerror=ran()>-->',
  '<details open ontoggle=ran()>',
  'javascript:ran()',
  'JaVaScRiPt:ran()//%0aran()',
  'data:text/html,<script>parent.ran()</script>',
  '&lt;script&gt;ran()&#x3c;/script&#x3e;',
  '{{constructor.constructor("ran()")()}}',
  '\u0024{ran()}#{ran()}<%= ran() %>`\u0024{ran()}`',
  '__proto__',
  'constructor',
  'ab\u202ecd\u2066ef',
  '\u200fשלום\u200e <b>',
  '=HYPERLINK("https://mallory.example","x")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  'mallory@acme.org?bcc=all@acme.org&body=x',
]

/** All of them as one text: what breaks out of a place alone does so among the others. */
export const ALL_HOSTILE: string = HOSTILE.join(' ')
/** What means something from its first email on alone. */
export const HOSTILE_SCHEMES: readonly string[] = HOSTILE.filter((one) => /^(?:javascript|data):/i.test(one))
/** Breaks out of most places at once, and is short enough to be a name. */
export const BREAKS_OUT = `'"></script></title></textarea><svg onload=ran()>{{ran()}}\u0024{ran()}`

/** All of them in as few texts as hold so many bytes each. */
export function packed(most: number): string[] {
  const packs: string[] = []
  for (const one of HOSTILE) {
    const longer = `${packs.at(-1) ?? ''}${one}`
    if (packs.length > 0 && Buffer.byteLength(longer) <= most) packs[packs.length - 1] = longer
    else packs.push(one)
  }
  return packs
}

const GROWN =
  'base, object, embed, math, img, form[action^="javascript" i], a[href^="javascript" i], meta[http-equiv="refresh" i], [onload], [onerror], [onfocus], [ontoggle], [onmouseover], iframe'

/** Hears what runs in any frame of the page. The answer fails if something ran, or if an element grew out of a text. */
export async function keepWatch(page: Page) {
  const ran: string[] = []
  await page.exposeBinding('ran', ({ frame }) => ran.push(frame.url()))
  return async (name: string, besides = 'a-b'): Promise<void> => {
    const grown = await page.locator(`:is(${GROWN}):not(${besides})`).count()
    assert.equal(grown, 0, name)
    assert.deepEqual(ran, [], name)
  }
}
