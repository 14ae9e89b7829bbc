import { commitmentPath } from '#contract/project/contact.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { editablePathOf, editablePathsOf } from '#contract/project/editable-path.ts'
import { levelPlaces } from '#contract/project/factory.ts'
import { parts } from '#contract/project/parts.ts'
import { differences, holdsOneOf, within } from '#contract/project/paths.ts'
import type { Difference, Remark } from '#contract/project/status.ts'
import { sql } from '../../base/database/sql.ts'
import type { Actor, Ctx } from '../../engine/context.ts'
import { announceWake } from '../../job/run/claim.ts'
import { lastReturn } from '../record/declaration-row.ts'

/** The processor of the job that looks for duplicates of what was submitted. */
export const duplicatesProcessor = 'duplicates'

/** The parts of a request context that `freeze` needs. */
interface Writer extends Pick<Ctx, 'db'> {
  readonly actor: Pick<Actor, 'id'>
}

/**
 * Stores an immutable snapshot of a submission: all parts with the declarant's commitment, and the SHA-256 (hex) of the stored text, so
 * that anyone can verify it. `loop` counts submissions from 0; one after a withdrawal counts like one after a return. It is compared with others
 * in the background.
 */
export const freeze = async (ctx: Writer, pid: string, documents: Record<string, DraftPart>): Promise<void> => {
  const committed = { ...documents, contact: { ...documents.contact, confirmTruth: 1 } } as Record<string, DraftPart>
  const snapshot = JSON.stringify(Object.fromEntries(parts.map(({ code }) => [code, committed[code] ?? {}])))
  await sql`
    with frozen as (
      insert into declaration_version (pid, loop, snapshot, hash, frozen_by)
      select ${pid}, (select coalesce(max(loop) + 1, 0) from declaration_version where pid = ${pid}), body,
        encode(sha256(convert_to(body::text, 'UTF8')), 'hex'), ${ctx.actor.id}
      from (select ${snapshot}::jsonb as body) stored
      returning pid, loop)
    insert into duplicate_check (declaration_id, loop) select pid, loop from frozen`.execute(ctx.db)
  await announceWake(ctx.db, duplicatesProcessor)
}

/** The commitment is made again with each submission, which is no change of the declaration. */
const changesBetween = (before: unknown, after: unknown) =>
  differences(before, after).filter(({ at }) => at !== commitmentPath)

/** Those of these places whose values are the same in the last submission and in the stored parts. */
export const unchangedPlaces = async (
  ctx: Ctx,
  pid: string,
  places: readonly string[],
  documents: Readonly<Record<string, DraftPart>>,
): Promise<string[]> => {
  if (places.length === 0) return []
  const [latest] = await frozenVersions(ctx, pid, 1)
  const changes = changesBetween(latest?.snapshot, documents)
  const hasChange = holdsOneOf(changes.map(({ at }) => at))
  return places.filter((place) => !hasChange(editablePathOf(place)))
}

export const frozenVersions = (ctx: Ctx, pid: string, count = 2) =>
  ctx.db
    .selectFrom('declarationVersion')
    .selectAll()
    .where('pid', '=', pid)
    .orderBy('loop', 'desc')
    .limit(count)
    .execute()

/** Differences between the last two submissions, each flagged if a remark of the last return points at it. */
export const compareVersions = async (ctx: Ctx, pid: string): Promise<Difference[]> => {
  const [latest, previous] = await frozenVersions(ctx, pid)
  if (!latest || !previous) return []
  const last = await lastReturn(ctx, pid)
  const isFlagged = within(((last?.remarks ?? []) as Remark[]).flatMap(({ at }) => editablePathsOf(at)))
  return (
    changesBetween(previous.snapshot, latest.snapshot)
      .filter(({ at }) => at !== levelPlaces.factory)
      // named, as a spread of 40,000 objects takes as long as all the rest
      .map(({ at, before, after }) => ({ at, before, after, flagged: isFlagged(at) }))
  )
}
