import { notFound } from '#contract/kit/fail.ts'
import type { Row } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type StageCode, stageTitle } from '#contract/project/stages.ts'
import type { Ctx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'

/** The columns of a declaration that transitions and documents use. */
export type DeclarationRow = Pick<
  Row<typeof declaration.fields>,
  | 'templateId'
  | 'batchId'
  | 'batchSince'
  | 'year'
  | 'companyId'
  | 'organizationCode'
  | 'commpanyName'
  | 'projectName'
  | 'declareNo'
  | 'stageSince'
  | 'furthestStage'
  | 'stageUntil'
  | 'scoreUntil'
  | 'noticeUntil'
  | 'correctionUntil'
  | 'supervisedSince'
  | 'completeness'
  | 'operator'
  | 'city'
  | 'province'
> & {
  id: string
  declareStatus: StageCode
  loop: number
  returnedFrom: number | null
  stageName: string | null
  stageNameEn: string | null
  stageOffice: string | null
  taskUser: string | null
  invitedCode: string | null
  updateUser: string | null
  version: number
  experts: string[]
  operators: number[]
}

/** The title of its stage. */
export const titleOf = ({ declareStatus, stageName, stageNameEn }: DeclarationRow): Text =>
  stageTitle(declareStatus, stageName, stageNameEn)

const declarationQuery = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('declaration').selectAll().where('id', '=', id).where(rowFilter(ctx, declaration))

type DeclarationRecord = NonNullable<Awaited<ReturnType<ReturnType<typeof declarationQuery>['executeTakeFirst']>>>

/** The columns of a stored declaration. Throws 404 if there is none. */
export const rowOf = (record: DeclarationRecord | undefined): DeclarationRow => {
  if (!record) throw notFound()
  return {
    ...record,
    declareStatus: record.declareStatus ?? 0,
    loop: record.loop ?? 0,
    version: record.version ?? 0,
    experts: record.experts ?? [],
    operators: record.operators ?? [],
  }
}

/** Reads a declaration within the caller's scope; throws "not found" otherwise. */
export const readDeclaration = async (ctx: Ctx, id: string): Promise<DeclarationRow> =>
  rowOf(await declarationQuery(ctx, id).executeTakeFirst())

/** Reads the row after a transition, without the scope: the transition may have moved it out of the caller's scope. */
export const rereadDeclaration = async (ctx: Ctx, id: string): Promise<DeclarationRow> =>
  rowOf(await ctx.db.selectFrom('declaration').selectAll().where('id', '=', id).executeTakeFirst())

/** Like `readDeclaration`, and locks the row until the end of the transaction. Every change of a declaration starts here. */
export const lockDeclaration = async (ctx: Ctx, id: string): Promise<DeclarationRow> =>
  rowOf(await declarationQuery(ctx, id).forUpdate().executeTakeFirst())

/** The last transition that returned a declaration to its declarant: who made it, and its remarks. To lift an expiry is none. */
export const lastReturn = (ctx: Ctx, pid: string) =>
  ctx.db
    .selectFrom('declarationMove')
    .select(['userId', 'fromStage', 'remarks', 'office'])
    .where('pid', '=', pid)
    .where('toStage', '=', 70)
    .where('fromStage', '<>', 99)
    .orderBy('id', 'desc')
    .executeTakeFirst()
