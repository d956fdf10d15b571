import { DASHBOARD_FOLDER, type DashboardBuild, readyDashboard } from '../runtime/dashboard-build.ts'

const SECOND_MS = 1000
const PROGRESS = 'building the dashboard …'

/** Stream that progress is written to. */
type Output = { write(text: string): unknown; isTTY?: boolean }

/**
 * Builds the dashboard unless it is up to date, and shows the elapsed time: every second on a terminal, otherwise once at
 * the end. A failed build does not stop the service from starting: `/app` explains what to do.
 *
 * @param margin printed before each line
 */
export async function showDashboardBuild(output: Output, margin = ''): Promise<DashboardBuild> {
  let begun: number | null = null
  let ticking: NodeJS.Timeout | undefined
  const seconds = () => `${Math.round((performance.now() - (begun ?? 0)) / SECOND_MS)} s`
  const outcome = await readyDashboard({
    onBuild() {
      begun = performance.now()
      output.write(`${margin}${PROGRESS} `)
      if (!output.isTTY) return
      ticking = setInterval(() => output.write(`\r${margin}${PROGRESS} ${seconds()}`), SECOND_MS)
    },
  })
  clearInterval(ticking)
  if (begun !== null) {
    const start = output.isTTY ? `\r${margin}${PROGRESS} ` : ''
    output.write(`${start}${outcome.kind === 'failed' ? 'failed' : seconds()}\n`)
  }
  if (outcome.kind === 'failed') output.write(`${outcome.output.replaceAll(/^/gm, `${margin}  `)}\n`)
  return outcome
}

/** Builds the dashboard; returns true when a current build exists afterwards. */
export async function buildDashboard(output: Output): Promise<boolean> {
  const outcome = await showDashboardBuild(output)
  switch (outcome.kind) {
    case 'built':
    case 'current':
      output.write(`the dashboard is in ${DASHBOARD_FOLDER}\n`)
      return true
    case 'no_tools':
      output.write('the build tools are missing; run npm install --include=dev first\n')
      return false
    case 'failed':
      return false
  }
}
