import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { readSecrets } from '#server/base/crypto/secrets.ts'
import { type Db, openDatabase } from '#server/base/database/db.ts'
import { migrate } from '#server/base/database/migrate.ts'
import { openPostgres } from '#server/base/database/postgres.ts'
import type { App } from '#server/engine/context.ts'
import { bandsOfFile, comparedFile } from '#server/project/duplicates/compared-file.ts'
import { comparedText } from '#server/project/duplicates/compared-text.ts'
import { findDuplicates } from '#server/project/duplicates/find-duplicates.ts'
import { templateWords } from '#server/project/duplicates/template-words.ts'
import { makeRandom } from '#server/seed/demo/random.ts'
import { copyOf, informationWith, sentences } from '../tests/support/planted-texts.ts'

/**
 * `npm run bench duplicates [-- --declarations 50000 --projects 1000000]`: what it costs to find the near duplicates of a submission among so
 * many declarations and listed projects, and how many planted copies are found; beside it the same with trigrams of PostgreSQL
 * (docs/decisions/0161). Takes about fifteen minutes.
 */
const { values } = parseArgs({
  options: { declarations: { type: 'string', default: '50000' }, projects: { type: 'string', default: '1000000' } },
})
const [declarations, projects] = [Number(values.declarations), Number(values.projects)]
const samples = 100
const cities = Array.from(
  { length: 340 },
  (_, i) => `${11 + (i % 31)}${String(Math.floor(i / 31) + 1).padStart(2, '0')}00`,
)

const printLine = (line: string) => process.stdout.write(`${line}\n`)
const random = makeRandom(161)
const words = templateWords(undefined)
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=512MB',
  'maintenance_work_mem=512MB',
]

const home = mkdtempSync(join(tmpdir(), 'bench-'))
chmodSync(home, 0o755)
const postgres = await openPostgres(home, readSecrets(home, null), { settings })
const { db, close } = openDatabase(postgres.superUrl('platform'), () => {})
const admin = new pg.Client({ connectionString: postgres.superUrl('platform') })

interface Row {
  readonly id: number
  readonly city: string
  readonly overview: readonly string[]
}
const rowOf = (id: number): Row => ({ id, city: random.pick(cities), overview: sentences(random, random.int(12, 40)) })
const informationOf = ({ city, overview }: Row) =>
  informationWith(overview, { city, projectName: `${overview[0]?.slice(0, 14)}升级改造` })
const lettersOf = ({ overview }: Row) => comparedText(overview.join('')).letters

const insertRows = async (rows: readonly Row[], isCompared: boolean) => {
  const ids = rows.map(({ id }) => id)
  await admin.query(
    'insert into declaration (id, city, declare_status) select id, city, 30 from unnest($1::bigint[], $2::text[]) t (id, city)',
    [ids, rows.map(({ city }) => city)],
  )
  await admin.query(
    `insert into declaration_version (pid, loop, snapshot, hash) select id, 0, body, '' from unnest($1::bigint[], $2::jsonb[]) t (id, body)`,
    [ids, rows.map((row) => JSON.stringify({ information: informationOf(row) }))],
  )
  if (!isCompared) return
  const bands = rows.map((row) => `{${bandsOfFile(comparedFile({ information: informationOf(row) }, words)).join()}}`)
  await admin.query(
    'insert into duplicate_signature (declaration_id, loop, bands) select id, 0, bands::integer[] from unnest($1::bigint[], $2::text[]) t (id, bands)',
    [ids, bands],
  )
  await admin.query('insert into trigrams (id, letters) select * from unnest($1::bigint[], $2::text[])', [
    ids,
    rows.map(lettersOf),
  ])
}

