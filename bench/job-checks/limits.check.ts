import { expect, test } from 'vitest'
import { runStatus } from '#contract/job/run-status.ts'
import { timing } from '#contract/job/timing.ts'
import { openCluster, pauseSeconds, report, seconds } from './cluster.ts'

/** Check 11: limits of a job. */
test('a run past a limit has failed with a sentence, and a job that fits no worker creates no further runs', async (context) => {
  const cluster = await openCluster({ workers: 2 })
  const elsewhere = await cluster.runNow(
    await cluster.addJob('check-pause', { designatedWorkers: 'nowhere', jobParams: '0' }),
  )
  const large = await cluster.runNow(await cluster.addJob('check-pause', { minMemorySpace: 999_999, jobParams: '0' }))
  const repeating = await cluster.addJob('check-pause', {
    ...{ designatedWorkers: 'nowhere', timeExpressionType: timing.fixedRate, timeExpression: '1000', jobParams: '0' },
  })
  const began = performance.now()

  const single = await cluster.addJob('check-pause', { maxInstanceNum: 1, jobParams: '3000' })
  await cluster.started(await cluster.runNow(single))
  const second = await cluster.seen(await cluster.runNow(single))
  expect(second).toMatchObject({ status: runStatus.failed, result: '运行中的实例过多（上限 1）' })

  const slow = await cluster.runNow(
    await cluster.addJob('check-pause', { instanceTimeLimit: 1500, jobParams: '60000' }),
  )
  const { status, startedAt, endedAt } = await cluster.ended(slow)
  const length = Number(endedAt) - Number(startedAt)
  expect([status, length >= 1500, length <= 3000]).toEqual([runStatus.failed, true, true])

  for (const id of [elsewhere, large])
    expect(await cluster.ended(id)).toMatchObject({ status: runStatus.failed, result: '没有符合条件的执行进程' })
  const waited = performance.now() - began
  await pauseSeconds(Math.max(0, 62 - waited / 1000))
  expect((await cluster.runsOf(repeating)).map((run) => run.status)).toEqual([runStatus.waiting])
  report(
    context,
    `a limit of 1.5 s ended a run after ${seconds(length)}; without a worker runs failed after ${seconds(waited)}; 1 run of a repeating job`,
  )
})
