import { Fail } from '#contract/kit/fail.ts'
import { type TransitionName, transitionOf } from '#contract/project/stages.ts'
import type { Ctx } from '../engine/context.ts'
import type { DeclarationRow } from './declaration-row.ts'
import { actingReviewOffice } from './further-review.ts'
import { officeOf, stepsAtStage } from './timeline.ts'

/** Both offices of a province have to approve before a declaration advances. */
export const provinceOffices: readonly string[] = ['province_miit', 'province_ca']

const approvalsAtStage = async (ctx: Ctx, row: DeclarationRow) =>
  (await stepsAtStage(ctx, row)).filter(({ move }) => move === 'provinceApprove')

/** The office the caller approves for: the first of their offices that has not approved yet. */
const approvingOffice = async (ctx: Ctx, row: DeclarationRow): Promise<string | undefined> => {
  const approvedOffices = (await approvalsAtStage(ctx, row)).map(({ office }) => office)
  return provinceOffices.find(
    (office) => ctx.actor.rights.aliases.includes(office) && !approvedOffices.includes(office),
  )
}

/** The office the caller acts for in a transition; a province approval counts for one office only. */
export const actingOffice = async (ctx: Ctx, row: DeclarationRow, name: TransitionName): Promise<string> => {
  if (transitionOf(name).perm === 'review') return actingReviewOffice(ctx, row)
  const approving = name === 'provinceApprove' ? await approvingOffice(ctx, row) : undefined
  return approving ?? officeOf(ctx, transitionOf(name).perm)
}

/** Why the caller cannot approve, or null. Each office approves once, and nobody approves for both. */
const approvalFailure = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> => {
  if (!provinceOffices.some((office) => ctx.actor.rights.aliases.includes(office)))
    return new Fail(['请由省工信部门和省通信管理局分别审核', 'Both provincial offices must review it'])
  if (!(await approvingOffice(ctx, row)))
    return new Fail(['本部门已审核通过，等待另一部门', 'Your office has approved; waiting for the other office'], 409)
  if ((await approvalsAtStage(ctx, row)).some(({ userId }) => userId === ctx.actor.id))
    return new Fail(
      [
        '您已代表一个部门审核通过，另一部门须由其他人员审核',
        'You have approved for one office; someone else must approve for the other',
      ],
      409,
    )
  return null
}

export const officeCanApprove = async (ctx: Ctx, row: DeclarationRow): Promise<void> => {
  const failure = await approvalFailure(ctx, row)
  if (failure) throw failure
}

/** Whether no earlier approval at this stage prevents the caller's (a missing office is not checked here). */
export const canApprove = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> =>
  (await approvalFailure(ctx, row))?.code !== 409

export const haveOfficesAgreed = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> => {
  const agreedOffices = [
    ...(await approvalsAtStage(ctx, row)).map(({ office }) => office),
    await approvingOffice(ctx, row),
  ]
  return provinceOffices.every((office) => agreedOffices.includes(office))
}

/** The user whose removal request awaits a second person, or null. */
const removalRequesterOf = async (ctx: Ctx, row: DeclarationRow): Promise<string | null> => {
  const last = (await stepsAtStage(ctx, row)).findLast(({ move }) => move === 'unlist' || move === 'cancelUnlist')
  return last?.move === 'unlist' ? last.userId : null
}

export const canRequestRemoval = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> =>
  (await removalRequesterOf(ctx, row)) !== ctx.actor.id

export const isRemovalPending = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> =>
  (await removalRequesterOf(ctx, row)) !== null

export const notRemovalRequester = async (ctx: Ctx, row: DeclarationRow): Promise<void> => {
  if (!(await canRequestRemoval(ctx, row)))
    throw new Fail(['您已提出移出申请，须由另一人确认', 'You requested the removal; someone else must confirm it'], 409)
}

export const removalRequested = async (ctx: Ctx, row: DeclarationRow): Promise<void> => {
  if (!(await isRemovalPending(ctx, row)))
    throw new Fail(['没有待确认的移出申请', 'There is no pending removal request'], 409)
}

/** Whether a removal request of another user is pending. */
export const isSecondPerson = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> => {
  const requesterId = await removalRequesterOf(ctx, row)
  return requesterId !== null && requesterId !== ctx.actor.id
}
