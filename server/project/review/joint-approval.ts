import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { type TransitionName, transitionOf } from '#contract/project/transitions.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { approvedOffices, approvingOffice, awaitsOffice, provinceOffices } from './conditions.ts'
import { actingReviewOffice } from './further-review.ts'
import { officeOf, stepsAtStage } from './timeline.ts'

interface Approvals {
  readonly agreed: readonly string[]
  /** The office the caller approves for. */
  readonly approving: string | null
  /** Whether the caller can approve; true for somebody of no office, who can still return it. */
  readonly isOpen: boolean
}

const readApprovals = async (ctx: Ctx, { id }: DeclarationRow): Promise<Approvals> => {
  const [found] = await run<Approvals>(
    ctx.db,
    sql`select ${approvedOffices()} as agreed, ${approvingOffice(ctx)} as approving, ${awaitsOffice(ctx)} as "isOpen"
      from declaration where declaration.id = ${id}`,
  )
  return found ?? { agreed: [], approving: null, isOpen: false }
}

/** The office the caller acts for in a transition; a province approval counts for one office only. */
export const actingOffice = async (ctx: Ctx, row: DeclarationRow, name: TransitionName): Promise<string> => {
  const { perm, joint } = transitionOf(name)
  if (perm === 'review') return actingReviewOffice(ctx, row)
  const approving = joint === 'offices' ? (await readApprovals(ctx, row)).approving : null
  return approving ?? officeOf(ctx, perm)
}

/** Why the caller cannot approve for an office of the province, or null. Each office approves once, and nobody approves for both. */
export const approvalFailure = async (ctx: Ctx, row: DeclarationRow): Promise<Fail | null> => {
  if (!provinceOffices.some((office) => ctx.actor.rights.aliases.includes(office)))
    return new Fail(['请由省工信部门和省通信管理局分别审核', 'Both provincial offices must review it'])
  const { approving, isOpen } = await readApprovals(ctx, row)
  if (!approving)
    return new Fail(['本部门已审核通过，等待另一部门', 'Your office has approved; waiting for the other office'], 409)
  if (!isOpen)
    return new Fail(
      [
        '您已代表一个部门审核通过，另一部门须由其他人员审核',
        'You have approved for one office; someone else must approve for the other',
      ],
      409,
    )
  return null
}

export const haveOfficesAgreed = async (ctx: Ctx, row: DeclarationRow): Promise<boolean> => {
  const { agreed, approving } = await readApprovals(ctx, row)
  return provinceOffices.every((office) => agreed.includes(office) || office === approving)
}

const lastRemovalStep = async (ctx: Ctx, row: DeclarationRow) =>
  (await stepsAtStage(ctx, row)).findLast(({ move }) => move === 'unlist' || move === 'cancelUnlist')

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
