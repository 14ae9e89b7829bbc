import { sql } from 'kysely'
import type { Figure, Statistics } from '#contract/portal.ts'
import { provinces } from '#contract/provinces.ts'
import { wireTime } from '../base/clock.ts'
import type { Db } from '../base/db.ts'
import type { App } from '../engine/context.ts'
import { touched } from '../engine/kept.ts'

/** One province of the map; value counts listed projects, value2 is their investment in 亿元. */
export interface Place {
  name: string
  code: string
  value: number
  value2: number
  developIndex: number
  /** 0 where nothing is known, which is not the same as none. */
  hasData: number
}

export interface Figures {
  statistics: Statistics
  map: Place[]
}

const listed = sql`from library where is_deleted = 0 and tenant_id = '000000'`
const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
/** 万元 → 亿元 */
const hundredMillions = (tenThousands: number) => round(tenThousands / 10_000, 2)

interface ByProvince {
  code: string
  projects: number
  investment: number
  scenes: number
}

const byProvince = async (db: Db) =>
  (
    await sql<ByProvince>`
      select province as code, count(*)::int as projects, coalesce(sum(investment), 0)::float as investment,
        (select count(distinct scene)::int from library l, unnest(l.scenes) scene
          where l.province = library.province and l.is_deleted = 0 and l.tenant_id = '000000') as scenes
      ${listed} group by province`.execute(db)
  ).rows

const byOperator = async (db: Db) =>
  (
    await sql<{
      key: number
      value: number
    }>`select operator as key, count(*)::int as value ${listed} group by operator`.execute(db)
  ).rows

interface Totals {
  projects: number
  networks: number
  investment: number
  divisions: number
  scenes: number
  terminals: number
  benchmarks: number
  demo: number
}

const totals = async (db: Db) =>
  (
    await sql<Totals>`
      select count(*)::int as projects, count(*) filter (where network_mode > 1)::int as networks,
        coalesce(sum(investment), 0)::float as investment, count(distinct national_economy2)::int as divisions,
        coalesce(sum(cardinality(scenes)), 0)::int as scenes, coalesce(sum(terminals), 0)::int as terminals,
        count(*) filter (where is_benchmark = 1)::int as benchmarks, coalesce(max(demo), 0)::int as demo
      ${listed}`.execute(db)
  ).rows[0] as Totals

const operatorNames = async (db: Db) => {
  const rows = await db
    .selectFrom('dict')
    .select(['dictKey', 'dictValue'])
    .where('code', '=', 'project_facilities_operator')
    .where('parentId', '<>', '0')
    .orderBy('sort')
    .execute()
  return rows.map(({ dictKey, dictValue }) => ({ key: Number(dictKey), name: dictValue }))
}

const unknown = ['710000', '810000', '820000']

/** 50 parts projects, 30 parts investment, both against the largest on a logarithmic scale, 20 parts breadth of scenarios. */
const developIndex = (own: ByProvince, most: { projects: number; investment: number }) => {
  const share = (value: number, top: number) => (top > 0 ? Math.log(1 + value) / Math.log(1 + top) : 0)
  const invested = share(own.investment / 10_000, most.investment / 10_000)
  return round(50 * share(own.projects, most.projects) + 30 * invested + 20 * Math.min(1, own.scenes / 20), 1)
}

const mapOf = (rows: readonly ByProvince[]): Place[] => {
  const most = {
    projects: Math.max(0, ...rows.map(({ projects }) => projects)),
    investment: Math.max(0, ...rows.map(({ investment }) => investment)),
  }
  const byCode = new Map(rows.map((row) => [row.code, row]))
  return Object.entries(provinces).map(([code, [name]]) => {
    const own = byCode.get(code) ?? { code, projects: 0, investment: 0, scenes: 0 }
    const hasData = own.projects > 0 || !unknown.includes(code) ? 1 : 0
    return {
      name,
      code,
      value: own.projects,
      value2: hundredMillions(own.investment),
      developIndex: developIndex(own, most),
      hasData,
    }
  })
}

const itemsOf = (all: Totals): Figure[] => [
  { name: '项目总数', value: all.projects, unit: '个' },
  { name: '5G专网数', value: all.networks, unit: '个' },
  { name: '投资总额', value: hundredMillions(all.investment), unit: '亿元' },
  { name: '覆盖行业大类', value: all.divisions, unit: '类' },
  { name: '应用场景数', value: all.scenes, unit: '个' },
  { name: '连接终端数', value: all.terminals, unit: '台' },
]

/** All figures of the home page, counted from the rows of the library list. */
export const countFigures = async (db: Db): Promise<Figures> => {
  const [provinceRows, operators, all, names] = await Promise.all([
    byProvince(db),
    byOperator(db),
    totals(db),
    operatorNames(db),
  ])
  const map = mapOf(provinceRows)
  const ranked = map.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value || b.value2 - a.value2)
  return {
    map,
    statistics: {
      Operator: names.map(({ key, name }) => ({
        name,
        key,
        value: operators.find((one) => one.key === key)?.value ?? 0,
      })),
      Province: ranked.map(({ name, code, value, value2 }) => ({ name, code, value, value2 })),
      ...{ Item: itemsOf(all), StandNumber: all.benchmarks, asOf: wireTime(), demo: all.demo === 1 },
    },
  }
}

/** How often the library's rows were written, as PostgreSQL itself counts: costs the writers nothing. */
const writesTo = async (db: Db) =>
  (
    await sql<{ n: string }>`
      select coalesce(n_tup_ins + n_tup_upd + n_tup_del, 0)::text as n from pg_stat_user_tables where relid = 'library'::regclass`.execute(
      db,
    )
  ).rows[0]?.n

interface Held {
  at: number
  stamp: string
  value: Promise<Figures>
}
const held = new WeakMap<App, Held>()
const askEvery = 1000

/**
 * The figures from memory: counted anew after a write on this server, or within seconds of one on another; once for
 * however many ask.
 */
export const figuresNow = async (app: App): Promise<Figures> => {
  const known = held.get(app)
  const local = touched(app, 'library')
  if (known && Date.now() - known.at < askEvery && known.stamp.startsWith(`${local}:`)) return known.value
  const stamp = `${local}:${await writesTo(app.db)}`
  const again = held.get(app)
  if (again?.stamp === stamp) {
    again.at = Date.now()
    return again.value
  }
  const value = countFigures(app.db)
  held.set(app, { at: Date.now(), stamp, value })
  value.catch(() => held.delete(app))
  return value
}
