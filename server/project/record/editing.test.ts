import { beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '#contract/kit/fail.ts'
import { parts } from '#contract/project/parts.ts'
import { type StageCode, stageCodes, stages } from '#contract/project/stages.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { administrator, contextFor, declarationRow, person, rightsOf } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { creditCode } from '../../../tests/support/scenario.ts'
import type { Actor, User } from '../../engine/context.ts'
import { findMissing } from '../draft/missing.ts'
import { readMaterials } from '../template/template-row.ts'
import { editableBy, isInvitedOperator, isOwner, openRemarks } from './editing.ts'

let app: App
let db: Db

const code = creditCode(1)
const rights = rightsOf({ codes: ['declaration_edit', 'declaration_confirm'] })
const owner = person({ accountType: 1, organizationCode: code, rights })
const operator = person({ accountType: 2, operator: 1, region: '320000', organizationCode: creditCode(2), rights })
const row = (declareStatus: StageCode, more: object = {}) =>
  declarationRow({ declareStatus, organizationCode: code, operators: [1, 3], city: '320500', ...more })
const editable = async (actor: Actor, stage: StageCode, missing: Fault[] = [], more: object = {}) =>
  editableBy(await contextFor(app, actor), row(stage, more), () => missing)
const fault = (at: string): Fault => ({ at, text: ['错', 'Wrong'] })

const remark = (toStage: number, ...places: string[]) => remarkAt('900', toStage, places)
const remarkOn = (pid: string, ...places: string[]) => remarkAt(pid, 70, places)
const remarkAt = (pid: string, toStage: number, places: readonly string[]) =>
  db
    .insertInto('declarationMove')
    .values({
      pid,
      move: 'cityReturn',
      fromStage: 20,
      toStage,
      loop: 0,
      userId: null,
      office: null,
      comment: null,
      score: null,
      remarks: JSON.stringify(places.map((at) => ({ at, text: '请改' }))),
    })
    .execute()

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
  await remark(70, 'information.projectOverview')
  await remark(70, 'facilities.network.latencyMs', 'innovation')
  await remark(20, 'contact')
})

describe('the owner and the invited operator of a declaration', () => {
  test.each<[string, Partial<User>, boolean, boolean]>([
    ['a user of its company', { accountType: 1, organizationCode: code }, true, false],
    ['a user of another company', { accountType: 1, organizationCode: creditCode(3) }, false, false],
    ['an operator that declares itself', { accountType: 2, organizationCode: code }, true, false],
    ['a user without a code', { accountType: 1, organizationCode: null }, false, false],
    ['an operator of the project', { accountType: 2, operator: 3, region: '320500' }, false, true],
    ['its head office', { accountType: 2, operator: 3, region: '00' }, false, true],
    ['its branch of another city', { accountType: 2, operator: 3, region: '320100' }, false, false],
    ['an account of it without a region', { accountType: 2, operator: 3, region: null }, false, false],
    ['an operator that is not in it', { accountType: 2, operator: 2 }, false, false],
    ['an enterprise with the number of an operator', { accountType: 1, operator: 1 }, false, false],
    ['an operator without a number', { accountType: 2, operator: null }, false, false],
  ])('%s', async (_, user, isOwnerExpected, isOperatorExpected) => {
    const ctx = await contextFor(app, person(user))
    expect([isOwner(ctx, row(0)), isInvitedOperator(ctx, row(0))]).toEqual([isOwnerExpected, isOperatorExpected])
  })

  test('a declaration without a company has no owner', async () => {
    expect(isOwner(await contextFor(app, owner), declarationRow({ organizationCode: null }))).toBe(false)
  })
})

describe('what the declarant may edit', () => {
  test.each(stageCodes.filter((stage) => ![5, 70].includes(stage)))(
    'at stage %i is set by the table of stages',
    async (stage) => {
      expect(await editable(owner, stage)).toBe(stages[stage].edits)
    },
  )

  test('is everything except the network while the operator fills it in, each path once', async () => {
    const places = (await editable(owner, 5)) as string[]
    expect(places).not.toContain('facilities.network')
    expect(places).not.toContain('facilities')
    expect(places).toContain('facilities.terminals')
    for (const part of parts) if (part.code !== 'facilities') expect(places).toContain(part.code)
    expect(new Set(places).size).toBe(places.length)
  })

  test('is nothing without the permission or in another company', async () => {
    for (const stage of stageCodes) {
      expect(await editable({ ...owner, rights: rightsOf() }, stage)).toBe('none')
      expect(await editable({ ...owner, organizationCode: creditCode(3) }, stage)).toBe('none')
    }
  })

  test('is nothing for an administrator', async () => {
    for (const stage of stageCodes) expect(await editable(administrator, stage)).toBe('none')
  })
})

