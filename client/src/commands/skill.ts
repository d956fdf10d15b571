import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findBase } from '../settings/base.ts'
import { OWN_COMMAND } from '../settings/own-command.ts'
import { CommandFailure, EXIT, usageFailure } from '../terminal/failure.ts'
import { report } from '../terminal/report.ts'
import { call, openStream } from './call.ts'
import { defineCommand } from './command.ts'

const INDEX_PATH = '/.well-known/agent-skills/index.json'
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Installs the skill of the instance for coding agents. */
export const skillCommand = defineCommand({
  name: 'skill',
  usage: 'install',
  summary: 'install instructions for coding agents',
  details: [
    'Writes SKILL.md into .claude/skills in a project of Claude Code, else into .agents/skills, which other agents read. Nothing is written when its digest is not the published one.',
  ],
  arity: [1, 1],
  options: { folder: { value: 'FOLDER', help: 'folder of the skills of this project' } },
  examples: ['skill install'],
  async run({ options, args: [action = ''], console, env, cwd }) {
    if (action !== 'install')
      throw usageFailure(`Unknown action ${JSON.stringify(action)}.`, `Run ${OWN_COMMAND} skill install.`)
    const base = await findBase({ options, env, cwd, console })
    const index = await call(base.origin + INDEX_PATH)
    const { skills } = Object(index.json) as { skills?: { name: string; url: string; digest: string }[] }
    const skill = skills?.find(({ name }) => NAME.test(name))
    if (!skill || !URL.canParse(skill.url, base.origin)) throw damaged(`${base.origin} publishes no skill.`)
    const url = new URL(skill.url, base.origin)
    if (url.origin !== base.origin) throw damaged(`The skill is published at another address, ${url.origin}.`)
    const response = await openStream(url.href, { headers: { Accept: 'text/markdown' } })
    const bytes = Buffer.from(await response.arrayBuffer())
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
    if (digest !== skill.digest) throw damaged('The skill is not the one whose digest is published.')
    const isClaude = env.CLAUDECODE !== undefined || existsSync(path.join(cwd, '.claude'))
    const folder = path.resolve(cwd, options.folder ?? (isClaude ? '.claude/skills' : '.agents/skills'))
    const file = path.join(folder, skill.name, 'SKILL.md')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
    report(console, {
      body: JSON.stringify({ file, digest }),
      sentence: `Installed ${path.relative(cwd, file)}.`,
    })
    return 0
  },
})

function damaged(message: string): CommandFailure {
  return new CommandFailure(EXIT.unexpected, { message, hint: 'Nothing was written.' })
}
