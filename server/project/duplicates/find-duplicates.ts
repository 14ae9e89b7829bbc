import type { Documents } from '#contract/project/draft-values.ts'
import { library } from '#contract/project/library.ts'
import { type Db, type Fragment, run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type App, type Ctx, tx } from '../../engine/context.ts'
import { pairsOf } from '../../engine/pairs.ts'
import { systemCtx } from '../../inbox/system-ctx.ts'
import { readTemplate } from '../template/template-row.ts'
import {
  bandsOfFile,
  type ComparedFile,
  comparedFile,
  comparedName,
  type Degrees,
  degreeOf,
  degreesOf,
  type TemplateWords,
} from './compared-file.ts'
import { templateWords } from './template-words.ts'

/** Versions that are compared in one round of the job. */
const maxOfRound = 200
/** Files that share a band; of more, the text is nobody's own. */
const maxCandidates = 5000
/** Those with most bands in common are compared, and of these so many are kept. */
const maxCompared = 50

interface Waiting {
  readonly id: string
  readonly loop: number
  readonly tenantId: string
  readonly templateId: string | null
  readonly snapshot: Documents
}

interface Found extends Degrees {
  readonly otherId: string | null
  readonly libraryId: string | null
  readonly degree: number
}

const nextWaiting = async (db: Db): Promise<Waiting | undefined> => {
  const [next] = await run<Waiting>(
    db,
    sql`select c.declaration_id::text as id, c.loop, d.tenant_id as "tenantId", d.template_id::text as "templateId", v.snapshot
      from duplicate_check c join declaration_version v on v.pid = c.declaration_id and v.loop = c.loop
        join declaration d on d.id = c.declaration_id
      where c.checked_at is null and c.due_at <= now()
        -- of a declaration that was submitted again, only the last submission
        and not exists (select 1 from duplicate_check n where n.declaration_id = c.declaration_id and n.loop > c.loop)
      order by c.due_at, c.declaration_id, c.loop limit 1 for update of c skip locked`,
  )
  return next
}

/** The last submissions that share most bands. */
const candidatesOf = ({ db }: Ctx, { id, tenantId }: Waiting, bands: readonly number[]) =>
  run<{ id: string; snapshot: Documents }>(
    db,
    sql`select s.declaration_id::text as id, v.snapshot from (
        select f.declaration_id, f.loop, (select count(*) from unnest(f.bands) band where band = any(${bands}::integer[])) as shared
        from (select * from duplicate_signature where bands && ${bands}::integer[] limit ${sql.lit(maxCandidates)}) f
          join declaration d on d.id = f.declaration_id and d.tenant_id = ${tenantId}
        where f.declaration_id <> ${id} order by shared desc, f.declaration_id desc limit ${sql.lit(maxCompared)}) s
      join declaration_version v on v.pid = s.declaration_id and v.loop = s.loop`,
  )

/** Pairs that stand together; projects that have none of these groups in common with a name are not similar to it. */
const groupSize = 3

const halfCharacter = /[\ud800-\udfff]/

/** A query of the index of pairs for projects of a city that have some successive pairs of a name; null for a name without any. */
const nameQuery = ({ name, site: { city } }: ComparedFile): string | null => {
  if (!city) return null
  // the index has pairs of whole characters
  const pairs = [...name].filter((pair) => !halfCharacter.test(pair)).map((pair) => `'${pair}'`)
  const groups: string[] = []
  for (let i = 0; i + groupSize <= pairs.length; i += groupSize)
    groups.push(`(${pairs.slice(i, i + groupSize).join('&')})`)
  return groups.length === 0 ? null : `'@${city.slice(0, 4)}'&(${groups.join('|')})`
}

/** Projects of the same city that were listed without a declaration, with a similar name: of many, those with most pairs of it. */
const listedNames = async ({ db }: Ctx, { tenantId }: Waiting, file: ComparedFile) => {
  const query = nameQuery(file)
  if (!query) return []
  return run<{ id: string; name: string; city: string }>(
    db,
    sql`select id::text, project_name as name, city from library
      where is_deleted = 0 and pid is null and tenant_id = ${tenantId} and ${pairsOf(library)} @@ ${query}::tsquery
      order by (select count(*) from unnest(${[...file.name]}::text[]) pair where strpos(fold(project_name), pair) > 0) desc, library.id desc
      limit 200`,
  )
}

