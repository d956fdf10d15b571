import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 320, height: 640 } }
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Which of axe's rules are looked at; all, unless told. */
type Rules = { only?: readonly string[]; without?: readonly string[] }
type Look = Rules & { size: keyof typeof SIZES; colorScheme: 'light' | 'dark' }

/** Fails if axe finds something on what is shown, or if it is wider than the window. */
export async function checkScreen(
  page: Page,
  name: string,
  { only, without = [] }: Rules = {},
): Promise<void> {
  const axe = new AxeBuilder({ page }).disableRules([...without])
  const { violations } = await (only ? axe.withRules([...only]) : axe).analyze()
  assert.deepEqual(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    ),
    [],
    name,
  )
  const { width, window } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    window: innerWidth,
  }))
  assert.ok(width <= window, `${name} is ${width} px wide in ${window}`)
}

/** Each pair of a size and of colours: what is dark differs in its colours alone. */
export const FOUR_LOOKS: readonly Look[] = [
  { size: 'wide', colorScheme: 'light' },
  { size: 'wide', colorScheme: 'dark', only: COLOURS },
  { size: 'phone', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark', only: COLOURS },
]
/** Each size and each of the colours once, for pages whose colours do not depend on their size. */
export const TWO_LOOKS: readonly Look[] = [
  { size: 'wide', colorScheme: 'light' },
  { size: 'phone', colorScheme: 'dark' },
]

/** Does the same in several looks. */
export async function checkLooks(page: Page, name: string, looks: readonly Look[]): Promise<void> {
  for (const { size, colorScheme, ...rules } of looks) {
    await page.setViewportSize(SIZES[size])
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForFunction(colourStands)
    await checkScreen(page, `${name}, ${size}, ${colorScheme}`, rules)
  }
}

/** Runs in the page: whether colours are no longer on their way from light to dark. */
function colourStands(): boolean {
  return document.getAnimations().every((animation) => !(animation instanceof CSSTransition))
}
