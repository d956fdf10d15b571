import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import { registerRoute } from '../kernel/register-route.ts'
import { MARKDOWN_TYPE } from '../kernel/respond.ts'
import { UNCHANGED } from '../schema/page-answers.ts'
import { publish } from './publish.ts'

const loadSkillText = loadLater(() => import('./skill-text.ts'))
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
/** The address of the discovery specification 0.2.0, and the one before it, which clients ask as well. */
const INDEXES = [
  { url: '/.well-known/agent-skills/index.json', operationId: 'readSkillIndex' },
  { url: '/.well-known/skills/index.json', operationId: 'readFormerSkillIndex' },
]

/** Registers `/skill.md`, an Agent Skill for this instance, and the indexes by which clients find and verify it. */
export function registerSkill(server: FastifyInstance, deps: HttpDeps): void {
  const loadText = async () => (await loadSkillText()).skillText(deps)
  registerRoute(server, {
    url: '/skill.md',
    handlers: {
      GET: {
        operationId: 'readSkill',
        summary: 'How to use this instance, as an Agent Skill.',
        tag: 'service',
        answers: {
          200: { description: 'A skill.', media: ['text/markdown'], headers: ['ETag'] },
          304: UNCHANGED,
        },
        handle: publish(loadText, MARKDOWN_TYPE),
      },
    },
  })
  for (const { url, operationId } of INDEXES) {
    registerRoute(server, {
      url,
      handlers: {
        GET: {
          operationId,
          summary: 'The skills of this instance, with their digests.',
          tag: 'service',
          answers: {
            200: {
              description: 'The index (agentskills.io).',
              schema: { type: 'object' },
              headers: ['ETag'],
            },
            304: UNCHANGED,
          },
          handle: publish(async () => {
            const { SKILL_DESCRIPTION, SKILL_NAME } = await loadSkillText()
            const skill = { name: SKILL_NAME, description: SKILL_DESCRIPTION, text: await loadText() }
            return JSON.stringify(toIndex(skill), null, 1)
          }, 'application/json; charset=utf-8'),
        },
      },
    })
  }
}

/** Returns the index with the digest of `/skill.md` before compression: clients install nothing when it differs. */
function toIndex({ name, description, text }: { name: string; description: string; text: string }) {
  const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
  return {
    $schema: SCHEMA,
    skills: [
      {
        name,
        type: 'skill-md',
        description,
        url: '/skill.md',
        digest,
      },
    ],
  }
}
