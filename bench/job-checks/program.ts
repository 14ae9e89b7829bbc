import { setTimeout as sleep } from 'node:timers/promises'
import { Fail } from '#contract/kit/fail.ts'
import type { Processor } from '#server/job/run/processor.ts'
import { processors } from '#server/processors.ts'

/**
 * The server, or with `worker` a worker, as `server/main.ts` starts it, with processors that do nothing but what a check measures. They
 * read numbers from the parameters of the run, else from those of the job.
 */
const numbersOf = ({ instanceParams, jobParams }: { instanceParams: string; jobParams: string }): number[] =>
  (instanceParams || jobParams || '1').split(',').map(Number)

const here = String(process.pid)

const checkProcessors: Readonly<Record<string, Processor>> = {
  /** `milliseconds`: waits; the result is the number of the process. */
  'check-pause': {
    label: ['等待', 'Wait'],
    run: async (run) => {
      await sleep(numbersOf(run)[0], null, { signal: run.signal })
      return [here, here]
    },
  },
  /** `count`: a line of the log each 100 ms. */
  'check-lines': {
    label: ['写日志', 'Write a log'],
    run: async (run) => {
      const [count = 0] = numbersOf(run)
      for (let n = 1; n <= count; n++) {
        run.log.info(`line ${n}`)
        run.step(n, count)
        await sleep(100, null, { signal: run.signal })
      }
      return null
    },
  },
  /** `count`: as many lines at each of the four levels, at once. */
  'check-levels': {
    label: ['写各级日志', 'Write lines of all levels'],
    run: async (run) => {
      const [count = 1] = numbersOf(run)
      for (let n = 1; n <= count; n++)
        for (const level of ['debug', 'info', 'warn', 'error'] as const) run.log[level](`${level} ${n}`)
      return null
    },
  },
  'check-failure': {
    label: ['失败', 'Fail'],
    run: async () => {
      throw new Fail(['按要求失败', 'Failed as asked'])
    },
  },
  /** `count,milliseconds`: as many parts of that length; the result is the sum of their numbers. */
  'check-parts': {
    label: ['分片求和', 'Add up parts'],
    run: async () => null,
    mapReduce: {
      root: async (run, map) => {
        const [count = 0] = numbersOf(run)
        await map(
          'part',
          Array.from({ length: count }, (_, n) => n + 1),
        )
      },
      subtask: async (run, { input }) => {
        await sleep(numbersOf(run)[1], null, { signal: run.signal })
        return input
      },
      reduce: async (_, results) => {
        const sum = String(results.reduce((total, { output }) => total + Number(output), 0))
        return [sum, sum]
      },
    },
  },
}

Object.assign(processors, checkProcessors)
await import('#server/main.ts')
