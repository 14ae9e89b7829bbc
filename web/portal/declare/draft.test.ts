import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draft, type DraftEvent, isDirty, nextDraft, openDraft, waitBeforeSave } from './draft.ts'

const serverPart = { version: 3, body: { name: '已保存' }, savedAt: '2026-03-01 10:32:00' }
const typing = (name: string): DraftEvent => ({ type: 'typed', change: (typed) => ({ ...typed, name }) })
const reduce = (draft: Draft, ...events: DraftEvent[]) => events.reduce(nextDraft, draft)
const savedEvent = (version: number, changes: number): DraftEvent => ({
  type: 'saved',
  version,
  savedAt: '2026-03-01 10:33:00',
  changes,
})
const otherVersion = { version: 4, savedAt: '2026-03-01 10:34:00', current: { name: '他人' } }

describe('an opened part', () => {
  test('shows the server version', () => {
    expect(openDraft(serverPart, null)).toMatchObject({ typed: serverPart.body, version: 3, state: 'saved' })
  })

  test('continues with the local version if nobody saved since', () => {
    const draft = openDraft(serverPart, { typed: { name: '未保存' }, version: 3, by: 'x' })
    expect(draft.typed).toEqual({ name: '未保存' })
    expect(isDirty(draft)).toBe(true)
  })

  test('is in conflict if somebody saved since', () => {
    const draft = openDraft(serverPart, { typed: { name: '未保存' }, version: 2, by: 'x' })
    expect(draft.state).toBe('conflict')
    expect(draft.typed).toEqual({ name: '未保存' })
    expect(draft.serverVersion?.current).toEqual(serverPart.body)
  })
})

describe('two versions with the same content', () => {
  test('are no conflict: a save sent while the window closed has arrived', () => {
    const draft = openDraft(serverPart, { typed: { name: '已保存', note: '' }, version: 2, by: 'x' })
    expect(draft).toMatchObject({ state: 'saved', version: 3, typed: serverPart.body, serverVersion: null })
    expect(isDirty(draft)).toBe(false)
  })

  test('are no conflict if a save is sent again after its response was lost', () => {
    const sending = reduce(openDraft(serverPart, null), typing('他人'), { type: 'sending' })
    const draft = nextDraft(sending, { type: 'conflict', serverVersion: otherVersion })
    expect(draft).toMatchObject({ state: 'saved', version: 4, savedAt: otherVersion.savedAt, serverVersion: null })
    expect(isDirty(draft)).toBe(false)
  })
})

describe('an edited part', () => {
  const open = openDraft(serverPart, null)

  test('is saved once the server has the last change', () => {
    const draft = reduce(open, typing('甲'), { type: 'sending' }, savedEvent(4, 1))
    expect(isDirty(draft)).toBe(false)
    expect(draft).toMatchObject({ state: 'saved', version: 4 })
  })

  test('stays unsaved if there is more input during a save', () => {
    const draft = reduce(open, typing('甲'), { type: 'sending' }, typing('乙'), savedEvent(4, 1))
    expect(isDirty(draft)).toBe(true)
    expect(draft.typed).toEqual({ name: '乙' })
    expect(draft.version).toBe(4)
  })

  test('keeps the input if the network fails or the server rejects the save', () => {
    const offline = reduce(open, typing('甲'), { type: 'sending' }, { type: 'unreachable' })
    expect(offline).toMatchObject({ state: 'offline', typed: { name: '甲' } })
    const rejected = reduce(open, typing('甲'), { type: 'sending' }, { type: 'rejected', message: '不行' })
    expect(rejected).toMatchObject({ state: 'failed', refusal: '不行', typed: { name: '甲' } })
    expect(isDirty(offline) && isDirty(rejected)).toBe(true)
  })
})

describe('two different versions of a part', () => {
  const conflict = reduce(
    openDraft(serverPart, null),
    typing('我的'),
    { type: 'sending' },
    { type: 'conflict', serverVersion: otherVersion },
  )

  test('are both kept until the user chooses one', () => {
    expect(conflict).toMatchObject({ state: 'conflict', typed: { name: '我的' }, serverVersion: otherVersion })
  })

  test('are replaced by the local one if the user chooses it, which then has to be saved', () => {
    const draft = reduce(conflict, { type: 'choose', which: 'local' })
    expect(draft).toMatchObject({ typed: { name: '我的' }, version: 4, serverVersion: null })
    expect(isDirty(draft)).toBe(true)
  })

  test('are replaced by the server version if the user chooses it, with nothing to save', () => {
    const draft = reduce(conflict, { type: 'choose', which: 'server' })
    expect(draft).toMatchObject({ typed: { name: '他人' }, version: 4, state: 'saved' })
    expect(isDirty(draft)).toBe(false)
  })
})

test('after any events except a save or the choice of the server version, the last input is still there, and unsaved input never counts as saved', () => {
  const event = fc.oneof(
    fc.string().map(typing),
    fc.constant<DraftEvent>({ type: 'sending' }),
    fc.constant<DraftEvent>({ type: 'unreachable' }),
    fc.constant<DraftEvent>({ type: 'rejected', message: 'x' }),
    fc.constant<DraftEvent>({ type: 'conflict', serverVersion: otherVersion }),
    fc.constant<DraftEvent>({ type: 'choose', which: 'local' }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let draft = openDraft(serverPart, null)
      let last: unknown = serverPart.body.name
      for (const one of events) {
        draft = nextDraft(draft, one)
        if (one.type === 'typed') last = one.change({}).name
      }
      expect(draft.typed.name).toBe(last)
      expect(isDirty(draft)).toBe(draft.changes > 0)
    }),
  )
})

test('a save waits for a pause of two seconds, but for at most fifteen seconds in all', () => {
  expect(waitBeforeSave(0)).toBe(2000)
  expect(waitBeforeSave(14_000)).toBe(1000)
  expect(waitBeforeSave(60_000)).toBe(0)
})
