import { Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { type ColumnType, isAllowedInColumn, type ReleaseKind } from '#contract/news/column-types.ts'
import type { fileRelease } from '#contract/news/file-release.ts'
import type { pressRelease } from '#contract/news/press-release.ts'
import { releaseFoot, releaseStates } from '#contract/news/release.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { type Ctx, requirePermission, tx } from '../engine/context.ts'
import { findRow, pageOf, removedOf, updateRow } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { takeFilters } from '../engine/filter.ts'
import { addDisplayNames } from '../engine/labels.ts'

/** The entities that can be released: articles and files. */
export type Release = typeof pressRelease | typeof fileRelease

type State = (typeof releaseFoot.status.choices)[number][0]

interface ReleaseState {
  status: State | null
  releaseTime: string | null
}
type Row = ReleaseState & Record<string, unknown>

const { draft, published, scheduled, withdrawn } = releaseStates
const { status } = releaseFoot

/** The current state: published with a future release time means scheduled, which is not stored. */
const stateOf = ({ status: storedStatus, releaseTime }: ReleaseState): State =>
  storedStatus === published && (releaseTime ?? '') > wireTime() ? scheduled : (storedStatus ?? draft)

/** Sets the current state and its display name on the rows. */
const withCurrentStatus = async <R extends object>(ctx: Ctx, releases: R[]): Promise<R[]> => {
  // rows of both entities have these fields
  const rows = releases as unknown as Row[]
  for (const row of rows) row.status = stateOf(row)
  await addDisplayNames(ctx, { status }, rows)
  return releases
}

const currentStatus = sql`(case when status = ${sql.lit(published)} and release_time > now() then ${sql.lit(scheduled)} else status end)`

/** Those without a release time first, as somebody works on them; then as visitors see them. */
const newestFirst = sql`release_time desc nulls first, id desc`

/** A page of releases; a filter by status applies to the current state. */
const listReleases = async <T extends Release>(ctx: Ctx, entity: T, input: ListInput) => {
  const { conditions, rest } = takeFilters(input, 'status', status, currentStatus)
  const order = input.ascs || input.descs ? {} : { order: newestFirst }
  const page = await pageOf(ctx, entity, rest, { conditions, ...order })
  await withCurrentStatus(ctx, page.records)
  return page
}

const listRemoved = async <T extends Release>(ctx: Ctx, entity: T, input: ListInput) => {
  const page = await removedOf(ctx, entity, input)
  await withCurrentStatus(ctx, page.records)
  return page
}

export const findRelease = async <T extends Release>(ctx: Ctx, entity: T, id: unknown) => {
  const row = await findRow(ctx, entity, id)
  await withCurrentStatus(ctx, [row])
  return row
}

/** Faults if the kind of the column does not allow this kind of release; an unchanged column is not checked. */
export const columnFaults = async (
  ctx: Ctx,
  what: ReleaseKind,
  columnId: string | null | undefined,
  before: string | null,
): Promise<Fault[]> => {
  if (!columnId || columnId === before) return []
  const column = await ctx.db
    .selectFrom('column')
    .select(['name', 'type'])
    .where('id', '=', columnId)
    .where('tenantId', '=', ctx.actor.tenantId)
    .executeTakeFirst()
  // missing columns are rejected by the general reference check
  if (!column || isAllowedInColumn(column.type as ColumnType, what)) return []
  const messages = {
    article: ['栏目“{0}”不发布文章，请另选栏目', 'The column “{0}” does not accept articles; please choose another'],
    file: ['栏目“{0}”不发布文件，请另选栏目', 'The column “{0}” does not accept files; please choose another'],
  } as const
  return [{ at: 'type', text: fill(messages[what], column.name) }]
}

/** Changes of published or scheduled releases need the permission to publish. */
export const needPublishIfLive = (ctx: Ctx, { code }: Release, { status: storedStatus }: ReleaseState): void => {
  if (storedStatus === published || storedStatus === scheduled) requirePermission(ctx, `${code}_publish`)
}

const forEachRelease = (ctx: Ctx, ids: string, act: (inside: Ctx, id: string) => Promise<unknown>): Promise<null> =>
  tx(ctx, async (inside) => {
    for (const id of split(ids)) await act(inside, id)
    return null
  })

interface PublishInput {
  readonly ids?: string | null
  readonly releaseTime?: string | null
}

/** The release time if none is given: a past time of the release stays, else it is now. */
const publishTimeOf = (releaseTime: string | null): string => {
  const now = wireTime()
  return releaseTime && releaseTime <= now ? releaseTime : now
}

/** Publishes releases at the given time, else at once; scheduled releases may be published again. */
const publish = (ctx: Ctx, entity: Release, { ids, releaseTime }: PublishInput): Promise<null> =>
  forEachRelease(ctx, ids ?? '', async (inside, id) => {
    const row: ReleaseState = await findRelease(inside, entity, id)
    if (row.status === published) throw new Fail(['已经发布，无需再次发布', 'It is already published'])
    const at = releaseTime ?? publishTimeOf(row.releaseTime)
    await updateRow(inside, entity, id, { status: published, releaseTime: at }, 'publish')
  })

/** Withdraws releases: they and their files are no longer public. */
const withdraw = (ctx: Ctx, entity: Release, { ids }: PublishInput): Promise<null> =>
  forEachRelease(ctx, ids ?? '', async (inside, id) => {
    const row: ReleaseState = await findRelease(inside, entity, id)
    if (row.status !== published && row.status !== scheduled)
      throw new Fail(['尚未发布，无需撤回', 'It is not published, so there is nothing to withdraw'])
    await updateRow(inside, entity, id, { status: withdrawn }, 'withdraw')
  })

/** Restores removed releases with their state; published ones need the permission to publish. */
const restore = (ctx: Ctx, entity: Release, ids: string): Promise<null> =>
  tx(ctx, async (inside) => {
    await restoreRows(inside, entity, split(ids))
    for (const id of split(ids)) needPublishIfLive(inside, entity, await findRelease(inside, entity, id))
    return null
  })

/** Common handlers of articles and files: lists and details with the current state, publish, withdraw and restore. */
export const releaseHandlers = <T extends Release>(entity: T) => ({
  list: (ctx: Ctx, input: ListInput) => listReleases(ctx, entity, input),
  removed: (ctx: Ctx, input: ListInput) => listRemoved(ctx, entity, input),
  detail: (ctx: Ctx, { id }: { readonly id?: string | null }) => findRelease(ctx, entity, id),
  publish: (ctx: Ctx, input: PublishInput) => publish(ctx, entity, input),
  withdraw: (ctx: Ctx, input: PublishInput) => withdraw(ctx, entity, input),
  restore: (ctx: Ctx, { ids }: PublishInput) => restore(ctx, entity, ids ?? ''),
})

/** A published or scheduled release always has a time: if it is cleared, it becomes now. */
export const releaseTimePatch = (row: ReleaseState, releaseTime: string | null | undefined) =>
  releaseTime === null && row.status !== draft && row.status !== withdrawn ? { releaseTime: wireTime() } : {}

export const throwIfFaulty = (faults: readonly Fault[]): void => {
  if (faults.length) throw faulty([...faults])
}
