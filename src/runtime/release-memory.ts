import v8 from 'node:v8'
import vm from 'node:vm'

/** `gc` of V8 with the options that Node's types do not have. */
type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Returns the memory that only the start needed to the operating system: modules that ran once, and the room in which they
 * were compiled. Takes 0.1 to 0.3 seconds, in which nothing else runs, and saves some 20 MiB for good.
 */
export function releaseMemory(): void {
  // Only contexts that are created from now on have the function. The flag stays set, because flags belong to the process:
  // the reading thread may be about to use it.
  v8.setFlagsFromString('--expose-gc')
  const collectGarbage: CollectGarbage = vm.runInNewContext('gc')
  collectGarbage({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
