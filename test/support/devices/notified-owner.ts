import { signIn } from '../fixtures/owner.ts'
import { startService, type TestService } from '../service/service.ts'
import { type PushService, startPushService } from './push-service.ts'

type Options = NonNullable<Parameters<typeof startService>[0]>

/** A service whose owner Ada is notified by a push service of the test. */
export async function startNotifiedOwner(options: Options = {}) {
  await using opening = new AsyncDisposableStack()
  let now = () => options.now ?? new Date('2026-11-10T09:00:00.000Z')
  const push = opening.use(await startPushService(() => now()))
  const service = opening.use(await startService({ egressPorts: [push.port], ...options }))
  now = service.now
  const ada = await signIn(service)
  const open = opening.move()
  return {
    push,
    service,
    ada,
    /** Lets what arrived settle, and notifies the devices. */
    async notify() {
      service.pass({ seconds: 3 })
      await service.deliver()
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Turns notifications on for the session of an owner. */
export async function addDevice(
  { push, owner }: { push: PushService; owner: Pick<Awaited<ReturnType<typeof signIn>>, 'get' | 'post'> },
  { name = 'phone', ...settings }: { name?: string; endpoint_ids?: string[]; quiet_hours?: object } = {},
) {
  const { server_key: serverKey } = (await owner.get('/devices')).json
  const subscription = await push.subscribe(name, String(serverKey))
  const answer = await owner.post('/devices', { subscription, ...settings })
  if (answer.status !== 201) throw new Error(`not added: ${answer.status} ${answer.text}`)
  return answer.json as { id: string; name: string; current: boolean }
}

export type Told = { service: TestService }
