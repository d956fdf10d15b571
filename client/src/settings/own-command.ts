import { clientCommand, WRITTEN_BASE } from '../../../src/domain/client-command.ts'
import { SERVED_BY } from './served-by.ts'

/** Command that runs this client, for help and hints. */
export const OWN_COMMAND = clientCommand(SERVED_BY ?? WRITTEN_BASE)
