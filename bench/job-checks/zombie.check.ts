import { expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { openCluster, pauseSeconds, report } from './cluster.ts'

/** Check 3: a process that stands still for longer than its lease, and then goes on. */
test('what a process reports late, after another one has taken its run over, changes nothing', async (context) => {
  const cluster = await openCluster({ workers: 2 })
  const id = await cluster.runNow(await cluster.addJob('check-pause', { instanceRetryNum: 1, jobParams: '3000' }))
  const { worker } = await cluster.started(id)
  const first = cluster.nodeOf(worker)
  process.kill(first.pid, 'SIGSTOP')
  await pauseSeconds(16)
  process.kill(first.pid, 'SIGCONT')
  const after = await cluster.ended(id)
  const second = cluster.nodeOf(after.worker)
  expect(second.pid).not.toBe(first.pid)
  expect(after).toMatchObject({ status: runStatus.done, attempt: 2, result: String(second.pid) })
  await pauseSeconds(6)
  expect(await cluster.seen(id)).toEqual(after)
  report(context, `stopped for 16 s: attempt ${after.attempt} counts, and nothing changed in the 6 s after`)
})
