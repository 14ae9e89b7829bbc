import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { type TransitionName, transitionOf } from '#contract/project/transitions.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
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
  const { perm, joint } = transitionOf(name)
  if (perm === 'review') return actingReviewOffice(ctx, row)
  const approving = joint === 'offices' ? await approvingOffice(ctx, row) : undefined
  return approving ?? officeOf(ctx, perm)
}

/** Why the caller cannot approve for an office of the province, or null. Each office approves once, and nobody approves for both. */
export const approvalFailure = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> => {
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

const lastRemovalStep = async (ctx: Ctx, row: DeclarationRow) =>
  (await stepsAtStage(ctx, row)).findLast(({ move }) => move === 'unlist' || move === 'cancelUnlist')

/** The user whose removal request awaits a second person, or null. */
const removalRequesterOf = async (ctx: Ctx, row: DeclarationRow): Promise<string | null> => {
  const last = await lastRemovalStep(ctx, row)
  return last?.move === 'unlist' ? last.userId : null
}

/** What somebody else has meanwhile done about the removal that the caller requests, confirms or withdraws; else null. */
export const removalConflict = async (ctx: Ctx, row: DeclarationRow, name: TransitionName): Promise<Text | null> => {
  if (name !== 'unlist' && name !== 'cancelUnlist') return null
  if (row.declareStatus === 95)
    return [
      '移出申请已经确认，该项目已移出项目库，无需再办理，请刷新查看',
      'The removal has been confirmed: the project is no longer listed, and nothing is left to do; please reload',
    ]
  const last = row.declareStatus === 60 ? await lastRemovalStep(ctx, row) : undefined
  if (!last) return null
  if (last.move === 'cancelUnlist')
    return [
      '移出申请已被撤销，项目仍在库中。如仍需移出，请刷新后重新提出申请',
      'The removal request was withdrawn and the project stays listed. If it is still to be removed, reload and request it again',
    ]
  return last.userId === ctx.actor.id
    ? [
        '您的移出申请已提交，待另一人确认，无需重复提交',
        'You have requested the removal already; somebody else has to confirm it',
      ]
    : [
        '他人已提出移出申请，请刷新后查看理由，再确认或撤销该申请',
        'Somebody else has requested the removal: reload, read the reason, and confirm or withdraw the request',
      ]
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
