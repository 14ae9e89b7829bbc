import { describe, expect, test } from 'vitest'
import { Failure } from '#web/base/api/caller.ts'
import { createUploads, endsUploads, type Send, type Uploads } from './uploads.ts'

/** An attempt to send a file, which the test decides. */
interface Attempt {
  readonly name: string
  readonly signal: AbortSignal
  readonly progress: (share: number) => void
  readonly arrive: (id: string) => void
  readonly fail: (code: number, message?: string) => void
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Uploads whose attempts and pauses are decided by the test. */
const openUploads = () => {
  const attempts: Attempt[] = []
  const pauses: (() => void)[] = []
  const send: Send = ({ name }, signal, progress) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      attempts.push({
        name,
        signal,
        progress,
        arrive: resolve,
        fail: (code, message = 'refused') => reject(new Failure(message, code)),
      })
    })
  const uploads = createUploads(
    (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve())
        pauses.push(resolve)
      }),
  )
  const start = (at: string, keep: (id: string) => boolean = () => true) =>
    uploads.start({ owner: 'declaration-7', at, file: new File(['x'], `${at}.pdf`), keep, send })
  return { uploads, start, attempts, pauses }
}

const statesOf = (uploads: Uploads) => uploads.all().map(({ at, state, share }) => [at, state, share])

describe('an upload', () => {
  test('reports what has been sent, and ends in the field that is shown', async () => {
    const { uploads, start, attempts } = openUploads()
    const [taken, kept]: [string[], string[]] = [[], []]
    uploads.receive('declaration-7', 'a', (id) => taken.push(id) > 0)
    start('a', (id) => kept.push(id) > 0)
    attempts[0]?.progress(0.4)
    expect(statesOf(uploads)).toEqual([['a', 'sending', 0.4]])
    attempts[0]?.arrive('11')
    await settle()
    expect([taken, kept, uploads.all()]).toEqual([['11'], [], []])
  })

  test('is kept where it belongs if its field is no longer shown, and only its own field takes it', async () => {
    const { uploads, start, attempts } = openUploads()
    const [taken, kept]: [string[], string[]] = [[], []]
    const leave = uploads.receive('declaration-7', 'a', (id) => taken.push(id) > 0)
    uploads.receive('declaration-7', 'b', (id) => taken.push(id) > 0)
    uploads.receive('declaration-8', 'a', (id) => taken.push(id) > 0)
    start('a', (id) => kept.push(id) > 0)
    leave()
    attempts[0]?.arrive('12')
    await settle()
    expect([taken, kept]).toEqual([[], ['12']])
  })

  test('is offered again until it can be kept, and to the field if that is shown meanwhile', async () => {
    const { uploads, start, attempts, pauses } = openUploads()
    const taken: string[] = []
    start('a', () => false)
    attempts[0]?.arrive('13')
    await settle()
    expect(uploads.all()).toHaveLength(1)
    pauses[0]?.()
    await settle()
    uploads.receive('declaration-7', 'a', (id) => taken.push(id) > 0)
    pauses[1]?.()
    await settle()
    expect([taken, uploads.all()]).toEqual([['13'], []])
  })

  test.each([0, 423, 503])('goes on after a cut (%i), from the beginning of the file', async (code) => {
    const { uploads, start, attempts, pauses } = openUploads()
    start('a')
    attempts[0]?.progress(0.9)
    attempts[0]?.fail(code)
    await settle()
    expect(statesOf(uploads)).toEqual([['a', 'interrupted', 0]])
    pauses[0]?.()
    await settle()
    expect([attempts.length, statesOf(uploads)]).toEqual([2, [['a', 'sending', 0]]])
    attempts[1]?.arrive('14')
    await settle()
    expect(uploads.all()).toEqual([])
  })

  test('that is refused says why, stays, and can be sent again', async () => {
    const { uploads, start, attempts, pauses } = openUploads()
    start('a')
    attempts[0]?.fail(400, '文件内容为空')
    await settle()
    const [failed] = uploads.all()
    expect([failed?.state, failed?.message, pauses.length]).toEqual(['failed', '文件内容为空', 0])
    if (failed) uploads.retry(failed)
    expect([attempts.length, uploads.all()[0]?.message]).toEqual([2, null])
    attempts[1]?.arrive('15')
    await settle()
    expect(uploads.all()).toEqual([])
  })

  test('can be cancelled while it is sent, while it is interrupted and when it was refused', async () => {
    const { uploads, start, attempts } = openUploads()
    const kept: string[] = []
    for (const at of ['a', 'b', 'c']) start(at, (id) => kept.push(id) > 0)
    attempts[1]?.fail(0)
    attempts[2]?.fail(400)
    await settle()
    expect(uploads.all().map(({ state }) => state)).toEqual(['sending', 'interrupted', 'failed'])
    for (const { key } of uploads.all()) uploads.cancel(key)
    await settle()
    expect([attempts[0]?.signal.aborted, attempts.length, uploads.all(), kept]).toEqual([true, 3, [], []])
  })

  test('does not wait for another one, and tells of each change', async () => {
    const { uploads, start, attempts } = openUploads()
    let changes = 0
    const forget = uploads.subscribe(() => changes++)
    start('a')
    start('b')
    expect(attempts.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf'])
    attempts[1]?.arrive('16')
    await settle()
    expect(uploads.all().map(({ at }) => at)).toEqual(['a'])
    const before = changes
    expect(before).toBeGreaterThan(2)
    forget()
    attempts[0]?.progress(0.5)
    expect(changes).toBe(before)
  })
})

test('a change of the session ends uploads of somebody else and after a logout, not those of a session that ended', () => {
  expect(endsUploads('7', '7', false)).toBe(false)
  expect(endsUploads('7', undefined, false)).toBe(false)
  expect(endsUploads('7', undefined, true)).toBe(true)
  expect(endsUploads('7', '8', false)).toBe(true)
})
