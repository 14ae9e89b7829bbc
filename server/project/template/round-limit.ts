import { type StageCode, stagesWith } from '#contract/project/stages.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'

type OfRound = Pick<DeclarationRow, 'id' | 'companyId' | 'templateId'>

/** Declarations at these stages count in a round: all but those that have ended. */
export const liveStages: readonly StageCode[] = stagesWith(({ phase }) => phase !== 'ended')

const submittedStages = stagesWith(({ phase }) => !['draft', 'ended'].includes(phase))

/** Locks the row of the company, as starting a declaration does, so that its declarations of a round are counted one after the other. */
export const lockCompany = async ({ db }: Ctx, { companyId }: OfRound): Promise<void> => {
  await db
    .selectFrom('company')
    .select('id')
    .where('id', '=', companyId ?? '0')
    .forUpdate()
    .execute()
}

/** The other declarations of its company that were submitted in its round and have not ended, the latest first. */
export const otherSubmissions = ({ db }: Ctx, { id, companyId, templateId }: OfRound) =>
  db
    .selectFrom('declaration')
    .select(['projectName', 'declareNo'])
    .where('companyId', '=', companyId)
    .where('templateId', '=', templateId)
    .where('declareStatus', 'in', submittedStages)
    .where('isDeleted', '=', 0)
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
