import { declaration } from '#contract/project/declaration.ts'
import type { Document, Documents } from '#contract/project/part.ts'
import { parts, partsWithCalls } from '#contract/project/parts.ts'
import type { Detail } from '#contract/project/status.ts'
import { attach } from '#contract/storage/attach.ts'
import type { Ctx } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { filesIn } from '../../engine/file-references.ts'
import { hiddenFields } from '../../engine/scope.ts'
import { withoutHidden } from '../../system/access/hidden-fields.ts'
import { readDeclaration } from '../record/declaration-row.ts'
import { documentOf } from './parts.ts'
import { onlyReadable, readablePlaces, withReadableColumns } from './readable-places.ts'
import { readParts, type StoredPart } from './stored-parts.ts'

type Row = Awaited<ReturnType<typeof readDeclaration>>

/** The information of a declaration: its columns with their names, and what is stored of the part. */
const informationOf = async (ctx: Ctx, row: Row, part: StoredPart | undefined): Promise<Detail> => {
  const columns = await findRow(ctx, declaration, row.id)
  return {
    ...withReadableColumns(ctx, columns),
    ...onlyReadable(part?.body ?? {}, 'information', readablePlaces(ctx, row)),
    id: row.id,
    declareStatus: columns.declareStatus ?? 0,
    version: part?.version ?? 0,
  }
}

/** The information of a declaration as the caller reads it; 404 if they do not see the declaration. */
export const readInformation = async (ctx: Ctx, id: string): Promise<Detail> => {
  const row = await readDeclaration(ctx, id)
  return informationOf(ctx, row, (await readParts(ctx, row.id)).information)
}

/** Whoever reads the place of a file of the declaration reads its name, unless a data scope hides it. */
const readFileNames = async (
  ctx: Ctx,
  pid: string,
  documents: Record<string, Document>,
): Promise<Documents['files']> => {
  const ids = parts.flatMap(({ code, fields }) => filesIn(fields, documents[code] ?? {}).map((file) => file.id))
  if (ids.length === 0) return []
  const files = await ctx.db
    .selectFrom('attach')
    .innerJoin('declarationFile', 'declarationFile.attachId', 'attach.id')
    .select(['attach.id', 'attach.originalName', 'attach.attachSize'])
    .where('declarationFile.pid', '=', pid)
    .where('attach.isDeleted', '=', 0)
    .execute()
  return withoutHidden(
    files.filter((file) => ids.includes(file.id)),
    hiddenFields(ctx.actor, attach),
  )
}

/** All parts of a declaration and the names of their files, as the caller reads them; 404 if they do not see the declaration. */
export const readDocuments = async (ctx: Ctx, id: string): Promise<Documents> => {
  const row = await readDeclaration(ctx, id)
  const storedParts = await readParts(ctx, row.id)
  const places = readablePlaces(ctx, row)
  const information = await informationOf(ctx, row, storedParts.information)
  const documents: Record<string, Document> = { information: { ...information, pid: row.id } }
  for (const { code } of partsWithCalls) documents[code] = documentOf(row.id, code, storedParts[code], places)
  return { parts: documents, files: await readFileNames(ctx, row.id, documents) }
}