const findIn = async (ctx: Ctx, waiting: Waiting, file: ComparedFile, words: TemplateWords): Promise<Found[]> => {
  const bands = bandsOfFile(file)
  const declarations = bands.length ? await candidatesOf(ctx, waiting, bands) : []
  const projects = await listedNames(ctx, waiting, file)
  const compare = (other: ComparedFile, otherId: string | null, libraryId: string | null): Found => {
    const degrees = degreesOf(file, other)
    return { otherId, libraryId, degree: degreeOf(degrees), ...degrees }
  }
  return [
    ...declarations.map(({ id, snapshot }) => compare(comparedFile(snapshot, words), id, null)),
    ...projects.map(({ id, name, city }) => compare(comparedName(name, city, words), null, id)),
  ]
    .filter(({ degree }) => degree > 0)
    .sort((a, b) => b.degree - a.degree)
    .slice(0, maxCompared)
}

const store = async ({ db }: Ctx, { id, loop }: Waiting, bands: readonly number[], found: readonly Found[]) => {
  const columns = (name: keyof Found): Fragment => sql`${found.map((match) => match[name])}`
  await run(
    db,
    sql`insert into duplicate_signature (declaration_id, loop, bands) values (${id}, ${loop}, ${bands}::integer[])
      on conflict (declaration_id) do update set loop = excluded.loop, bands = excluded.bands`,
  )
  await run(db, sql`delete from duplicate_match where declaration_id = ${id} or other_id = ${id}`)
  await run(
    db,
    sql`insert into duplicate_match (declaration_id, other_id, library_id, degree, name, site, equipment, overview)
      select ${id}::bigint, * from unnest(${columns('otherId')}::bigint[], ${columns('libraryId')}::bigint[], ${columns('degree')}::integer[],
        ${columns('name')}::integer[], ${columns('site')}::integer[], ${columns('equipment')}::integer[], ${columns('overview')}::integer[])`,
  )
  await run(
    db,
    sql`update duplicate_check set checked_at = now(), matches = ${found.length}, degree = ${found[0]?.degree ?? null}
      where declaration_id = ${id} and loop = ${loop}`,
  )
}

/** Compares the version that has waited longest, one at a time on all processes; resolves to it, if there was one. */
const checkNext = (ctx: Ctx, onBegin: (waiting: Waiting) => unknown): Promise<Waiting | undefined> =>
  tx(ctx, async (inside) => {
    // of two at once neither would find the other
    await sql`select pg_advisory_xact_lock(5061)`.execute(inside.db)
    const waiting = await nextWaiting(inside.db)
    if (!waiting) return undefined
    onBegin(waiting)
    const words = templateWords(await readTemplate(inside, waiting.templateId))
    const file = comparedFile(waiting.snapshot, words)
    await store(inside, waiting, bandsOfFile(file), await findIn(inside, waiting, file, words))
    return waiting
  })

/** Compares submitted versions that wait for it, 200 at most; resolves to their number. One that fails is tried again after an hour. */
export const findDuplicates = async (app: App, signal?: AbortSignal): Promise<number> => {
  const ctx = await systemCtx(app, 'duplicates')
  for (let count = 0; count < maxOfRound; count++) {
    if (signal?.aborted) return count
    const begun: Waiting[] = []
    try {
      if (!(await checkNext(ctx, (waiting) => begun.push(waiting)))) return count
    } catch (error) {
      const [failed] = begun
      if (!failed) throw error
      const { id, loop } = failed
      app.log.error({ err: error, declaration: id, loop }, 'a submission could not be compared with others')
      await run(
        app.db,
        sql`update duplicate_check set due_at = now() + interval '1 hour' where declaration_id = ${id} and loop = ${loop}`,
      )
    }
  }
  return maxOfRound
}
