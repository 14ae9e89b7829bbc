import { moveDone } from '#contract/flow/decisions.ts'
import { declaration } from '#contract/project/declaration.ts'
import { isOfDeclarant, transitionNames, transitionOf } from '#contract/project/transitions.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { comparesOnly, rowFilter } from '../../engine/scope.ts'
import type { FlowBusiness } from '../../flow/business.ts'
import { lockBatchesFor } from '../batch/membership.ts'
import { rereadDeclaration } from '../record/declaration-row.ts'
import { awaitsOffice, isNotRequester } from './conditions.ts'
import { cancelEndedRemoval, withdrawEndedReview } from './end-review.ts'
import { isReviewVisible, moveFor, waitingVariables } from './review-process.ts'
import { isDeciderOf } from './timeline.ts'
import type { TransitionInput } from './transition-guards.ts'
import { applyTransition } from './transitions.ts'
import { partyCondition, taskObstacle } from './waiting.ts'

/**
 * SQL: whether the caller may get a task of the declaration with this id from a colleague: they are no party to it, have not approved for
 * the other office, and have not requested the removal that it confirms.
 */
const mayTakeTask = (ctx: Ctx, id: Fragment, moves: Fragment): Fragment =>
  sql`exists (select 1 from declaration where declaration.id = ${id} and not ${partyCondition(ctx)}
    and case when ${moves} @> '{provinceApprove}' then ${awaitsOffice(ctx)}
      when ${moves} @> '{unlist}' then ${isNotRequester(ctx)} else true end)`

const declarantMoves = transitionNames.filter((name) => isOfDeclarant(transitionOf(name)))

/** SQL: whether the caller is a party to the declaration with this id, has written some of it or sent it, or was chosen as its expert. */
const isInvolved = (ctx: Ctx, id: Fragment): Fragment => {
  const me = sql`${ctx.actor.id}::bigint`
  return sql`exists (select 1 from declaration where declaration.id = ${id} and (${partyCondition(ctx)}
    or declaration.create_user = ${me} or declaration.experts @> array[${me}]
    or exists (select 1 from declaration_part p where p.pid = declaration.id and p.saved_by = ${me})
    or exists (select 1 from declaration_move m where m.pid = declaration.id and m.user_id = ${me} and m.move = any(${[...declarantMoves, 'score']}))))`
}

/**
 * A declaration as the subject of its review, and of its removal from the library. The transition and the task are one step,
 * whichever of the two is called.
 */
export const declarationBusiness: FlowBusiness = {
  lock: async (ctx, id) => {
    // before the declaration, as everywhere
    await lockBatchesFor(ctx, id)
    await run(ctx.db, sql`select 1 from declaration where id = ${id} for update`)
  },
  variables: async (ctx, id) => waitingVariables(ctx, await rereadDeclaration(ctx, id)),
  isVisible: isReviewVisible,
  isCopyVisible: (ctx) =>
    comparesOnly(ctx.actor, declaration, ['city', 'declareStatus']) ? rowFilter(ctx, declaration) : null,
  mayTake: mayTakeTask,
  isInvolved,
  obstacle: taskObstacle,
  // scoring is blind, and declarants do not learn who reviews
  showsHandlers: async (ctx, id) => isDeciderOf(ctx, await rereadDeclaration(ctx, id)),
  linkTo: null,
  mayRead: (ctx) => hasPermission(ctx, 'declaration_view'),
  pageOf: ({ businessId, taskId }) => `/project/declaration/${businessId}${taskId ? `?taskId=${taskId}` : ''}`,
  complete: async (ctx, id, { taskId, moves, pass, comment, variables }) => {
    const { declareStatus } = await rereadDeclaration(ctx, id)
    const action = moveFor(moves, declareStatus, pass, variables.action)
    await applyTransition(ctx, { ...variables, id, taskId, action, comment } as TransitionInput)
    return moveDone(transitionOf(action).label)
  },
  // in the city's stage the row names the officer, to whom a returned declaration comes back
  onAssign: async (ctx, id, userId) => {
    await run(ctx.db, sql`update declaration set task_user = ${userId} where id = ${id} and declare_status = 20`)
  },
  onMove: async (ctx, id, definitionId) => {
    await run(
      ctx.db,
      sql`update declaration set process_definition_id = ${definitionId}, update_time = now() where id = ${id}`,
    )
  },
  onEnd: async (ctx, id, { by, reason = '' }) => {
    if (by !== 'administrator') return
    const row = await rereadDeclaration(ctx, id)
    await (row.declareStatus === 60 ? cancelEndedRemoval : withdrawEndedReview)(ctx, row, reason)
  },
}
