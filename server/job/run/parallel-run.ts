import { Fail } from '#contract/kit/fail.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { workersFor } from '../workers/eligible.ts'
import type { Execution } from './active-runs.ts'
import type { MapReduce, ProcessorRun } from './processor.ts'
import { addSubtasks, countSubtasks, failOfLostWorkers, readSubtaskResults, type SubtaskResult } from './subtasks.ts'

/** A run that several workers share: what the worker that claimed it needs to lead it. */
export interface ParallelRun extends Execution {
  readonly run: ProcessorRun
  readonly jobId: string
  readonly taskRetries: number
}

/** Resolves once all subtasks have ended: looks at each heartbeat, and when the last one has announced its end. */
const allEnded = ({ app, worker, claimed, control, run }: ParallelRun): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = async () => {
      await failOfLostWorkers(app.db, claimed, worker.clock)
      const { total, open } = await countSubtasks(app.db, claimed)
      control.progress.done = total - open
      control.progress.total = total
      if (open > 0) return
      control.checks.delete(look)
      resolve()
    }
    run.signal.addEventListener('abort', () => reject(run.signal.reason), { once: true })
    control.checks.add(look)
    look().catch(reject)
  })

const someFailed: Text = ['{0} 个执行进程中有 {1} 个失败，{2}：{3}', '{1} of {0} workers failed; {2}: {3}']
const allDone: Text = ['已在 {0} 个执行进程中执行', 'Workers that ran it: {0}']

const broadcastText = (results: readonly SubtaskResult[]): Text => {
  const failures = results.filter(({ isFailed }) => isFailed)
  const [first] = failures
  if (first) throw new Fail(fill(someFailed, results.length, failures.length, String(first.worker), first.text ?? ''))
  return fill(allDone, results.length)
}

/** Lets each worker that the job may use run the processor once; successful if all of them were. */
export const broadcast = async (parallel: ParallelRun): Promise<Text> => {
  const { app, worker, claimed, jobId, taskRetries } = parallel
  const onlyWorkers = await workersFor(app.db, jobId, worker.clock)
  const inputs = onlyWorkers.map(() => null)
  await addSubtasks(app.db, claimed, { name: 'broadcast', inputs, onlyWorkers, retries: taskRetries })
  await allEnded(parallel)
  return broadcastText(await readSubtaskResults(app.db, claimed))
}

/** Divides the work of a run between the workers and puts the results together. */
export const mapReduce = async (parallel: ParallelRun, { root, reduce }: MapReduce): Promise<Text | null> => {
  const { app, claimed, run, taskRetries } = parallel
  await root(run, (name, inputs) => addSubtasks(app.db, claimed, { name, inputs, retries: taskRetries }))
  await allEnded(parallel)
  return reduce(run, await readSubtaskResults(app.db, claimed))
}
