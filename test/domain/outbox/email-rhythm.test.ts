import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideRhythm, type RhythmFacts } from '../../../src/domain/outbox/email-rhythm.ts'
import { type EmailSettings, NO_EMAIL_SETTINGS } from '../../../src/domain/outbox/email-settings.ts'

const NOW = new Date('2026-11-10T09:00:00.000Z')
const at = (time: string) => new Date(`2026-11-10T${time}:00.000Z`)

function decide(settings: Partial<EmailSettings>, facts: Partial<RhythmFacts> = {}): string {
  const rhythm = decideRhythm(
    { ...NO_EMAIL_SETTINGS, ...settings },
    { createdAt: NOW, now: NOW, gathers: false, isBurst: false, emailedAt: null, ...facts },
  )
  if (rhythm.kind !== 'wait') return rhythm.kind
  return `${rhythm.gathers ? 'gather' : 'send'} at ${rhythm.until.toISOString().slice(0, 16)}`
}

test('sends each email immediately by default', () => {
  assert.equal(decide({}), 'send')
  assert.equal(decide({}, { emailedAt: NOW }), 'send')
})

test('sends at most one an hour', () => {
  const hourly = { mode: 'hourly' } as const
  assert.equal(decide(hourly), 'gather')
  assert.equal(
    decide(hourly, { emailedAt: new Date('2026-11-10T08:00:00.001Z') }),
    'gather at 2026-11-10T09:00',
  )
  assert.equal(decide(hourly, { emailedAt: at('08:00') }), 'gather')
  assert.equal(decide(hourly, { emailedAt: at('09:00') }), 'gather at 2026-11-10T10:00')
})

test('an hourly email does not wait for a clock that was ahead', () => {
  assert.equal(decide({ mode: 'hourly' }, { emailedAt: new Date('2027-11-10T09:00:00.000Z') }), 'gather')
})

test('sends once a day, at the owner’s time', () => {
  const daily = { mode: 'daily', timeZone: 'Europe/Berlin' } as const
  assert.equal(decide(daily), 'gather at 2026-11-11T07:00')
  assert.equal(decide(daily, { createdAt: at('06:59') }), 'gather')
  assert.equal(decide(daily, { createdAt: at('07:00') }), 'gather at 2026-11-11T07:00')
  assert.equal(
    decide({ ...daily, dailyAt: '10:01' }, { createdAt: at('08:59') }),
    'gather at 2026-11-10T09:01',
  )
})

test('after the clock went back, a daily email waits for one day at most', () => {
  const facts = { createdAt: new Date('2027-11-10T09:00:00.000Z') }
  assert.equal(decide({ mode: 'daily' }, facts), 'gather at 2026-11-11T08:00')
  assert.equal(decide({ mode: 'daily' }, { ...facts, gathers: true }), 'gather')
})

test('waits for the end of the quiet hours, also around midnight, and then sends each email', () => {
  const settings = { timeZone: 'Europe/Berlin', quietHours: { from: '22:00', to: '07:00' } }
  const rows: [now: string, decision: string][] = [
    ['2026-11-10T20:59', 'send'],
    ['2026-11-10T21:00', 'send at 2026-11-11T06:00'],
    ['2026-11-11T05:59', 'send at 2026-11-11T06:00'],
    ['2026-11-11T06:00', 'send'],
  ]
  for (const [now, decision] of rows)
    assert.equal(decide(settings, { now: new Date(`${now}:00.000Z`) }), decision, now)
  const day = { quietHours: { from: '08:00', to: '09:01' } }
  assert.equal(decide(day), 'send at 2026-11-10T09:01')
  assert.equal(decide({ quietHours: { from: '08:00', to: '09:00' } }), 'send')
  assert.equal(decide({ ...day, mode: 'hourly' }), 'gather at 2026-11-10T09:01')
  assert.equal(decide({ ...day, mode: 'daily', dailyAt: '09:00' }, { createdAt: at('08:00') }), 'gather')
})

test('quiet hours end on the day that has an hour twice', () => {
  const settings = { timeZone: 'Europe/Berlin', quietHours: { from: '22:00', to: '02:30' } }
  const now = new Date('2026-10-25T01:10:00.000Z')
  assert.equal(decide(settings, { now }), 'send at 2026-10-25T01:30')
})

test('the emails of a snoozed form wait, and are then sent as one', () => {
  const snoozed = { snoozedUntil: '2026-11-10T09:00:00.001Z' }
  for (const mode of ['every', 'hourly', 'daily'] as const)
    assert.equal(decide({ ...snoozed, mode }), 'gather at 2026-11-10T09:00', mode)
  assert.equal(decide({ snoozedUntil: NOW.toISOString() }, { gathers: true }), 'gather')
  assert.equal(decide({ snoozedUntil: NOW.toISOString() }), 'send')
})

test('switches to one an hour in a burst', () => {
  assert.equal(decide({}, { isBurst: true }), 'gather')
  assert.equal(decide({}, { isBurst: true, emailedAt: at('08:30') }), 'gather at 2026-11-10T09:30')
  assert.equal(decide({}, { gathers: true, emailedAt: at('08:30') }), 'gather')
})
