import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draft, type DraftEvent, isDirty, nextDraft, openDraft, waitBeforeSave } from './draft.ts'

const held = { version: 3, body: { name: '已保存' }, savedAt: '2026-03-01 10:32:00' }
const typing = (name: string): DraftEvent => ({ type: 'typed', change: (typed) => ({ ...typed, name }) })
const through = (draft: Draft, ...events: DraftEvent[]) => events.reduce(nextDraft, draft)
const kept = (version: number, changes: number): DraftEvent => ({
  type: 'kept',
  version,
  savedAt: '2026-03-01 10:33:00',
  changes,
})
const theirs = { version: 4, savedAt: '2026-03-01 10:34:00', current: { name: '他人' } }

describe('a part that opens', () => {
  test('shows what the server holds', () => {
    expect(openDraft(held, null)).toMatchObject({ typed: held.body, version: 3, state: 'saved' })
  })

  test('goes on with the copy of this browser when nobody saved since', () => {
    const draft = openDraft(held, { typed: { name: '未保存' }, version: 3, by: 'x' })
    expect(draft.typed).toEqual({ name: '未保存' })
    expect(isDirty(draft)).toBe(true)
  })

  test('asks which to keep when somebody saved since', () => {
    const draft = openDraft(held, { typed: { name: '未保存' }, version: 2, by: 'x' })
    expect(draft.state).toBe('conflict')
    expect(draft.typed).toEqual({ name: '未保存' })
    expect(draft.serverVersion?.current).toEqual(held.body)
  })
})

describe('two versions that say the same', () => {
  test('are none to choose from: what was sent while the window closed has arrived', () => {
    const draft = openDraft(held, { typed: { name: '已保存', note: '' }, version: 2, by: 'x' })
    expect(draft).toMatchObject({ state: 'saved', version: 3, typed: held.body, serverVersion: null })
    expect(isDirty(draft)).toBe(false)
  })

  test('are none when the answer to a save was lost and it is sent once more', () => {
    const sent = through(openDraft(held, null), typing('他人'), { type: 'sending' })
    const draft = nextDraft(sent, { type: 'conflict', serverVersion: theirs })
    expect(draft).toMatchObject({ state: 'saved', version: 4, savedAt: theirs.savedAt, serverVersion: null })
    expect(isDirty(draft)).toBe(false)
  })
})

describe('a part that is written', () => {
  const open = openDraft(held, null)

  test('is saved once the server has the last change', () => {
    const draft = through(open, typing('甲'), { type: 'sending' }, kept(4, 1))
    expect(isDirty(draft)).toBe(false)
    expect(draft).toMatchObject({ state: 'saved', version: 4 })
  })

  test('stays unsaved when more was typed while the save was under way', () => {
    const draft = through(open, typing('甲'), { type: 'sending' }, typing('乙'), kept(4, 1))
    expect(isDirty(draft)).toBe(true)
    expect(draft.typed).toEqual({ name: '乙' })
    expect(draft.version).toBe(4)
  })

  test('keeps what was typed when the network is gone or the server refuses', () => {
    const offline = through(open, typing('甲'), { type: 'sending' }, { type: 'unreached' })
    expect(offline).toMatchObject({ state: 'offline', typed: { name: '甲' } })
    const refused = through(open, typing('甲'), { type: 'sending' }, { type: 'refused', sentence: '不行' })
    expect(refused).toMatchObject({ state: 'failed', refusal: '不行', typed: { name: '甲' } })
    expect(isDirty(offline) && isDirty(refused)).toBe(true)
  })
})

describe('two versions of a part', () => {
  const both = through(
    openDraft(held, null),
    typing('我的'),
    { type: 'sending' },
    { type: 'conflict', serverVersion: theirs },
  )

  test('are both kept until a person chooses', () => {
    expect(both).toMatchObject({ state: 'conflict', typed: { name: '我的' }, serverVersion: theirs })
  })

  test('mine is saved over the version that was seen', () => {
    const draft = through(both, { type: 'choose', which: 'mine' })
    expect(draft).toMatchObject({ typed: { name: '我的' }, version: 4, serverVersion: null })
    expect(isDirty(draft)).toBe(true)
  })

  test('theirs replaces what was typed here and needs no saving', () => {
    const draft = through(both, { type: 'choose', which: 'theirs' })
    expect(draft).toMatchObject({ typed: { name: '他人' }, version: 4, state: 'saved' })
    expect(isDirty(draft)).toBe(false)
  })
})

test('whatever happens, the last thing typed is shown or stands in a choice, and unsaved text is never called saved', () => {
  const event = fc.oneof(
    fc.string().map(typing),
    fc.constant<DraftEvent>({ type: 'sending' }),
    fc.constant<DraftEvent>({ type: 'unreached' }),
    fc.constant<DraftEvent>({ type: 'refused', sentence: 'x' }),
    fc.constant<DraftEvent>({ type: 'conflict', serverVersion: theirs }),
    fc.constant<DraftEvent>({ type: 'choose', which: 'mine' }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let draft = openDraft(held, null)
      let last: unknown = held.body.name
      for (const one of events) {
        draft = nextDraft(draft, one)
        if (one.type === 'typed') last = one.change({}).name
      }
      expect(draft.typed.name).toBe(last)
      expect(isDirty(draft)).toBe(draft.changes > 0)
    }),
  )
})

test('a save waits for a pause of two seconds, but never longer than fifteen in all', () => {
  expect(waitBeforeSave(0)).toBe(2000)
  expect(waitBeforeSave(14_000)).toBe(1000)
  expect(waitBeforeSave(60_000)).toBe(0)
})
