import { DASHBOARD_FOLDER, type DashboardBuild, readyDashboard } from '../runtime/dashboard-build.ts'

const SECOND_MS = 1000
const SAYING = 'building the dashboard …'

/** Where progress is told. */
export type Telling = { write(text: string): unknown; isTTY?: boolean }

/**
 * Builds the dashboard unless the present one stands, and tells how long it takes: second by second on a terminal,
 * in one line elsewhere. A dashboard that cannot be built stops nobody from starting: `/app` says what to do.
 *
 * @param margin stands before the line
 */
export async function showDashboardBuild(telling: Telling, margin = ''): Promise<DashboardBuild> {
  let begun: number | null = null
  let ticking: NodeJS.Timeout | undefined
  const seconds = () => `${Math.round((performance.now() - (begun ?? 0)) / SECOND_MS)} s`
  const outcome = await readyDashboard({
    began() {
      begun = performance.now()
      telling.write(`${margin}${SAYING} `)
      if (!telling.isTTY) return
      ticking = setInterval(() => telling.write(`\r${margin}${SAYING} ${seconds()}`), SECOND_MS)
    },
  })
  clearInterval(ticking)
  if (begun !== null) {
    const start = telling.isTTY ? `\r${margin}${SAYING} ` : ''
    telling.write(`${start}${outcome.kind === 'failed' ? 'failed' : seconds()}\n`)
  }
  if (outcome.kind === 'failed') telling.write(`${outcome.complaint.replaceAll(/^/gm, `${margin}  `)}\n`)
  return outcome
}

/** Builds the dashboard now; true where it stands afterwards. */
export async function buildDashboard(telling: Telling): Promise<boolean> {
  const outcome = await showDashboardBuild(telling)
  switch (outcome.kind) {
    case 'built':
    case 'stands':
      telling.write(`the dashboard stands in ${DASHBOARD_FOLDER}\n`)
      return true
    case 'no_tools':
      telling.write('the tools that build it are missing: run npm install --include=dev first\n')
      return false
    case 'failed':
      return false
  }
}
