import { beforeAll, describe, expect, test } from 'vitest'
import { generalMatter } from '#contract/desk/general-matter.ts'
import { languageHeader } from '#contract/language-header.ts'
import { audit } from '#contract/log/audit.ts'
import { deputy } from '#contract/work/deputy.ts'
import { workTodo } from '#contract/work/work-todo.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { deployDefinition } from '../support/definitions.ts'
import { addForm, sealProcess, startMatter } from '../support/general-matters.ts'
import { readPdf } from '../support/pdf.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff } from '../support/scenario.ts'
import { uploaderFor } from '../support/uploads.ts'

/** A matter printed as a PDF: 办理单 (docs/decisions/0162). */

type Person = Caller & { id: string; account: string }

let platform: Platform
let admin: Caller
let [starter, approver, stand] = [] as unknown as [Person, Person, Person]
let definitionId: string
let id: string

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  starter = await createStaff(platform, 'city')
  approver = await createStaff(platform, 'province_miit')
  stand = await createStaff(platform, 'province_ca')
  const form = await addForm(admin, '用印申请', 'city')
  definitionId = await deployDefinition(admin, 'seal', sealProcess('seal'), { category: `flow_${form.categoryKey}` })
  const paper = (await uploaderFor(starter)('采购合同（终稿）.pdf', pdfOf('合同'))).data.attachId
  const content = { reason: '签订采购合同\n#read("/etc/passwd")', seal: '合同章', copies: 12345.5, clerk: stand.id }
  id = await startMatter(starter, definitionId, {
    ...{ title: '采购合同用印', taskUser: approver.id, ...content, papers: paper },
  })
})

const ask = (by: Caller, headers: Record<string, string> = {}, businessId = id) =>
  by.raw('GET', `${generalMatter.calls.paper.path}?businessId=${businessId}`, { headers })
const bytesOf = async (...of: Parameters<typeof ask>): Promise<Uint8Array> => {
  const answer = await ask(...of)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return new Uint8Array(await answer.arrayBuffer())
}
const textOf = async (...of: Parameters<typeof ask>): Promise<string> =>
  (await readPdf(await bytesOf(...of))).map(({ text }) => text).join('\n')
const decide = async (by: Caller, flag: string, comment: string) => {
  const tasks = (await by.get(workTodo.calls.list, { size: 50 })).records
  const { taskId, processInstanceId } = tasks.find((row) => row.businessId === id) ?? {}
  const answer = await by.ask(workTodo.calls.completeTask, { taskId, processInstanceId, flag, comment } as never)
  expect(answer.success).toBe(true)
}

describe.sequential('a matter on paper', () => {
  test('has its form, title, starter, state, all fields in order, and where it is', async () => {
    const answer = await ask(starter)
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('采购合同用印-办理单.pdf'))
    const [page, ...others] = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    expect([page?.width, page?.height, others.length]).toEqual([595, 842, 0])
    const text = page?.text ?? ''
    for (const words of [
      ...['用印申请办理单', '采购合同用印', '发起人 city', '审批状态 审批中', '印章 合同章', '份数 12,345.5'],
      ...['经手人 province_ca', '用印文件 采购合同（终稿）.pdf', '#read("/etc/passwd")', '办理中', '第 1 页，共 1 页'],
    ])
      expect(text).toContain(words)
    const filled = text.slice(text.indexOf('填报内容'))
    const places = ['用印事由', '印章', '份数', '经手人', '用印文件', '办理过程'].map((label) => filled.indexOf(label))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  test('is the same, byte for byte, until somebody does something', async () => {
    const one = await bytesOf(starter)
    expect(Buffer.compare(one, await bytesOf(approver))).toBe(0)
    await decide(approver, 'no', '请补充份数说明')
    expect(Buffer.compare(one, await bytesOf(starter))).not.toBe(0)
  })

  test('has the history of its page: who, for whom, what they decided, and why', async () => {
    await starter.get(generalMatter.calls.correct, {
      ...{ id, title: '采购合同用印（补充）' },
      content: JSON.stringify({ reason: '签订采购合同', seal: '公章', copies: 1 }),
    })
    await decide(starter, 'ok', '已补充')
    const period = { startTime: wireTime(new Date(Date.now() - 60_000)), endTime: wireTime(new Date(Date.now() + 9e7)) }
    await approver.get(deputy.calls.nameDeputy, { deputyUser: stand.id, ...period, reason: '出差' })
    await decide(stand, 'ok', '同意用印')
    const text = await textOf(stand)
    for (const words of [
      '请补充份数说明',
      '重新提交',
      '已补充',
      '同意用印',
      '采购合同用印（补充）',
      '印章 公章',
      '已批准',
    ])
      expect(text).toContain(words)
    expect(text.replaceAll(/\s/g, '')).toContain('province_ca（代province_miit）')
    expect(text).not.toContain('合同章')
  })

  test('is in the language of its reader', async () => {
    const text = await textOf(starter, { [languageHeader]: 'en' })
    for (const words of ['record of handling', 'Started by city', 'Approved', 'Submitted again', 'Page 1 of'])
      expect(text).toContain(words)
    expect(text.replaceAll(/\s/g, '')).toContain('(forprovince_miit)')
  })

  test('is for those who read it, and each download is in the audit', async () => {
    const nobody = await createStaff(platform, 'boss')
    expect([(await ask(nobody)).status, (await ask(platform.visitor)).status]).toEqual([403, 401])
    expect((await ask(starter, {}, '1')).status).toBe(404)
    const entries = async () =>
      await admin.get(audit.calls.list, { entity: 'generalMatter', verb: 'export', rowId: id, size: 1, descs: 'id' })
    const { total } = await entries()
    await bytesOf(approver)
    const after = await entries()
    expect(after.total).toBe(total + 1)
    expect(after.records[0]).toMatchObject({ createUser: approver.id, rowTitle: '采购合同用印（补充）-办理单.pdf' })
  })

  test('is produced one after another for each person', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(starter)))
    const statuses = new Set(answers.map(({ status }) => status))
    expect([statuses.has(200), [...statuses].every((status) => [200, 409].includes(status))]).toEqual([true, true])
    expect((await ask(starter)).status).toBe(200)
  })

  test('with long values and opinions goes on over several pages with numbers', async () => {
    const long = '为落实年度采购计划，经比选确定供应商，现申请用印。'.repeat(150)
    const many = await startMatter(starter, definitionId, {
      ...{ title: '长'.repeat(100), taskUser: approver.id, reason: '甲'.repeat(190), seal: '公章', copies: 1 },
    })
    const tasks = (await approver.get(workTodo.calls.list, { size: 50 })).records
    const { taskId, processInstanceId } = tasks.find((row) => row.businessId === many) ?? {}
    const decision = { taskId, processInstanceId, flag: 'ok', comment: long.slice(0, 2000) }
    await approver.ask(workTodo.calls.completeTask, decision as never)
    const pages = await readPdf(await bytesOf(starter, {}, many))
    expect(pages.length).toBeGreaterThan(0)
    for (const [i, { text }] of pages.entries()) expect(text).toContain(`第 ${i + 1} 页，共 ${pages.length} 页`)
  })
})
