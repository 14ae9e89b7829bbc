import { beforeAll, describe, expect, test } from 'vitest'
import { generalMatter } from '#contract/desk/general-matter.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { flowModel } from '#contract/flow/flow-model.ts'
import { matterForm } from '#contract/flow/matter-form.ts'
import { type MatterSample, matterSamples } from '#contract/flow/matter-samples.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { deployDefinition, sendDefinitions } from '../support/definitions.ts'
import { roleIdOf, startMatter } from '../support/general-matters.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'
import { uploaderFor } from '../support/uploads.ts'

/** The forms and drawings that the platform brings, from the button to the approval (docs/decisions/0162). */

type Person = Caller & { id: string }

let platform: Platform
let admin: Caller
let starter: Person
let approver: Person
let keeper: Person
let boss: Person

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  starter = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  keeper = await createStaff(platform, 'province_ca')
  boss = await createStaff(platform, 'boss')
})

/** Adds a sample, lets the office start it, and deploys its drawing; resolves to its definition. */
const deploySample = async (sample: MatterSample): Promise<string> => {
  const { id } = await admin.get(matterForm.calls.addSample, { sample })
  const form = await admin.get(matterForm.calls.detail, { id })
  expect([form.name, form.nameEn, form.startRoles]).toEqual([...matterSamples[sample], ''])
  await admin.get(matterForm.calls.submit, { ...form, startRoles: await roleIdOf(admin, 'city') } as never)
  const { records } = await admin.get(flowModel.calls.list, { modelKey: sample })
  const { modelEditorXml } = await admin.get(flowModel.calls.detail, { id: String(records[0]?.id) })
  const category = `flow_${form.categoryKey}`
  const file = { [sample]: String(modelEditorXml) }
  const checked = await sendDefinitions(admin, flowManager.calls.compareUpload as never, file, { category })
  expect(checked).toMatchObject({ data: [{ warnings: [] }] })
  return deployDefinition(admin, sample, String(modelEditorXml), { category })
}

const taskOf = async (list: Promise<{ records: { businessId: string | null; taskId: string | null }[] }>, id: string) =>
  (await list).records.find(({ businessId }) => businessId === id)?.taskId ?? ''

/** Agrees, after the task was taken if several may. */
const complete = async (by: Caller, businessId: string) => {
  const offered = await taskOf(by.get(workClaim.calls.list, { size: 50 }), businessId)
  if (offered) await by.get(workClaim.calls.claimTask, { taskId: offered })
  const taskId = await taskOf(by.get(workTodo.calls.list, { size: 50 }), businessId)
  await by.get(workTodo.calls.completeTask, { taskId, flag: 'ok', comment: '同意' } as never)
}

describe('a sample', () => {
  const contents = async (): Promise<Record<MatterSample, { content: object; handlers: Caller[] }[]>> => {
    const { data } = await uploaderFor(starter)('合同.pdf', pdfOf('合同'))
    const seal = { reason: '签订合同', seal: '合同专用章', copies: 2, keeper: keeper.id, papers: data.attachId }
    const purchase = { item: '服务器', method: '询价', reason: '扩容' }
    const outing = {
      place: '苏州',
      reason: '调研',
      firstDay: '2026-12-01',
      lastDay: '2026-12-02',
      phone: '13800000000',
    }
    return {
      seal: [{ content: seal, handlers: [approver, keeper] }],
      instruction: [
        { content: { documentType: '请示', subject: '立项', body: '拟立项，请批示。' }, handlers: [approver, boss] },
      ],
      purchase: [
        { content: { ...purchase, amount: 50_000 }, handlers: [approver] },
        { content: { ...purchase, amount: 50_000.01 }, handlers: [approver, boss] },
      ],
      outing: [{ content: outing, handlers: [approver] }],
    }
  }

  test.each(Object.keys(matterSamples) as MatterSample[])(
    '%s is added, deployed without a warning, and approved',
    async (sample) => {
      const definitionId = await deploySample(sample)
      for (const { content, handlers } of (await contents())[sample]) {
        const id = await startMatter(starter, definitionId, { title: '示例', taskUser: approver.id, ...content })
        for (const handler of handlers) {
          const { matterState } = await starter.get(generalMatter.calls.show, { businessId: id })
          expect(matterState).toBe('running')
          await complete(handler, id)
        }
        expect((await starter.get(generalMatter.calls.show, { businessId: id })).matterState).toBe('approved')
      }
    },
  )

  test('is added once: another form has no room for its name', async () => {
    const again = await admin.ask(matterForm.calls.addSample, { sample: 'seal' })
    expect(again.faults).toMatchObject([{ at: 'sample', msg: expect.stringContaining('用印申请') }])
    expect((await admin.get(flowModel.calls.list, { modelKey: 'seal' })).total).toBe(1)
  })
})
