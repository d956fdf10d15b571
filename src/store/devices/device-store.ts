import type { Kysely } from 'kysely'
import { bindKeyedWrites, bindReads, bindWrites } from '../engine/bind.ts'
import type { FolderStatements } from '../engine/folder-statements.ts'
import type { Schema } from '../engine/schema.ts'
import { forInternalWork, type QueueWrite } from '../engine/write-queue.ts'
import {
  addDevice,
  changeDevice,
  countDevices,
  findDevice,
  listDevices,
  removeDevice,
  renewDevice,
} from './devices.ts'
import { leaseDevices, listDueDevices, settleDevice } from './due-devices.ts'
import { loadNewSubmissions } from './new-submissions.ts'
import { listSealedDevices, resealDevices } from './sealed-devices.ts'

/** Devices that are notified of new submissions, and the new ones for each. */
export type DeviceStore = ReturnType<typeof createDeviceStore>

/** Creates the store of devices on the write queue and the reading connection. */
export function createDeviceStore({
  write,
  reads,
  folders,
  onAdded,
}: {
  write: QueueWrite
  reads: Kysely<Schema>
  folders: FolderStatements
  /** Called after a device was added. */
  onAdded(): void
}) {
  const internal = forInternalWork(write)
  return {
    ...bindReads(reads, { listDevices, findDevice, countDevices, listDueDevices, listSealedDevices }),
    ...bindWrites(write, { renewDevice }),
    ...bindKeyedWrites(write, { changeDevice, removeDevice }),
    ...bindWrites(internal, { leaseDevices, resealDevices }),
    ...bindKeyedWrites(internal, { settleDevice }),
    async addDevice(request: Parameters<typeof addDevice>[1]) {
      const added = await write((context) => addDevice(context, request), { keysAt: request.now })
      if (added !== null && added !== 'full') onAdded()
      return added
    },
    loadNewSubmissions: (request: Parameters<typeof loadNewSubmissions>[1]) =>
      loadNewSubmissions({ db: reads, folders }, request),
  }
}
