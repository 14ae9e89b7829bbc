import { declaration } from '#contract/project/declaration.ts'
import { parts } from '#contract/project/parts.ts'
import { sql } from '../../base/database/sql.ts'
import type { Ctx } from '../../engine/context.ts'
import { filesIn } from '../../engine/file-references.ts'
import { rowFilter } from '../../engine/scope.ts'
import { type DeclarationRow, rowOf } from '../record/declaration-row.ts'
import { onlyReadable, readablePlaces } from './readable-places.ts'
import { documentsOf, readParts } from './stored-parts.ts'

/** Blank forms of a template are open to everyone in the tenant. */
const isBlankForm = async (ctx: Ctx, attachId: string): Promise<boolean> =>
  (await ctx.db
    .selectFrom('template')
    .select('id')
    .where(sql<boolean>`materials @> ${JSON.stringify([{ templateAttachId: attachId }])}::jsonb`)
    .where('tenantId', '=', ctx.actor.tenantId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()) !== undefined

/** Whether a part of the declaration that the caller reads contains the file. */
const isInReadablePlace = async (ctx: Ctx, row: DeclarationRow, attachId: string): Promise<boolean> => {
  const places = readablePlaces(ctx, row)
  if (places === 'all') return true
  const documents = documentsOf(await readParts(ctx, row.id))
  return parts.some(({ code, fields }) =>
    filesIn(fields, onlyReadable(documents[code] ?? {}, code, places)).some(({ id }) => id === attachId),
  )
}

/** Whoever reads the place of a declaration with a file may read the file; blank forms are open to everyone in the tenant. */
export const mayReadDeclarationFile = async (ctx: Ctx, attachId: string): Promise<boolean> => {
  const rows = await ctx.db
    .selectFrom('declaration')
    .selectAll()
    .where('id', 'in', ctx.db.selectFrom('declarationFile').select('pid').where('attachId', '=', attachId))
    .where(rowFilter(ctx, declaration))
    .execute()
  for (const row of rows) if (await isInReadablePlace(ctx, rowOf(row), attachId)) return true
  return isBlankForm(ctx, attachId)
}
