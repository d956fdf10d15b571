import { useQuery } from '@tanstack/react-query'
import { callOrThrow, path } from '../client/call.ts'
import type { Page } from '../client/page.ts'
import { read, useChange } from '../client/queries.ts'
import { queryKeys } from '../client/query-keys.ts'
import type { Device, DeviceChange, Devices, DeviceTest, Endpoint, NewDevice } from '../schema.ts'

/** Limit of the API for the forms of a device. */
const MAX_CHOICES = 100

/** A push subscription as the API takes it. */
export type Subscription = NewDevice['subscription']

export function useDevices() {
  return useQuery({ queryKey: queryKeys.devices, queryFn: read<Devices>({ path: '/devices' }) })
}

/** Lists the forms that a device can choose, newest first. */
export function useFormChoices() {
  return useQuery({
    queryKey: [...queryKeys.endpoints.lists, 'devices'],
    queryFn: read<Page<Endpoint>>({ path: '/endpoints', search: { limit: MAX_CHOICES } }),
    select: ({ data }) => data.filter(({ state }) => state === 'claimed'),
  })
}

export function loadDevices(): Promise<Devices> {
  return callOrThrow({ path: '/devices' })
}

/** Adds this browser; its push service must accept a first notification. */
export function addDevice(device: NewDevice): Promise<Device> {
  return callOrThrow({ method: 'POST', path: '/devices', body: device })
}

export function changeDevice({ id, ...change }: DeviceChange & { id: string }): Promise<Device> {
  return callOrThrow({ method: 'PATCH', path: path`/devices/${id}`, body: change })
}

export function useChangeDevice() {
  return useChange<Device, DeviceChange & { id: string }>({
    request: ({ id, ...body }) => ({ method: 'PATCH', path: path`/devices/${id}`, body }),
    outdates: [queryKeys.devices],
  })
}

export function useRemoveDevice(onDone?: () => unknown) {
  return useChange<null, string>({
    request: (id) => ({ method: 'DELETE', path: path`/devices/${id}` }),
    outdates: [queryKeys.devices],
    onDone: () => onDone?.(),
  })
}

export function useTestDevice() {
  return useChange<DeviceTest, string>({
    request: (id) => ({ method: 'POST', path: path`/devices/${id}/test` }),
    outdates: [queryKeys.devices],
  })
}
