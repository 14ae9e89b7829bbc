import { contact } from '#contract/project/contact.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { changeOf } from '#contract/project/innovation.ts'
import type { Document } from '#contract/project/part.ts'
import { partsWithCalls } from '#contract/project/parts.ts'
import type { ReadablePlaces } from '#contract/project/readable.ts'
import type { Ctx } from '../../engine/context.ts'
import { readDeclaration } from '../record/declaration-row.ts'
import { onlyReadable, readablePlaces } from './readable-places.ts'
import { readParts, type StoredPart, savePart } from './stored-parts.ts'

/** Adds the change of each result in percent, which the server computes. */
const withPercentChanges = (body: DraftPart): DraftPart =>
  Array.isArray(body.results)
    ? {
        ...body,
        results: (body.results as DraftPart[]).map((row) => ({ ...row, changePct: changeOf(row.before, row.after) })),
      }
    : body

/** A stored part of a declaration, or an empty one, as the caller reads it. */
export const documentOf = (
  pid: string,
  code: string,
  part: StoredPart | undefined,
  places: ReadablePlaces,
): Document => ({
  ...withPercentChanges(onlyReadable(part?.body ?? {}, code, places)),
  pid,
  version: part?.version ?? 0,
})

const detail = async (ctx: Ctx, pid: string, code: string): Promise<Document> => {
  const row = await readDeclaration(ctx, pid)
  return documentOf(row.id, code, (await readParts(ctx, row.id))[code], readablePlaces(ctx, row))
}

/** The handlers `save` and `detail` of every part that has its own calls. */
export const partHandlers = Object.fromEntries(
  partsWithCalls.map((part) => [
    part.code,
    {
      save: (ctx: Ctx, input: DraftPart) => savePart(ctx, String(input.pid), part, input),
      detail: (ctx: Ctx, input: DraftPart) => detail(ctx, String(input.pid), part.code),
    },
  ]),
)

const saveContact = (ctx: Ctx, input: DraftPart) => savePart(ctx, String(input.pid), contact, input)

/** `save` of the part `contact` under the names that other clients use. */
export const contactAliasCalls = { update: saveContact, submit: saveContact }
