import { localize } from '#contract/kit/text.ts'
import { batch } from '#contract/project/batch.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { ListVersion } from '#contract/project/recommendation-list.ts'
import { type StageCode, stagesWith } from '#contract/project/stages.ts'
import { nameSourceCode, stemOf } from '#contract/system/region-code.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { momentOf } from '../../base/process/clock.ts'
import { type Ctx, hasPermission, isSignedIn } from '../../engine/context.ts'
import { regionName } from '../../engine/labels.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import type { ListContent, Listed } from './list-content.ts'
import { findOffice } from './office-rows.ts'

/** The stored versions of lists of recommendation, and who reads them (docs/decisions/0164). */

/** SQL: the places whose lists `l` the caller reads: the own one, a province those of its cities, and who decides those of provinces. */
const isOfReader = (ctx: Ctx): Fragment => {
  const office = findOffice(ctx)
  const decides = hasPermission(ctx, 'declaration_decide')
  return sql`(l.region = ${office?.region ?? ''}::text
    or ${office?.isProvince ?? false}::boolean and starts_with(l.region, ${stemOf(office?.region ?? '000000')}::text)
    or ${decides}::boolean and l.region like '%0000')`
}

/** Stages at which a declaration is its declarant's alone, so that no office sees it any more. */
const ownStages: readonly StageCode[] = stagesWith(({ phase }) => phase === 'draft')

/** SQL: whether the caller may read a list `l`: its place, each column, and each declaration of it that is still of the place. */
const isReadable = (ctx: Ctx): Fragment =>
  sql`(${isOfReader(ctx)} and not l.columns && ${[...hiddenFields(ctx.actor, declaration)]}::text[]
    and l.batch_id in (select id from batch where ${rowFilter(ctx, batch)})
    and not exists (select 1 from declaration where id = any(l.declarations) and is_deleted = 0
      and declare_status <> all(${ownStages}::integer[])
      and (case when l.region like '%0000' then province else city end) = l.region
      and not coalesce(${rowFilter(ctx, declaration)}, false)))`

/** SQL: whether a later version of a list `l` is in force. */
const isVoid = sql`exists (select 1 from recommendation_list n
  where n.batch_id = l.batch_id and n.region = l.region and n.number > l.number)`

export interface StoredList extends Listed {
  readonly id: string
  readonly batchId: string
  readonly region: string
  readonly content: ListContent
  readonly sha256: string
  readonly isVoid: boolean
}

type StoredRow = Omit<StoredList, 'content' | 'rows' | 'columns'> & { readonly content: string }

const storedColumns = sql`l.id::text, l.batch_id::text as "batchId", l.region, l.declarations::text[] as ids, l.content, l.sha256,
  ${isVoid} as "isVoid"`

const storedFrom = (row: StoredRow): StoredList => {
  const content: ListContent = JSON.parse(row.content)
  return { ...row, content, columns: content.columns, rows: content.rows }
}

/** A version that the caller may read; null if there is none. */
export const findList = async (ctx: Ctx, id: string): Promise<StoredList | null> => {
  const [found] = await run<StoredRow>(
    ctx.db,
    sql`select ${storedColumns} from recommendation_list l where l.id = ${id} and ${isReadable(ctx)}`,
  )
  return found ? storedFrom(found) : null
}

/** The version of a place that is in force, and whether the caller may read it. */
export const currentList = async (
  ctx: Ctx,
  batchId: string,
  region: string,
): Promise<(StoredList & { readonly isReadable: boolean }) | null> => {
  const [found] = await run<StoredRow & { isReadable: boolean }>(
    ctx.db,
    sql`select ${storedColumns}, ${isReadable(ctx)} as "isReadable" from recommendation_list l
      where l.batch_id = ${batchId} and l.region = ${region} order by l.number desc limit 1`,
  )
  return found ? { ...storedFrom(found), isReadable: found.isReadable } : null
}

/** Versions of a place that its page shows: the others are older. */
const maxVersions = 50

/** The versions of a batch that the caller may read: those of their own office first, the latest first. */
export const versionsIn = async (ctx: Ctx, batchId: string): Promise<ListVersion[]> => {
  const own = findOffice(ctx)?.region ?? ''
  const found = await run<Omit<ListVersion, 'regionName'>>(
    ctx.db,
    sql`select * from (
      select l.id::text, l.region, l.number, ${isVoid} as "isVoid", l.sha256, cardinality(l.declarations) as count,
        u.real_name as "createdBy", l.create_time as "createdAt", l.scan::text, a.original_name as "scanName",
        s.real_name as "scannedBy", l.scan_time as "scannedAt",
        row_number() over (partition by l.region order by l.number desc) as n
      from recommendation_list l left join "user" u on u.id = l.create_user left join "user" s on s.id = l.scan_user
        left join attach a on a.id = l.scan and a.is_deleted = 0
      where l.batch_id = ${batchId} and ${isReadable(ctx)}) v
      where v.n <= ${sql.lit(maxVersions)} order by v.region <> ${own}, v.region, v.number desc`,
  )
  return Promise.all(
    found.map(async ({ n: _, ...one }: Omit<ListVersion, 'regionName'> & { n?: unknown }) => ({
      ...one,
      regionName: await placeName(ctx, one.region),
    })),
  )
}

/** The name of the place of an office in the language of the caller. */
export const placeName = async (ctx: Ctx, region: string): Promise<string> =>
  localize((await regionName(ctx, nameSourceCode(region))) ?? [region, region], ctx.lang)

/** Stores a version; the caller has locked the batch. */
export const storeList = async (
  ctx: Ctx,
  batchId: string,
  region: string,
  { ids }: Listed,
  content: ListContent,
  hash: (text: string) => string,
): Promise<void> => {
  const text = JSON.stringify(content)
  await run(
    ctx.db,
    sql`insert into recommendation_list (batch_id, region, number, content, sha256, columns, declarations, create_user, create_time)
      values (${batchId}, ${region}, ${content.number}, ${text}, ${hash(text)}, ${content.columns}::text[], ${ids}::bigint[],
        ${ctx.actor.id}, ${momentOf(content.at)})`,
  )
}

/** Attaches the signed copy to a version of which the caller has locked the batch. */
export const storeScan = async (ctx: Ctx, id: string, scan: string): Promise<void> => {
  await run(
    ctx.db,
    sql`update recommendation_list set replaced_scans = case when scan <> ${scan}::bigint then replaced_scans || scan else replaced_scans end,
        scan = ${scan}, scan_user = ${ctx.actor.id}, scan_time = now() where id = ${id}`,
  )
}

/** Whoever reads a version reads its signed copy. */
export const mayReadScan = async (ctx: Ctx, attachId: string): Promise<boolean> => {
  if (
    !isSignedIn(ctx) ||
    ctx.actor.accountType !== null ||
    ctx.actor.key ||
    !['city', 'province', 'decide'].some((act) => hasPermission(ctx, `declaration_${act}`))
  )
    return false
  return (
    (
      await run(
        ctx.db,
        sql`select 1 from recommendation_list l where (l.scan = ${attachId} or l.replaced_scans @> array[${attachId}::bigint]) and ${isReadable(ctx)}`,
      )
    ).length > 0
  )
}
