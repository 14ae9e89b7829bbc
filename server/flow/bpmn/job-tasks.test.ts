import { beforeAll, describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { withChanges } from '../../../tests/support/definitions.ts'
import { readProcess } from '../../../tests/support/process-files.ts'
import { type CompiledDefinition, compileDefinition } from './compile.ts'
import { outlineIn } from './outline.ts'
import { makeStep, type Step } from './runtime.ts'

/** Service tasks that run a scheduled job: what a drawing may say, and how the engine waits for them. */

const xml = readProcess('job-step')
const rules = { stages: new Set([20, 60]), moves: new Set(['cityApprove']) }

const refusalOf = async (...changes: readonly (readonly [string, string])[]): Promise<readonly string[]> => {
  try {
    await compileDefinition(withChanges(xml, ...changes), rules)
    return []
  } catch (error) {
    if (!(error instanceof Fail)) throw error
    return (error.detail.faults ?? []).map(({ at, text }) => `${at}: ${text[0]}`)
  }
}

describe('a service task', () => {
  test('names the job and the variable of its result, also in the outline', async () => {
    const { jobs, scope } = await compileDefinition(xml, rules)
    expect(jobs).toEqual([{ id: 'verify', name: '核验', jobId: '1', resultVariable: 'found' }])
    expect(outlineIn(scope, 'zh').nodes.verify?.properties).toMatchObject({ job: '1', resultVariable: 'found' })
  })

  test('is refused without a job, and as any other implementation', async () => {
    const [type, job] = [' flowable:type="jobTask"', ' flowable:jobId="1"']
    const unsupported = 'verify: 不支持服务任务“核验”（verify）'
    const noJob = 'verify: 服务任务“核验”（verify）没有指定定时任务编号'
    expect(await refusalOf([type, ' flowable:type="http"'])).toContain(unsupported)
    expect(await refusalOf([type, ' flowable:class="Run"'])).toContain(unsupported)
    expect(await refusalOf([type, ' implementation="run.js"'])).toContain(unsupported)
    expect(await refusalOf([`${type}${job}`, ''])).toEqual([noJob])
    expect(await refusalOf([job, ''])).toEqual([noJob])
    expect(await refusalOf([job, ' flowable:jobId="cleanup"'])).toEqual([noJob])
    expect(await refusalOf([type, `${type} flowable:expression="\${run()}"`])).toEqual([
      'verify: 服务任务“核验”（verify）不能使用“表达式”（expression）',
    ])
    expect(await refusalOf(['="found"', '="pass"'])).toEqual(['verify: 服务任务“核验”（verify）的变量名“pass”不能使用'])
  })

  test('may not be repeated for several, nor stand in a process with stages', async () => {
    const loop =
      'jobId="1" flowable:resultVariable="found"><multiInstanceLoopCharacteristics flowable:collection="a" /></serviceTask>'
    expect(await refusalOf(['jobId="1" flowable:resultVariable="found" />', loop])).toEqual([
      'verify: 服务任务“核验”（verify）不能多实例执行',
    ])
    expect(await refusalOf(['name="结束"', 'name="结束" flowable:declareStatus="60"'])).toContain(
      'verify: 服务任务“核验”（verify）不能用于有环节的流程：任务运行期间没有环节',
    )
  })
})

describe('the engine', () => {
  let definition: CompiledDefinition
  beforeAll(async () => {
    definition = await compileDefinition(xml, rules)
  })

  const step = (last: Step | null, variables: object = {}, more: object = {}) =>
    makeStep({
      definition: { id: 'job-step', context: definition.context },
      state: last?.state ?? null,
      variables: { createUser: '1', ...variables },
      ...more,
    })
  const atJob = () => {
    const first = step(null)
    return step(first, {}, { signal: first.waiting[0] })
  }

  test('waits at a service task for its job and goes on with what it found', () => {
    const waiting = atJob()
    expect([waiting.waiting, waiting.jobs.map(({ activityId }) => activityId)]).toEqual([[], ['verify']])
    const found = step(waiting, { found: '3' }, { signal: waiting.jobs[0] })
    expect(found.waiting.map(({ activityId }) => activityId)).toEqual(['check'])
    expect(found.passed).toContainEqual({ activityId: 'verify', type: 'serviceTask' })
    expect(step(waiting, { found: '' }, { signal: waiting.jobs[0] }).endedAt).toBe('end')
  })

  test('a timer at its border ends the waiting', () => {
    const waiting = atJob()
    const expired = step(waiting, {}, { expire: waiting.timers[0]?.executionId })
    expect([expired.jobs, expired.waiting.map(({ activityId }) => activityId)]).toEqual([[], ['check']])
  })
})
