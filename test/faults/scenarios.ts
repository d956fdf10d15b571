import type { Scenario } from './scenario.ts'
import { clock } from './scenarios/clock.ts'
import { clocksApart } from './scenarios/clocks-apart.ts'
import { commitCut } from './scenarios/commit-cut.ts'
import { descriptors } from './scenarios/descriptors.ts'
import { diskFull } from './scenarios/disk-full.ts'
import { durabilityOff } from './scenarios/durability-off.ts'
import { fileLost } from './scenarios/file-lost.ts'
import { files } from './scenarios/files.ts'
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
import { webhooks } from './scenarios/webhooks.ts'
import { writeLock } from './scenarios/write-lock.ts'

/** All scenarios, in the order in which they are listed. */
export const SCENARIOS: readonly Scenario[] = [
  kill,
  killPoints,
  files,
  powerCut,
  diskFull,
  fileLost,
  writeLock,
  postgresRestart,
  postgresKill,
  postgresPause,
  durabilityOff,
  commitCut,
  nodePause,
  race,
  clock,
  clocksApart,
  mail,
  webhooks,
  descriptors,
  idleConnections,
  largeBodies,
  soak,
]
