import { describe, expect, test } from 'vitest'
import { readProcess } from '../../../tests/support/process-files.ts'
import { move, stepOn, variables } from '../../../tests/support/version-moves.ts'
import { makeStep } from './runtime.ts'

describe('an instance that waits for a job', () => {
  const jobStep = readProcess('job-step')

  test('keeps waiting on the new version, also if that runs another job', async () => {
    const { to, step, outcome } = await move(
      jobStep,
      ['apply'],
      ['jobId="1"', 'jobId="2"'],
      ['name="核对"', 'name="核实"'],
    )
    const state = 'state' in outcome ? outcome.state : null
    const [job] = step.jobs
    expect(stepOn(to, state).jobs).toEqual([job])
    const after = makeStep({
      ...{ definition: to, state, variables: { ...variables, found: '3' } },
      signal: { executionId: job?.executionId ?? '', activityId: 'verify' },
    })
    expect(after.waiting.map(({ activityId }) => activityId)).toEqual(['check'])
  })

  test('stays if the new version has a task for a person there', async () => {
    const service = /<serviceTask [^>]*\/>/.exec(jobStep)?.[0] ?? ''
    const person = '<userTask id="verify" name="核验" flowable:assignee="1" />'
    const { reason } = await move(jobStep, ['apply'], [service, person])
    expect(reason).toBe('新版本中服务任务“核验”（verify）的类型不同')
  })
})
