import type { Page } from 'playwright-core'

/** Fills the storage of the page's site, until not one more character fits. */
export async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (let size = 4_000_000; size >= 1; size = Math.floor(size / 2))
      try {
        while (true) localStorage.setItem(`full ${localStorage.length}`, 'x'.repeat(size))
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
      }
  })
}
