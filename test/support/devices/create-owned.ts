import type { Owner } from '../fixtures/owner.ts'
import type { Endpoint, TestService } from '../service/service.ts'

/** Creates a form of an owner with a name. */
export async function createOwned(service: TestService, owner: Owner, name: string): Promise<Endpoint> {
  const answer = await owner.post('/endpoints', { name })
  if (answer.status !== 201) throw new Error(`not created: ${answer.status} ${answer.text}`)
  service.pass({ seconds: 2 })
  const { id } = answer.json as { id: string }
  const endpoint_url = `${service.base}/f/${id}`
  return { form_id: id, endpoint_url, status_url: `${endpoint_url}/status`, expires_at: '' }
}
