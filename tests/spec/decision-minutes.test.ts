import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languageHeader } from '#contract/language-header.ts'
import { decisionProposal } from '#contract/project/decision-proposal.ts'
import { sql } from '#server/base/database/sql.ts'
import { deleteOldJobs } from '#server/job/run/old-jobs.ts'
import { bytesIn, pdfText } from '../support/pdf.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openTable, type Table } from '../support/proposals.ts'
import { openReview, type Review } from '../support/review.ts'
import { createRole, createScope } from '../support/roles.ts'
import { createStaff } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

/** The minutes of a confirmed proposal, for those who decide (docs/decisions/0164). */

const { minutes } = decisionProposal

let platform: Platform
let review: Review
let table: Table

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  review = await openReview(platform)
  const names = { office: '王提案', office2: '李确认', expert1: '评委甲', expert2: '评委乙', expert3: '评委丙' }
  for (const [name, realName] of Object.entries(names))
    await platform.db.updateTable('user').set({ realName }).where('id', '=', review.person(name).id).execute()
})
beforeEach(async () => {
  table = await openTable(platform, review)
})

const office = () => review.person('office')
const second = () => review.person('office2')

const ask = (caller: Caller, id: string, isNameless: 0 | 1 = 0, headers: Record<string, string> = {}) =>
  caller.raw('GET', `${minutes.path}?id=${id}&isNameless=${isNameless}`, { headers })
const bytesOf = async (...of: Parameters<typeof ask>) => bytesIn(await ask(...of))
const textOf = async (...of: Parameters<typeof ask>) => pdfText(await bytesOf(...of))

/** A confirmed proposal with an exception, one that was left out and one that was not proposed; resolves to its id. */
const confirmed = async (): Promise<string> => {
  const ids = await table.insert(
    ['甲项目', 90, 91, 92],
    ['乙项目', 80, 81, 82],
    ['丙项目', 70, 71, 72],
    ['丁项目', 60, 61, 62],
    ['戊项目', 99, 98, null],
  )
  const exceptions = [{ declarationId: ids[3], reason: '填补行业空白' }]
  const id = await table.proposed(office(), { exceptions })
  await platform.db
    .updateTable('declaration')
    .set({ version: sql`coalesce(version, 0) + 1` })
    .where('id', '=', String(ids[1]))
    .execute()
  await table.confirmed(second(), id)
  return id
}

describe('the minutes', () => {
  test('still say why a member was left out when old jobs are removed', async () => {
    const id = await confirmed()
    const before = await textOf(office(), id)
    expect(before).toContain('提案后评分或办理情况有变化')
    await sql`update job_run set ended_at = now() - interval '30 days', create_time = now() - interval '30 days'
      where id = (select job_id from decision_proposal where id = ${id})`.execute(platform.db)
    await deleteOldJobs(platform.app)
    expect(await textOf(office(), id)).toBe(before)
  })

  test('say who proposed and confirmed, the line, each score, each decision, and what was left out and why', async () => {
    const id = await confirmed()
    const [proposal] = (await table.read(office())).proposals
    expect(proposal).toMatchObject({ id, hasMinutes: true, done: 3 })
    const text = await textOf(office(), id)
    for (const words of [
      ...[
        '评审会纪要',
        '提出人王提案',
        '确认人李确认',
        '前2件',
        '通过3件，不予通过1件；已作出3件',
        '未达到本批次入选要求。',
      ],
      ...['评委甲90', '评委乙81', '通过（例外）', '不予通过', '丁项目通过。理由：填补行业空白'],
      ...['乙项目提案通过，未作出：提案后评分或办理情况有变化，未按提案作出结论'],
      ...['戊项目未列入提案：评分未齐', '评委丙未评分', '主持人：', '评委甲：'],
    ])
      expect(text.replaceAll(' ', '')).toContain(words.replaceAll(' ', ''))
  })

  test('are the same bytes for every reader, also when a member is renamed or leaves the batch', async () => {
    const id = await confirmed()
    const first = await bytesOf(office(), id)
    expect(Buffer.compare(first, await bytesOf(second(), id))).toBe(0)
    expect(await textOf(office(), id, 0, { [languageHeader]: 'en' })).toContain('Not decided: Its scores or its review')
    const later = { batchId: null, projectName: '更名后的项目' }
    await platform.db.updateTable('declaration').set(later).where('batchId', '=', table.batchId).execute()
    expect(Buffer.compare(first, await bytesOf(office(), id))).toBe(0)
  })

  test('have a copy without the names of experts', async () => {
    const id = await confirmed()
    const text = await textOf(office(), id, 1)
    expect(text).toContain('专家一 90')
    expect(text).toContain('专家三 未评分')
    expect(text).not.toMatch(/评委/)
  })

  test('are there once the proposal is confirmed and its decisions are made', async () => {
    await table.insert(['甲项目', 90, 91, 92])
    const id = await table.proposed(office())
    const open = await ask(office(), id)
    expect([open.status, (await open.json()).msg]).toEqual([409, '提案尚未确认，没有评审会纪要'])
    await table.confirmed(second(), id)
    expect((await ask(office(), id)).status).toBe(200)
    // one that was confirmed before minutes were stored
    await sql`update decision_proposal set minutes = null where id = ${id}`.execute(platform.db)
    expect((await ask(office(), id)).status).toBe(409)
    expect((await table.read(office())).proposals[0]?.hasMinutes).toBe(false)
  })
})

describe('who may not read scores before the decision', () => {
  test('gets no minutes, and another tenant finds none', async () => {
    const id = await confirmed()
    for (const caller of [
      ...['city', 'miit', 'ca', 'expert1', 'expert2'].map((name) => review.person(name)),
      ...[review.company, review.operator, platform.visitor],
    ])
      expect([401, 403]).toContain((await ask(caller, id)).status)
    const { admin } = await createTenant(platform)
    expect((await ask(admin, id)).ok).toBe(false)
  })

  test('is somebody who decides on other declarations: they get the members and columns that they see', async () => {
    const id = await confirmed()
    const admin = await platform.admin()
    const scope = await createScope(admin, {
      ...{ resourceCode: 'declaration', scopeType: 5, scopeField: 'projectName,city' },
      scopeValue: `projectName_equal=${encodeURIComponent('丙项目')}`,
    })
    const alias = `minutes${id.slice(-5)}`
    await createRole(platform, admin, alias, {
      codes: ['project', 'batch', 'declaration', 'declaration_decide'],
      scopes: [scope],
    })
    const text = await textOf(await createStaff(platform, alias), id)
    expect(text).toContain('丙项目')
    expect(text).toContain('本文件只有您可以查看的内容')
    expect(text).not.toMatch(/甲项目|乙项目|丁项目|戊项目|测试有限公司|江苏省/)
  })
})

test('who fetched them is in the audit of the batch, without what they say', async () => {
  const id = await confirmed()
  await bytesOf(office(), id)
  const audits = await platform.db.selectFrom('audit').selectAll().where('rowId', '=', table.batchId).execute()
  const own = audits.filter(({ verb }) => verb === 'export')
  expect(own.map(({ after, realName }) => [after, realName])).toEqual([[{ format: 'pdf' }, '王提案']])
})
