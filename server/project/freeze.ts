import { createHash } from 'node:crypto'
import type { Typed } from '#contract/project/complete.ts'
import { parts } from '#contract/project/parts.ts'
import { differences, isWithin } from '#contract/project/paths.ts'
import type { Difference, Remark } from '#contract/project/status.ts'
import type { Ctx } from '../engine/context.ts'

/** Keeps what was submitted for good: every part, in the order of the task list, with the SHA-256 of that text. */
export const freeze = async (
  ctx: Ctx,
  pid: string,
  loop: number,
  documents: Record<string, Typed>,
): Promise<string> => {
  const snapshot = JSON.stringify(Object.fromEntries(parts.map(({ code }) => [code, documents[code] ?? {}])))
  const hash = createHash('sha256').update(snapshot).digest('hex')
  await ctx.db.insertInto('declarationVersion').values({ pid, loop, snapshot, hash, frozenBy: ctx.actor.id }).execute()
  return hash
}

export const frozenVersions = (ctx: Ctx, pid: string) =>
  ctx.db.selectFrom('declarationVersion').selectAll().where('pid', '=', pid).orderBy('loop', 'desc').limit(2).execute()

/** What the last submission changed against the one before, and whether a reviewer had asked for it. */
export const compareVersions = async (ctx: Ctx, pid: string): Promise<Difference[]> => {
  const [now, before] = await frozenVersions(ctx, pid)
  if (!now || !before) return []
  const asked = await ctx.db
    .selectFrom('declarationMove')
    .select('remarks')
    .where('pid', '=', pid)
    .where('toStage', '=', 70)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const places = ((asked?.remarks ?? []) as Remark[]).map(({ at }) => at)
  return differences(before.snapshot, now.snapshot).map((one) => ({ ...one, flagged: isWithin(one.at, places) }))
}
