import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import type { fileRelease } from '#contract/news/file-release.ts'
import { type ColumnType, isAllowedInColumn, type ReleaseKind } from '#contract/news/kinds.ts'
import type { pressRelease } from '#contract/news/press-release.ts'
import { releaseFoot, releaseStates } from '#contract/news/release.ts'
import { wireTime } from '../base/clock.ts'
import { type Ctx, requirePermission, tx } from '../engine/context.ts'
import { findRow, pageOf, removedOf, updateRow } from '../engine/crud.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { restoreRows } from '../engine/recycling.ts'

/** What is released: articles and files. */
export type Release = typeof pressRelease | typeof fileRelease

type State = (typeof releaseFoot.status.choices)[number][0]

interface Kept {
  status: State | null
  releaseTime: string | null
}
type Row = Kept & Record<string, unknown>

const { draft, published, scheduled, withdrawn } = releaseStates
const { status } = releaseFoot

/** Published with a time to come is scheduled; that is told from the clock and kept nowhere. */
const stateOf = ({ status: kept, releaseTime }: Kept): State =>
  kept === published && (releaseTime ?? '') > wireTime() ? scheduled : (kept ?? draft)

/** The rows with the state they are in now, and its words. */
const inState = async <R extends object>(ctx: Ctx, found: R[]): Promise<R[]> => {
  // rows of both sorts have these fields
  const rows = found as unknown as Row[]
  for (const row of rows) row.status = stateOf(row)
  await addDisplayNames(ctx, { status }, rows)
  return found
}

const stateNow = `(case when status = ${published} and release_time > now() then ${scheduled} else status end)`

const asksOfState = /^status(_\w+)?$/

/** A page of releases; asked for a state, it is the one they are in now. */
const listReleases = async <T extends Release>(ctx: Ctx, entity: T, input: ListInput) => {
  const asked = input.status ?? input.status_equal
  const others = Object.fromEntries(Object.entries(input).filter(([name]) => !asksOfState.test(name)))
  const more = asked ? [{ text: `${stateNow} = ?`, values: [Number(asked)] }] : []
  const page = await pageOf(ctx, entity, others, { conditions: more })
  await inState(ctx, page.records)
  return page
}

const listRemoved = async <T extends Release>(ctx: Ctx, entity: T, input: ListInput) => {
  const page = await removedOf(ctx, entity, input)
  await inState(ctx, page.records)
  return page
}

export const findRelease = async <T extends Release>(ctx: Ctx, entity: T, id: unknown) => {
  const row = await findRow(ctx, entity, id)
  await inState(ctx, [row])
  return row
}

/** A release stands in a column that carries its sort; it may stay in one that carried it once. */
export const columnFaults = async (
  ctx: Ctx,
  what: ReleaseKind,
  given: string | null | undefined,
  before: string | null,
): Promise<Fault[]> => {
  if (!given || given === before) return []
  const column = await ctx.db
    .selectFrom('column')
    .select(['name', 'type'])
    .where('id', '=', given)
    .where('tenantId', '=', ctx.actor.tenantId)
    .executeTakeFirst()
  // a column that is not there is refused with every other reference
  if (!column || isAllowedInColumn(column.type as ColumnType, what)) return []
  const said = {
    article: ['栏目“{0}”不发布文章，请另选栏目', 'The column “{0}” carries no articles; please choose another'],
    file: ['栏目“{0}”不发布文件，请另选栏目', 'The column “{0}” carries no files; please choose another'],
  } as const
  return [{ at: 'type', text: fill(said[what], column.name) }]
}

/** Who changes what visitors read now, or will by themselves, has to be allowed to publish. */
export const needForLive = (ctx: Ctx, { code }: Release, { status: kept }: Kept): void => {
  if (kept === published || kept === scheduled) requirePermission(ctx, `${code}_publish`)
}

const moved = (ctx: Ctx, ids: string, act: (inside: Ctx, id: string) => Promise<unknown>): Promise<null> =>
  tx(ctx, async (inside) => {
    for (const id of split(ids)) await act(inside, id)
    return null
  })

interface Publishing {
  readonly ids?: string | null
  readonly releaseTime?: string | null
}

/** Without a time it is now; a time of its own that has passed stays the date that is shown. */
const atOnce = (own: string | null): string => {
  const now = wireTime()
  return own && own <= now ? own : now
}

/** Shows releases from the time given on, else at once: also those that have a time to come. */
const publish = (ctx: Ctx, entity: Release, { ids, releaseTime }: Publishing): Promise<null> =>
  moved(ctx, ids ?? '', async (inside, id) => {
    const row: Kept = await findRelease(inside, entity, id)
    if (row.status === published) throw new Fail(['已经发布，无需再次发布', 'It is published already'])
    const at = releaseTime ?? atOnce(row.releaseTime)
    await updateRow(inside, entity, id, { status: published, releaseTime: at }, 'publish')
  })

/** Takes releases back: visitors find neither them nor their files any more. */
const withdraw = (ctx: Ctx, entity: Release, { ids }: Publishing): Promise<null> =>
  moved(ctx, ids ?? '', async (inside, id) => {
    const row: Kept = await findRelease(inside, entity, id)
    if (row.status !== published && row.status !== scheduled)
      throw new Fail(['尚未发布，无需撤回', 'It is not published, so there is nothing to withdraw'])
    await updateRow(inside, entity, id, { status: withdrawn }, 'withdraw')
  })

/** What was removed while it was published is published again, by who may publish. */
const restore = (ctx: Ctx, entity: Release, ids: string): Promise<null> =>
  tx(ctx, async (inside) => {
    await restoreRows(inside, entity, split(ids))
    for (const id of split(ids)) needForLive(inside, entity, await findRelease(inside, entity, id))
    return null
  })

/** What articles and files answer alike: lists and details by the state of now, their two moves, and what comes back. */
export const releaseHandlers = <T extends Release>(entity: T) => ({
  list: (ctx: Ctx, input: ListInput) => listReleases(ctx, entity, input),
  removed: (ctx: Ctx, input: ListInput) => listRemoved(ctx, entity, input),
  detail: (ctx: Ctx, { id }: { readonly id?: string | null }) => findRelease(ctx, entity, id),
  publish: (ctx: Ctx, input: Publishing) => publish(ctx, entity, input),
  withdraw: (ctx: Ctx, input: Publishing) => withdraw(ctx, entity, input),
  restore: (ctx: Ctx, { ids }: Publishing) => restore(ctx, entity, ids ?? ''),
})

/** What is published keeps a time: emptied, it is now. */
export const timed = (row: Kept, releaseTime: string | null | undefined) =>
  releaseTime === null && row.status !== draft && row.status !== withdrawn ? { releaseTime: wireTime() } : {}

export const refuse = (faults: readonly Fault[]): void => {
  if (faults.length) throw faulty([...faults])
}
