import type { Scenario } from './scenario.ts'
import { clock } from './scenarios/clock.ts'
import { commitCut } from './scenarios/commit-cut.ts'
import { descriptors } from './scenarios/descriptors.ts'
import { diskFull } from './scenarios/disk-full.ts'
import { idleConnections } from './scenarios/idle-connections.ts'
import { kill } from './scenarios/kill.ts'
import { killPoints } from './scenarios/kill-points.ts'
import { largeBodies } from './scenarios/large-bodies.ts'
import { mail } from './scenarios/mail.ts'
import { nodePause } from './scenarios/node-pause.ts'
import { postgresKill, postgresPause, postgresRestart } from './scenarios/postgres-outage.ts'
import { powerCut } from './scenarios/power-cut.ts'
import { race } from './scenarios/race.ts'
import { soak } from './scenarios/soak.ts'

/** All scenarios, in the order in which they are listed. */
export const SCENARIOS: readonly Scenario[] = [
  kill,
  killPoints,
  powerCut,
  diskFull,
  postgresRestart,
  postgresKill,
  postgresPause,
  commitCut,
  nodePause,
  race,
  clock,
  mail,
  descriptors,
  idleConnections,
  largeBodies,
  soak,
]
