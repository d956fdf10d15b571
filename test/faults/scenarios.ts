import type { Scenario } from './scenario.ts'
import { diskFull } from './scenarios/disk-full.ts'
import { kill } from './scenarios/kill.ts'
import { killPoints } from './scenarios/kill-points.ts'
import { powerCut } from './scenarios/power-cut.ts'

/** All there are, in the order in which they are told. */
export const SCENARIOS: readonly Scenario[] = [kill, killPoints, powerCut, diskFull]
