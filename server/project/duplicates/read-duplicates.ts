import { localize } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import {
  type DuplicateCheck,
  type DuplicateMatch,
  type DuplicatePart,
  type DuplicateResult,
  type DuplicateSummary,
  duplicateParts,
  minPartDegree,
} from '#contract/project/duplicates.ts'
import { library } from '#contract/project/library.ts'
import { stageOf, stagesWith, stageTitle } from '#contract/project/stages.ts'
import { type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { addDisplayNames } from '../../engine/labels.ts'
import { hiddenFields, rowFilter } from '../../engine/scope.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { isOfficerOf } from '../review/timeline.ts'

/** Drafts and withdrawn declarations are no partners, whatever was submitted before. */
const comparedStages = stagesWith(({ phase }) => phase !== 'draft')

/** More matches of one declaration are not read. */
const maxMatches = 200

/** The matches of a declaration, from both sides, that count at present: `found`. */
const foundFor = (id: string): Fragment => sql`found as (
  select m.*, coalesce(m.other_id, m.library_id) as partner from (
    select other_id, library_id, degree, name, site, equipment, overview from duplicate_match where declaration_id = ${id}
    union all
    select declaration_id, null, degree, name, site, equipment, overview from duplicate_match where other_id = ${id}) m
  where m.library_id is not null and exists (select 1 from library l where l.id = m.library_id and l.is_deleted = 0)
    or exists (select 1 from declaration d where d.id = m.other_id and d.is_deleted = 0
      and d.declare_status = any(${comparedStages}::integer[]))
  order by m.degree desc, partner desc limit ${sql.lit(maxMatches)})`

type Check = Pick<DuplicateSummary, 'loop' | 'checkedAt'>

/** The check of the last submission. */
export const lastCheck = async ({ db }: Ctx, id: string): Promise<Check | null> => {
  const [check] = await run<Check>(
    db,
    sql`select loop, checked_at as "checkedAt" from duplicate_check where declaration_id = ${id} order by loop desc limit 1`,
  )
  return check ?? null
}

interface Count {
  readonly count: number
  readonly degree: number | null
}

/** How many matches a declaration has at present, whoever sees them. */
export const countMatches = async ({ db }: Ctx, id: string): Promise<Count> => {
  const [counted] = await run<Count>(
    db,
    sql`with ${foundFor(id)} select count(*)::integer as count, max(degree) as degree from found`,
  )
  return counted ?? { count: 0, degree: null }
}

/** What the review page says before anybody opens the matches; null for all but officers, and before a submission. */
export const duplicateSummary = async (ctx: Ctx, row: DeclarationRow): Promise<DuplicateSummary | null> => {
  if (!isOfficerOf(ctx, row)) return null
  const check = await lastCheck(ctx, row.id)
  if (!check) return null
  const [latest] = await run<{ result: number }>(
    ctx.db,
    sql`select result from duplicate_result where declaration_id = ${row.id} and loop = ${check.loop} order by id desc limit 1`,
  )
  const found = check.checkedAt ? await countMatches(ctx, row.id) : { count: 0, degree: null }
  return { ...check, ...found, result: latest?.result ?? null }
}

interface Partner extends Readonly<Record<DuplicatePart, number>> {
  readonly id: string
  readonly isDeclaration: boolean
  readonly isVisible: boolean
  readonly degree: number
}

const partnersOf = (ctx: Ctx, id: string): Promise<Partner[]> => {
  const projects = hasPermission(ctx, library.code) ? rowFilter(ctx, library) : sql`false`
  return run<Partner>(
    ctx.db,
    sql`with ${foundFor(id)},
        seen as (select id from declaration where id in (select other_id from found) and ${rowFilter(ctx, declaration)}
          union all select id from library where id in (select library_id from found) and ${projects})
      select partner::text as id, other_id is not null as "isDeclaration", degree, name, site, equipment, overview,
        partner in (select id from seen) as "isVisible"
      from found order by degree desc, partner desc`,
  )
}

interface PartnerRow {
  readonly id: string
  readonly declareNo: string | null
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly year: string | null
  readonly declareStatus: number
  readonly stageName: string | null
  readonly stageNameEn: string | null
  readonly [name: string]: unknown
}

const { province, city } = declaration.fields

/** The words about visible partners, by their ids. */
const describe = async (ctx: Ctx, partners: readonly Partner[]) => {
  const columns = sql`id::text, declare_no as "declareNo", project_name as "projectName", commpany_name as "commpanyName", province, city, year`
  const idsOf = (isDeclaration: boolean) =>
    partners.flatMap((one) => (one.isVisible && one.isDeclaration === isDeclaration ? [one.id] : []))
  const rows = await run<PartnerRow>(
    ctx.db,
    sql`select ${columns}, declare_status as "declareStatus", stage_name as "stageName", stage_name_en as "stageNameEn"
        from declaration where id = any(${idsOf(true)}::bigint[])
      union all select ${columns}, 60, null, null from library where id = any(${idsOf(false)}::bigint[])`,
  )
  await addDisplayNames(ctx, { province, city }, rows)
  return new Map(rows.map((row) => [row.id, row]))
}

const matchFor = (ctx: Ctx, partner: Partner, row: PartnerRow): DuplicateMatch => {
  const hidden = hiddenFields(ctx.actor, partner.isDeclaration ? declaration : library)
  const visible = <T>(name: string, value: T): T | null => (hidden.has(name) ? null : value)
  const stage = localize(stageTitle(row.declareStatus, row.stageName, row.stageNameEn), ctx.lang)
  return {
    id: partner.id,
    isDeclaration: partner.isDeclaration,
    declareNo: visible('declareNo', row.declareNo),
    projectName: row.projectName,
    commpanyName: visible('commpanyName', row.commpanyName),
    provinceName: visible('province', row.provinceName as string | null),
    cityName: visible('city', row.cityName as string | null),
    year: visible('year', row.year),
    stageName: visible('declareStatus', stage),
    degree: partner.degree,
    parts: duplicateParts
      .map(([part]) => ({ part, degree: partner[part] }))
      .filter(({ degree }) => degree >= minPartDegree),
  }
}

const resultsOf = (ctx: Ctx, id: string): Promise<DuplicateResult[]> =>
  run<DuplicateResult>(
    ctx.db,
    sql`select r.id::text, r.loop, r.result, r.reason, r.matches, r.degree, u.real_name as "realName", r.create_time as "createTime"
      from duplicate_result r left join "user" u on u.id = r.user_id
      where r.declaration_id = ${id} order by r.id desc limit 100`,
  )

/** The check of a declaration for an officer: what they see in full, of all others the number and the highest degree. */
export const readDuplicates = async (ctx: Ctx, row: DeclarationRow, check: Check): Promise<DuplicateCheck> => {
  const partners = check.checkedAt ? await partnersOf(ctx, row.id) : []
  const rows = await describe(ctx, partners)
  const hidden = partners.filter(({ isVisible }) => !isVisible)
  return {
    id: row.id,
    ...check,
    matches: partners.flatMap((partner) => {
      const found = partner.isVisible ? rows.get(partner.id) : undefined
      return found ? [matchFor(ctx, partner, found)] : []
    }),
    hidden: { count: hidden.length, degree: hidden[0]?.degree ?? null },
    results: await resultsOf(ctx, row.id),
    canRecord: check.checkedAt !== null && stageOf(row.declareStatus).phase === 'review',
  }
}

/** Whether the caller sees a declaration that is a match of another one. */
export const isVisibleMatch = async (ctx: Ctx, id: string, otherId: string): Promise<boolean> =>
  (await partnersOf(ctx, id)).some((one) => one.id === otherId && one.isDeclaration && one.isVisible)
