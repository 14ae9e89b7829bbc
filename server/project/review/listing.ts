import type { DraftPart } from '#contract/project/draft-values.ts'
import { library } from '#contract/project/library.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import type { Ctx } from '../../engine/context.ts'
import { insertRow } from '../../engine/crud.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'

const rowsOf = (value: unknown) => (Array.isArray(value) ? (value as DraftPart[]) : [])
const sum = (values: readonly unknown[]) =>
  values.reduce<number>((total, value) => total + (typeof value === 'number' ? value : 0), 0)

/** Adds a listed declaration to the library as one flat row. */
export const addToLibrary = async (
  ctx: Ctx,
  row: DeclarationRow,
  documents: Record<string, DraftPart>,
): Promise<void> => {
  const { information = {}, facilities = {}, innovation = {} } = documents
  const network = (facilities.network ?? {}) as DraftPart
  const economy = ['nationalEconomy1', 'nationalEconomy2', 'nationalEconomy3', 'nationalEconomy4'] as const
  const scenes = new Set(
    rowsOf(innovation.scenes)
      .map(({ sceneCode }) => sceneCode)
      .filter((code) => typeof code === 'number'),
  )
  await insertRow(ctx, library, {
    ...Object.fromEntries(
      ['projectName', 'commpanyName', 'organizationCode', 'province', 'city', 'factoryLevel', ...economy].map(
        (name) => [name, information[name]],
      ),
    ),
    categorize: economy.map((name) => information[name]).findLast(Boolean),
    operator: network.operator,
    networkMode: network.networkMode,
    year: row.year,
    scenes: [...scenes].join(','),
    investment: information.totalInvestment,
    terminals: sum(rowsOf(facilities.terminals).map(({ qty }) => qty)),
    declareNo: row.declareNo,
    pid: row.id,
    listedAt: wireTime(),
    isBenchmark: 0,
    demo: 0,
  })
}

export const removeFromLibrary = async (ctx: Ctx, pid: string): Promise<void> => {
  const removedRows = await ctx.db
    .updateTable('library')
    .set({ isDeleted: 1, updateUser: ctx.actor.id, updateTime: sql`now()` })
    .where('pid', '=', pid)
    .where('isDeleted', '=', 0)
    .returning('id')
    .execute()
  for (const { id } of removedRows) await writeAudit(ctx, 'library', id, 'unlist', null, null)
}
