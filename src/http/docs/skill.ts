import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { loadLater } from '../../runtime/load-later.ts'
import type { HttpDeps } from '../deps.ts'
import { MARKDOWN_TYPE } from '../kernel/respond.ts'
import { JSON_TYPE, registerText } from './publish.ts'

const loadSkillText = loadLater(() => import('./skill-text.ts'))
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'
/** The address of the discovery specification 0.2.0, and the one before it, which clients ask as well. */
const INDEXES = [
  { url: '/.well-known/agent-skills/index.json', operationId: 'readSkillIndex' },
  { url: '/.well-known/skills/index.json', operationId: 'readFormerSkillIndex' },
]

/** Registers `/skill.md`, an Agent Skill for this instance, and the indexes by which clients find and verify it. */
export function registerSkill(server: FastifyInstance, deps: HttpDeps): void {
  const compose = async () => (await loadSkillText()).skillText(deps)
  registerText(server, {
    url: '/skill.md',
    operationId: 'readSkill',
    summary: 'How to use this instance, as an Agent Skill.',
    description: 'A skill.',
    type: MARKDOWN_TYPE,
    compose,
  })
  for (const index of INDEXES) {
    registerText(server, {
      ...index,
      summary: 'The skills of this instance, with their digests.',
      description: 'The index (agentskills.io).',
      type: JSON_TYPE,
      async compose() {
        const { SKILL_DESCRIPTION, SKILL_NAME } = await loadSkillText()
        const skill = { name: SKILL_NAME, description: SKILL_DESCRIPTION, text: await compose() }
        return JSON.stringify(toIndex(skill), null, 1)
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
