import type { WindowLimit } from '../../domain/sliding-window.ts'
import { NETWORK_RATE_FACTOR, networkBucket } from '../kernel/client-address.ts'
import { createSlidingWindow, type SlidingWindow } from './sliding-window.ts'

/** Limits of client addresses, each named by its `addressBucket`. */
export type AddressWindow = Pick<SlidingWindow, 'secondsUntilFree' | 'count' | 'take'>

/** Limits of the IPv6 networks of client addresses; each is named by the `addressBucket` of one of its clients. */
export type NetworkWindow = Pick<SlidingWindow, 'secondsUntilFree' | 'count' | 'spend'>

/** Creates limits that each client address has for itself, and its IPv6 network several times. */
export function createAddressWindow(limits: readonly WindowLimit[]): AddressWindow {
  const clients = createSlidingWindow(limits)
  const networks = createNetworkWindow(limits)

  function secondsUntilFree(address: string, now: Date): number {
    return Math.max(clients.secondsUntilFree(address, now), networks.secondsUntilFree(address, now))
  }

  function count(address: string, now: Date): void {
    clients.count(address, now)
    networks.count(address, now)
  }

  return {
    secondsUntilFree,
    count,
    take(address, now) {
      const wait = secondsUntilFree(address, now)
      if (wait === 0) count(address, now)
      return wait
    },
  }
}

/**
 * Creates limits of IPv6 networks, in the memory of this node. IPv4 addresses are not limited.
 *
 * @param limits those of one client; none if clients are not limited
 */
export function createNetworkWindow(limits: readonly WindowLimit[]): NetworkWindow {
  if (limits.length === 0) {
    return { secondsUntilFree: () => 0, count: () => {}, spend: (_, act) => act() }
  }
  const networks = createSlidingWindow(
    limits.map(({ times, span }) => ({ times: times * NETWORK_RATE_FACTOR, span })),
  )
  return {
    secondsUntilFree(address, now) {
      const network = networkBucket(address)
      return network === null ? 0 : networks.secondsUntilFree(network, now)
    },
    count(address, now) {
      const network = networkBucket(address)
      if (network !== null) networks.count(network, now)
    },
    spend(spending, act) {
      const network = networkBucket(spending.key)
      return network === null ? act() : networks.spend({ ...spending, key: network }, act)
    },
  }
}
