import type { VariablesOf } from '#contract/flow/process-variables.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Ctx } from '../../engine/context.ts'
import { latestDefinition } from '../../flow/definitions.ts'
import { stageAfter } from '../../flow/moves.ts'
import { startInstance } from '../../flow/steps.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { type ReviewStep, table } from './review-process.ts'

const processKey = 'xmsb_unlist'

/** Starts the process in which somebody else confirms the removal that the caller requests. Until then the project stays listed. */
export const startRemoval = async (ctx: Ctx, row: DeclarationRow): Promise<ReviewStep> => {
  const definition = await latestDefinition(ctx, processKey)
  if (!definition)
    throw new Fail(
      [
        '移出项目库流程尚未部署或已挂起，请联系平台管理员',
        'The process of removals is not deployed or suspended; please tell an administrator',
      ],
      409,
    )
  const { step } = await startInstance(ctx, {
    definition,
    businessTable: table,
    businessId: row.id,
    subject: row.projectName ?? row.commpanyName ?? '',
    variables: { applicant: ctx.actor.id } satisfies VariablesOf<'xmsb_unlist'>,
  })
  // whatever is deployed: one person alone removes nothing
  if (stageAfter(definition.facts, step) !== row.declareStatus)
    throw new Fail(
      [
        '已部署的移出项目库流程未经另一人确认，不能使用，请联系平台管理员',
        'The deployed process of removals does not wait for a second person; please tell an administrator',
      ],
      409,
    )
  // the declaration keeps the columns that name its review
  return { stage: row.declareStatus, columns: {} }
}
