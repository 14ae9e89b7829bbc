import { Fail } from '#contract/kit/fail.ts'
import { fill } from '#contract/kit/text.ts'
import type { MoveName } from '#contract/project/stages.ts'
import { momentOf, wireTime } from '../base/clock.ts'
import type { Ctx } from '../engine/context.ts'
import type { DeclarationRow } from './declarations.ts'
import { readTemplate } from './templates.ts'
import { stepsHere } from './timeline.ts'

/** Both offices of a province have to agree before a declaration goes on. */
const provinceOffices = ['province_miit', 'province_ca']

const approvedBy = async (ctx: Ctx, row: DeclarationRow) =>
  (await stepsHere(ctx, row)).filter(({ move }) => move === 'provinceApprove').map(({ office }) => office ?? '')

export const officeMayApprove = async (ctx: Ctx, row: DeclarationRow): Promise<void> => {
  const mine = provinceOffices.filter((office) => ctx.actor.rights.aliases.includes(office))
  if (mine.length === 0)
    throw new Fail(['请由省工信部门和省通信管理局分别审核', 'Both offices of the province have to review it'])
  const done = await approvedBy(ctx, row)
  if (mine.every((office) => done.includes(office)))
    throw new Fail(['本部门已审核通过，等待另一部门', 'Your office has approved; the other one has not yet'], 409)
}

export const officesAgreed = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> => {
  const agreed = new Set([...(await approvedBy(ctx, row)), ...ctx.actor.rights.aliases])
  return provinceOffices.every((office) => agreed.has(office))
}

/** The same move asked for before by somebody else. */
export const secondPerson = async (ctx: Ctx, row: DeclarationRow, name: MoveName): Promise<boolean> =>
  (await stepsHere(ctx, row)).some(({ move, userId }) => move === name && userId !== ctx.actor.id)

/** Scores since the review began: who gave one, and how many count because no interest stands behind them. */
export const scoresGiven = async (ctx: Ctx, row: DeclarationRow): Promise<{ by: Set<string>; counted: number }> => {
  const scores = (await stepsHere(ctx, row)).filter(({ move }) => move === 'score')
  return {
    by: new Set(scores.map(({ userId }) => userId ?? '')),
    counted: scores.filter(({ conflict }) => !conflict).length,
  }
}

export const objectionIsOpen = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> => {
  const steps = await stepsHere(ctx, row)
  const count = (name: string) => steps.filter(({ move }) => move === name).length
  return count('object') > count('dismiss')
}

const day = 86_400_000

/** A project is listed once its notice has lasted as long as the template says and no objection is open. */
export const noticeIsOver = async (ctx: Ctx, row: DeclarationRow): Promise<void> => {
  const days = (await readTemplate(ctx, row.templateId))?.noticeDays ?? 0
  const until = momentOf(row.stageSince ?? wireTime()).getTime() + days * day
  if (Date.now() < until)
    throw new Fail(fill(['公示期至 {0}，期满后方可入库', 'The notice runs until {0}'], wireTime(new Date(until))))
  if (await objectionIsOpen(ctx, row)) throw new Fail(['有异议尚未处理，不能入库', 'An objection is still open'])
}
