import { EventEmitter, once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { repeatEvery } from './repeat.ts'

/** Work that is done each time it is told to be, and says each time that it has begun. */
const workshop = () => {
  const said = new EventEmitter()
  let [begun, done] = [0, 0]
  let finish: (() => void) | undefined
  const work = async () => {
    begun++
    said.emit('begun')
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    done++
  }
  return { work, begins: () => once(said, 'begun'), finish: () => finish?.(), counts: () => [begun, done] }
}

describe('work that is done again and again', () => {
  test('begins anew only once the last turn is over', async () => {
    const shop = workshop()
    const first = shop.begins()
    const stop = repeatEvery(1, shop.work, () => {})
    await first
    expect(shop.counts()).toEqual([1, 0])
    const second = shop.begins()
    shop.finish()
    await second
    expect(shop.counts()).toEqual([2, 1])
    const stopped = stop()
    shop.finish()
    await stopped
  })

  test('goes on after a failure, which is told', async () => {
    const told: unknown[] = []
    const said = new EventEmitter()
    const twice = once(said, 'second')
    const stop = repeatEvery(
      1,
      async () => {
        if (told.length) said.emit('second')
        throw new Error('not this time')
      },
      (error) => told.push(error),
    )
    await twice
    await stop()
    expect(told[0]).toMatchObject({ message: 'not this time' })
  })

  test('stops at once where nothing is under way, and else when that is done', async () => {
    const shop = workshop()
    await repeatEvery(3_600_000, shop.work, () => {})()
    expect(shop.counts()).toEqual([0, 0])
    const begins = shop.begins()
    const stop = repeatEvery(3_600_000, shop.work, () => {}, 1)
    await begins
    const stopped = stop()
    shop.finish()
    await stopped
    expect(shop.counts()).toEqual([1, 1])
  })
})