/** Listed projects without declarations, with the index of pairs alone of all that the library has. */
const insertProjects = async () => {
  const { rows } = await admin.query(
    `select indexname, indexdef from pg_indexes where tablename = 'library' and indexname <> 'library_pkey'`,
  )
  for (const { indexname } of rows) await admin.query(`drop index "${indexname}"`)
  for (let first = 0; first < projects; first += 20_000) {
    const names = Array.from(
      { length: Math.min(20_000, projects - first) },
      () => `${sentences(random, 1)[0]?.slice(0, 14)}升级改造项目`,
    )
    await admin.query(
      `insert into library (project_name, commpany_name, organization_code, categorize, province, city, operator)
       select name, '某公司', '91', 'C', left(city, 2) || '0000', city, 1 from unnest($1::text[], $2::text[]) t (name, city)`,
      [names, names.map(() => random.pick(cities))],
    )
  }
  await admin.query(rows.find(({ indexname }) => indexname === 'library_pairs').indexdef)
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const summary = (times: number[]): string => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)
  return `median ${at(0.5)} ms, 95 % ${at(0.95)} ms, slowest ${at(1)} ms`
}
const sizeOf = async (relation: string) =>
  (await admin.query(`select pg_size_pretty(pg_total_relation_size($1::regclass)) as size`, [relation])).rows[0].size

/** What finds the row that a sample was copied from; the rows of `found` are those that were found. */
const measure = async (
  name: string,
  copies: readonly (readonly [Row, Row])[],
  find: (row: Row) => Promise<string[]>,
) => {
  const times: number[] = []
  let [hits, others] = [0, 0]
  for (const [copy, original] of copies) {
    let found: string[] = []
    times.push(await timed(async () => (found = await find(copy))))
    if (found.includes(String(original.id))) hits++
    others += found.filter((id) => id !== String(original.id)).length
  }
  printLine(`${name}: found ${hits} of ${copies.length}, others ${others}; ${summary(times)}`)
}

const appOf = (own: Db) =>
  ({ db: own, log: { error: (about: object) => printLine(JSON.stringify(about)) }, cache: new Map() }) as unknown as App

try {
  await migrate(db)
  await admin.connect()
  await admin.query('set session_replication_role = replica')
  await admin.query('create table trigrams (id bigint primary key, letters text)')
  const originals: Row[] = []
  for (let id = 1; id <= declarations; id += 1000) {
    const rows = Array.from({ length: Math.min(1000, declarations - id + 1) }, (_, i) => rowOf(id + i))
    originals.push(...rows.slice(0, Math.ceil((2 * samples * 1000) / declarations)))
    await insertRows(rows, true)
  }
  await insertProjects()
  printLine(
    `index of trigrams built in ${Math.round(await timed(() => admin.query('create index trigrams_gin on trigrams using gin (letters gin_trgm_ops)')))} ms`,
  )
  await admin.query(
    'analyze declaration; analyze declaration_version; analyze duplicate_signature; analyze trigrams; analyze library',
  )
  printLine(
    `${declarations} declarations, ${projects} projects; signatures ${await sizeOf('duplicate_signature')}, trigrams ${await sizeOf('trigrams_gin')}`,
  )
  const app = appOf(db)
  const findByBands = async ({ id }: Row) => {
    await findDuplicates(app)
    const { rows } = await admin.query(
      'select coalesce(other_id, library_id)::text as other from duplicate_match where declaration_id = $1',
      [id],
    )
    return rows.map(({ other }) => other)
  }
  const findByTrigrams = async (row: Row) =>
    (
      await admin.query(
        'select id::text from trigrams where letters % $1 order by similarity(letters, $1) desc limit 50',
        [lettersOf(row)],
      )
    ).rows.map(({ id }) => id)
  let next = declarations
  for (const changed of [0.1, 0.2, 0.3]) {
    const copies = originals.slice(0, samples).map((original) => {
      const copy = { id: ++next, city: random.pick(cities), overview: copyOf(random, original.overview, changed) }
      return [copy, original] as const
    })
    await measure(
      `copies with ${changed * 100} % other sentences, MinHash, with all that is stored`,
      copies,
      async (row) => {
        await insertRows([row], false)
        await admin.query('insert into duplicate_check (declaration_id, loop) values ($1, 0)', [row.id])
        return findByBands(row)
      },
    )
    for (const threshold of [0.4, 0.5]) {
      await admin.query(`set pg_trgm.similarity_threshold = ${threshold}`)
      await measure(`  trigrams, similarity ${threshold}`, copies.slice(0, 20), findByTrigrams)
    }
  }
} finally {
  await admin.end()
  await close()
  await postgres.stop()
  rmSync(home, { recursive: true, force: true })
}
