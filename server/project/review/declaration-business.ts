import { sql } from 'kysely'
import { moveDone } from '#contract/flow/decisions.ts'
import { declaration } from '#contract/project/declaration.ts'
import { transitionOf } from '#contract/project/transitions.ts'
import { run } from '../../base/database/db.ts'
import { comparesOnly, rowFilter } from '../../engine/scope.ts'
import type { FlowBusiness } from '../../flow/business.ts'
import { rereadDeclaration } from '../record/declaration-row.ts'
import { cancelEndedRemoval, withdrawEndedReview } from './end-review.ts'
import { isReviewVisible, moveFor, waitingVariables } from './review-process.ts'
import { isDeciderOf } from './timeline.ts'
import type { TransitionInput } from './transition-guards.ts'
import { applyTransition } from './transitions.ts'
import { taskObstacle } from './waiting.ts'

/**
 * A declaration as the subject of its review, and of its removal from the library. The transition and the task are one step,
 * whichever of the two is called.
 */
export const declarationBusiness: FlowBusiness = {
  lock: async (ctx, id) => {
    await run(ctx.db, sql`select 1 from declaration where id = ${id} for update`)
  },
  variables: async (ctx, id) => waitingVariables(ctx, await rereadDeclaration(ctx, id)),
  isVisible: isReviewVisible,
  isCopyVisible: (ctx) =>
    comparesOnly(ctx.actor, declaration, ['city', 'declareStatus']) ? rowFilter(ctx, declaration) : null,
  obstacle: taskObstacle,
  // scoring is blind, and declarants do not learn who reviews
  showsHandlers: async (ctx, id) => isDeciderOf(ctx, await rereadDeclaration(ctx, id)),
  linkTo: null,
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
