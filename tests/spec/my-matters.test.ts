import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { material } from '#contract/project/material.ts'
import { myMatters } from '#contract/project/my-matters.ts'
import { wireTime } from '#server/base/process/clock.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review, remarks } from '../support/review.ts'
import { createEnterprise, setStage, uploadPdf } from '../support/scenario.ts'

let platform: Platform
let review: Review

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
})

const mattersOf = (who: 'company' | 'operator' = 'company') => review[who].get(myMatters.read)
const idsOf = async (who?: 'company' | 'operator') => (await mattersOf(who)).declarations.map(({ id }) => id)

/** A submitted declaration that the city has returned. */
const returnDeclaration = async (): Promise<string> => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  await review.performAction('city', 'claim')
  await review.performAction('city', 'cityReturn', remarks('information.projectOverview', 'contact.contactName'))
  return id
}

describe.sequential('my matters', () => {
  test('list returned declarations first, then drafts, then what others process, then finished ones', async () => {
    const draft = await review.beginDeclaration()
    const listed = await review.beginDeclaration()
    await setStage(platform, listed, 60)
    const inReview = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    const returned = await returnDeclaration()
    const { declarations, total } = await mattersOf()
    expect(declarations).toMatchObject([
      { id: returned, stage: 70, isWaiting: true, returned: { comment: '见批注', remarks: 2 } },
      { id: draft, stage: 0, isWaiting: true, returned: null, completeness: 88 },
      { id: inReview, stage: 10, isWaiting: false, returned: null },
      { id: listed, stage: 60, isWaiting: false },
    ])
    expect(total).toBe(4)
  })

  test('do not ask for a draft whose declaration window is closed, but for a returned declaration', async () => {
    const {
      id: _,
      createTime: __,
      materials,
      rubric,
      ...columns
    } = await platform.db.selectFrom('template').selectAll().where('id', '=', review.windowId).executeTakeFirstOrThrow()
    const past = wireTime(new Date(Date.now() - 86_400_000))
    const { id: templateId } = await platform.db
      .insertInto('template')
      .values({ ...columns, closeAt: past, materials: JSON.stringify(materials), rubric: JSON.stringify(rubric) })
      .returning('id')
      .executeTakeFirstOrThrow()
    const draft = await review.beginDeclaration()
    const returned = await returnDeclaration()
    await platform.db.updateTable('declaration').set({ templateId }).where('id', 'in', [draft, returned]).execute()
    const { declarations } = await mattersOf()
    const waits = new Map(declarations.map(({ id, isWaiting }) => [id, isWaiting]))
    expect([waits.get(draft), waits.get(returned)]).toEqual([false, true])
  })

  test('report the steps of others, newest first, without scores and internal comments', async () => {
    const id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    await review.performAction('city', 'cityApprove', { internal: '内部意见', comment: '同意' })
    await setStage(platform, id, 40)
    await review.assignAndScore()
    await review.performAction('office', 'decideApprove')
    const { messages } = await mattersOf()
    const ownMessages = messages.filter(({ declarationId }) => declarationId === id)
    expect(ownMessages.map(({ move }) => move)).toEqual(['decideApprove', 'cityApprove', 'claim'])
    expect(ownMessages[1]).toMatchObject({ office: '地市工信部门', comment: '同意', from: 20, to: 30, remarks: 0 })
    expect(JSON.stringify(messages)).not.toContain('内部意见')
    expect(messages.map(({ id: step }) => BigInt(step))).toEqual(
      messages.map(({ id: step }) => BigInt(step)).toSorted((one, other) => (one < other ? 1 : -1)),
    )
  })

  test('offer the files that the declarations name now', async () => {
    const id = await review.beginDeclaration()
    const [before, current] = [
      await uploadPdf(review.company, '旧申报书.pdf'),
      await uploadPdf(review.company, '申报书.pdf'),
    ]
    for (const attachId of [before, current]) {
      const { version } = await review.company.get(material.calls.detail, { pid: id })
      await review.company.get(material.calls.save, { pid: id, version, files: [{ type: 1, attachId }] } as never)
    }
    const { files } = await mattersOf()
    expect(files).toEqual([
      {
        id: current,
        declarationId: id,
        projectName: review.projectName(),
        name: '申报书.pdf',
        size: expect.any(Number),
      },
    ])
  })

  test('are those of the organisation and of the invited operator only', async () => {
    const stranger = await createEnterprise(platform)
    const tasks = { records: [], total: 0, claimable: 0, consulted: 0 }
    const nothing = { declarations: [], total: 0, tasks, messages: [], notices: [], files: [] }
    expect(await stranger.get(myMatters.read)).toEqual(nothing)
    // reviewers and administrators see declarations, but none of them is theirs
    expect(await review.person('city').get(myMatters.read)).toEqual(nothing)
    expect(await (await platform.admin()).get(myMatters.read)).toEqual(nothing)
    const id = await review.beginDeclaration()
    expect(await idsOf('operator')).not.toContain(id)
    await review.performAction('company', 'invite')
    const { declarations: seen, files } = await mattersOf('operator')
    const [first] = seen
    // it could not open them
    expect(files).toEqual([])
    expect(first).toMatchObject({ id, stage: 5, isOwn: false, isWaiting: true, commpanyName: review.company.unitName })
    expect((await mattersOf()).declarations.find((one) => one.id === id)).toMatchObject({
      isOwn: true,
      isWaiting: false,
    })
    const [newest] = (await mattersOf('operator')).messages
    expect(newest).toMatchObject({ declarationId: id, move: 'invite' })
  })

  test('are at most ten, with the total of all', async () => {
    const { length } = await idsOf()
    for (let n = length; n < 11; n++) await review.beginDeclaration()
    const { declarations, total, messages } = await mattersOf()
    expect([declarations.length, messages.length <= 10]).toEqual([10, true])
    expect(total).toBe((await review.company.get(declaration.calls.page)).total)
    expect(total).toBeGreaterThan(10)
  })
})
