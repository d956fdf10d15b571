/** The faults of the store that callers of actions tell apart. */
export { StoreBroken, StoreUnavailable } from '../store/engine/connection.ts'