describe('what the operator may edit', () => {
  test.each(stageCodes)('at stage %i (the network at stage 5, else nothing)', async (stage) => {
    expect(await editable(operator, stage)).toEqual(stage === 5 ? ['facilities.network'] : 'none')
  })

  test('is nothing without the permission or in a project of other operators', async () => {
    expect(await editable({ ...operator, rights: rightsOf() }, 5)).toBe('none')
    expect(await editable(operator, 5, [], { operators: [2] })).toBe('none')
  })
})

describe('a returned declaration', () => {
  test('is editable only where the last return has remarks', async () => {
    expect(await editable(owner, 70)).toEqual(['facilities.network.latencyMs', 'innovation'])
  })

  test('is editable in the whole row of a cell with a remark', async () => {
    await remarkOn('902', 'innovation.results.r1.after', 'innovation.results.r1.before', 'factory.factory.level')
    expect(await editable(owner, 70, [], { id: '902' })).toEqual(['innovation.results.r1', 'information.factoryLevel'])
  })

  test('is editable in the levels below one with a remark, which are chosen again with it', async () => {
    await remarkOn('903', 'information.province', 'information.nationalEconomy3')
    expect(await editable(owner, 70, [], { id: '903' })).toEqual(
      ['province', 'city', 'district', 'nationalEconomy3', 'nationalEconomy4'].map((name) => `information.${name}`),
    )
  })

  test('is also editable where there are faults', async () => {
    const missing = [fault('information.fundSelf'), fault('material.files')]
    expect(await editable(owner, 70, missing)).toEqual([
      ...['facilities.network.latencyMs', 'innovation', 'information.fundSelf', 'material.files'],
    ])
  })

  test('has its parts checked for faults at this stage only', async () => {
    const ctx = await contextFor(app, owner)
    for (const stage of stageCodes) {
      let checks = 0
      const findFaults = () => {
        checks++
        return []
      }
      await editableBy(ctx, row(stage), findFaults)
      expect([stage, checks]).toEqual([stage, stage === 70 ? 1 : 0])
    }
  })

  test('is also editable at a figure that has to match a corrected one', async () => {
    const ctx = await contextFor(app, owner)
    const information = { totalInvestment: 100, fiveGInvestment: 40, fundSelf: 60, fundBank: 40 }
    const places = async (more: object) => {
      const missing = await findMissing(ctx, [], { information: { ...information, ...more } })
      return (await editableBy(ctx, row(70), () => missing)) as string[]
    }
    expect(await places({})).not.toContain('information.fundSelf')
    expect(await places({ totalInvestment: 120 })).toContain('information.fundSelf')
    expect(await places({ totalInvestment: 30, fundSelf: 30, fundBank: 0 })).toContain('information.fiveGInvestment')
  })

  test('shows its remarks only while it is with the declarant', async () => {
    const ctx = await contextFor(app, owner)
    for (const stage of stageCodes) expect((await openRemarks(ctx, row(stage))).length).toBe(stage === 70 ? 2 : 0)
    expect(await openRemarks(ctx, row(70, { id: '901' }))).toEqual([])
  })
})

describe('missing materials', () => {
  test('are named by their title, or else by their type', async () => {
    const ctx = await contextFor(app, owner)
    const materials = [
      { id: 'a', type: 1, title: '盖章申报书', required: 1 },
      { id: 'b', type: 4, title: null, required: 1 },
      { id: 'c', type: 3, title: null, required: 0 },
    ]
    const { id } = await db
      .insertInto('template')
      .values({
        templateName: '批次',
        year: '2026',
        kind: 1,
        enabled: 1,
        openAt: '2026-01-01 00:00:00',
        closeAt: '2026-02-01 00:00:00',
        noticeDays: 0,
        maxPerCompany: 1,
        allowRedeclare: 0,
        materials: JSON.stringify(materials),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const names = async (files: object[]) =>
      (await findMissing(ctx, await readMaterials(ctx, id), { material: { files } }))
        .filter(({ at }) => at === 'material.files')
        .map(({ text }) => text[0])
    expect(await names([])).toEqual(['缺少材料：盖章申报书', '缺少材料：营业执照'])
    expect(await names([{ type: 1, attachId: '5' }])).toEqual(['缺少材料：营业执照'])
  })
})

test('a thousand unknown codes of a part are named, in a place of each, and a last fault says that there are more', async () => {
  const ctx = await contextFor(app, owner)
  const rowsOf = (name: string) => Array.from({ length: 800 }, (_, i) => ({ id: `r${i}`, [name]: 999, qty: 1 }))
  const facilities = { terminals: rowsOf('terminalType'), industrialNet: rowsOf('type') }
  const faults = (await findMissing(ctx, [], { facilities })).filter(({ at }) => /terminals|industrialNet/.test(at))
  expect(faults).toHaveLength(1001)
  expect([faults[0]?.at, faults[999]?.at]).toEqual([
    'facilities.terminals.r0.terminalType',
    'facilities.industrialNet.r199.type',
  ])
  expect(faults[1000]).toMatchObject({
    at: 'facilities.industrialNet.r200.type',
    text: ['还有其他问题，更正已列出的问题后显示', expect.any(String)],
  })
})
