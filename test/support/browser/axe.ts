import assert from 'node:assert/strict'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 320, height: 640 } }
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The axe rules to run; all by default. */
type Rules = { only?: readonly string[]; without?: readonly string[] }
type Look = Rules & { size: keyof typeof SIZES; colorScheme: 'light' | 'dark' }

/** Fails if axe finds a violation on the shown page, or if the page is wider than the window. */
export async function checkScreen(page: Page, name: string, rules: Rules = {}): Promise<void> {
  assert.deepEqual(await findingsOn(page, rules), [], name)
  const { width, shown } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    shown: innerWidth,
  }))
  assert.ok(width <= shown, `${name} is ${width} px wide in ${shown}`)
}

/** Returns axe's findings on a page, or within the element of a selector. */
export async function findingsOn(
  page: Page,
  { only, without = [], within }: Rules & { within?: string } = {},
): Promise<string[]> {
  // Injected once per page load: it is half a megabyte.
  if (!(await page.evaluate(() => Reflect.has(globalThis, 'axe')))) await page.evaluate(axe.source)
  return page.evaluate(findings, { only: only ?? null, without, within: within ?? 'html' })
}

/** Runs in the page. */
async function findings(input: {
  only: readonly string[] | null
  without: readonly string[]
  within: string
}): Promise<string[]> {
  const { only, without, within } = input
  const options: RunOptions = {
    // Frames of emails run no scripts, and axe waits for a response from each frame.
    iframes: false,
    // No enabled rule needs style sheets fetched again.
    preload: false,
    resultTypes: ['violations'],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only ? { runOnly: { type: 'rule', values: [...only] } } : {}),
  }
  const { violations }: AxeResults = await Reflect.get(globalThis, 'axe').run(within, options)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}

/** Every pair of a window size and a color scheme. */
export const ALL_THEMES_AND_SIZES: readonly Look[] = [
  { size: 'wide', colorScheme: 'light' },
  { size: 'wide', colorScheme: 'dark', only: COLOURS },
  { size: 'phone', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark', only: COLOURS },
]
/** Each size and each color scheme once, for pages whose colors do not depend on the size. */
export const BOTH_THEMES: readonly Look[] = [
  { size: 'wide', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
]

/** For a screen that differs from another only in its text. */
export const ONE_APPEARANCE: readonly Look[] = [{ size: 'phone', colorScheme: 'dark' }]

/** Checks the page in several sizes and color schemes. */
export async function checkAppearances(
  page: Page,
  name: string,
  appearances: readonly Look[],
): Promise<void> {
  for (const { size, colorScheme, ...rules } of appearances) {
    await page.setViewportSize(SIZES[size])
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(areColorsStable)
    await checkScreen(page, `${name}, ${size}, ${colorScheme}`, rules)
  }
}

/**
 * Runs in the page until all colors have settled: media queries apply over several frames, and transitions run
 * down the tree one after the other; they are finished here. On a busy machine a frame can pass between two of them.
 */
async function areColorsStable(): Promise<void> {
  const QUIET_FRAMES = 6
  const MAX_FRAMES = 120
  for (let frames = 0, quiet = 0; quiet < QUIET_FRAMES && frames < MAX_FRAMES; frames += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    for (const transition of transitions) transition.finish()
    quiet = transitions.length === 0 ? quiet + 1 : 0
  }
}
