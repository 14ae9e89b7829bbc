import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { wireTime } from '../../base/process/clock.ts'
import type { Ctx } from '../../engine/context.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'

/** What a time limit began with: the step with which the declaration entered its stage, or itself if no step is recorded. */
export interface Beginning {
  readonly about: 'declaration_move' | 'declaration'
  readonly id: string
}

/** With what the present stage of a declaration began. */
export const beginningOf = async (ctx: Ctx, { id, declareStatus }: DeclarationRow): Promise<Beginning> => {
  const [step] = await run<{ id: string | null }>(
    ctx.db,
    sql`select max(id)::text as id from declaration_move
      where pid = ${id} and to_stage = ${declareStatus} and from_stage <> to_stage`,
  )
  return step?.id ? { about: 'declaration_move', id: step.id } : { about: 'declaration', id }
}

/**
 * Whether people are told this for the first time. The fact is written in the transaction of the message, so that whatever stops or
 * repeats a job, nothing is sent twice and nothing is left out.
 */
export const isFirstTime = async (ctx: Ctx, { about, id }: Beginning, kind: string, now: Date): Promise<boolean> => {
  const written = await run(
    ctx.db,
    sql`insert into deadline_notice (about, about_id, kind, create_time) values (${about}, ${id}, ${kind}, ${wireTime(now)})
      on conflict do nothing returning 1 as n`,
  )
  return written.length > 0
}

/** The date on which people were told this, `yyyy-MM-dd`; null if they were not. */
export const dateOfNotice = async (ctx: Ctx, { about, id }: Beginning, kind: string): Promise<string | null> => {
  const [row] = await run<{ at: string }>(
    ctx.db,
    sql`select create_time as at from deadline_notice where about = ${about} and about_id = ${id} and kind = ${kind}`,
  )
  return row?.at.slice(0, 10) ?? null
}
