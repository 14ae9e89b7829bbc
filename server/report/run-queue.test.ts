import { describe, expect, test } from 'vitest'
import type { App } from '../engine/context.ts'
import { inReportQueue } from './run-queue.ts'

/** Reports in a queue of their own: what has begun, in this order, and a way to end each. */
const openQueue = () => {
  const app = { cache: new Map() } as App
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const compute = (name: string, isBackground = false, reader = name) =>
    inReportQueue(app, reader, isBackground, () => {
      begun.push(name)
      return new Promise<string>((resolve, reject) => {
        ends.set(name, (error) => (error ? reject(error) : resolve(name)))
      })
    })
  return { begun, compute, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

describe('reports', () => {
  test('are computed two at a time, in the order of their arrival', async () => {
    const { begun, compute, end } = openQueue()
    const [a, b, c] = ['a', 'b', 'c'].map((name) => compute(name))
    await Promise.resolve()
    expect(begun).toEqual(['a', 'b'])
    end('b')
    await b
    await Promise.resolve()
    expect(begun).toEqual(['a', 'b', 'c'])
    end('a', new Error('lost'))
    await expect(a).rejects.toThrow('lost')
    end('c')
    expect(await c).toBe('c')
  })

  test('of one person are computed one at a time; the second is refused', async () => {
    const { compute, end } = openQueue()
    const first = compute('first', false, 'reader')
    await expect(compute('second', false, 'reader')).rejects.toMatchObject({ code: 409 })
    end('first')
    await first
    const third = compute('third', false, 'reader')
    await Promise.resolve()
    end('third')
    expect(await third).toBe('third')
  })

  test('are refused where ten wait already', async () => {
    const { compute } = openQueue()
    for (let n = 0; n < 12; n++) void compute(`${n}`)
    await expect(compute('one more')).rejects.toMatchObject({ code: 503 })
  })
})

describe('reports in the background', () => {
  test('leave one of the two places to people, and wait for each other without a limit', async () => {
    const { begun, compute, end } = openQueue()
    const jobs = Array.from({ length: 20 }, (_, n) => compute(`job ${n}`, true, 'reader'))
    const person = compute('person')
    await Promise.resolve()
    expect(begun).toEqual(['job 0', 'person'])
    end('job 0')
    await jobs[0]
    await Promise.resolve()
    expect(begun).toEqual(['job 0', 'person', 'job 1'])
    end('person')
    expect(await person).toBe('person')
  })

  test('do not keep their owner from opening a report', async () => {
    const { begun, compute } = openQueue()
    void compute('job', true, 'reader')
    void compute('screen', false, 'reader')
    await Promise.resolve()
    expect(begun).toEqual(['job', 'screen'])
  })
})
