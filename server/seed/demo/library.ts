import type { Db } from '../../base/database/db.ts'
import type { DemoCompany } from './companies.ts'
import { provincePlan } from './places.ts'
import { projectFor } from './project.ts'
import type { Random } from './random.ts'

/** Sizes of the three public lists. */
const years = [
  ['2023', 300],
  ['2024', 400],
  ['2025', 560],
] as const
const benchmarks = 83

/** Province codes in order, each repeated once per project. */
export const listedProvinces: readonly string[] = provincePlan.flatMap(([code, projects]) =>
  Array.from({ length: projects }, () => code),
)

/** Splits a province's investment over its projects, in 万元; the sum equals the planned figure. */
const investments = (random: Random, projects: number, hundredMillions: number): number[] => {
  const weights = Array.from({ length: projects }, () => 0.3 + random.next())
  const total = weights.reduce((a, b) => a + b, 0)
  const parts = weights.map((weight) => Math.round((hundredMillions * 10_000 * weight) / total))
  const remainder = Math.round(hundredMillions * 10_000) - parts.reduce((a, b) => a + b, 0)
  parts[0] = (parts[0] as number) + remainder
  return parts
}

/** Seeds the 1,260 listed projects: flat library rows, marked as demonstration data, with dates spread over their years. */
export const seedLibrary = async (db: Db, random: Random, companies: readonly DemoCompany[]): Promise<void> => {
  const byYear = random.sample(
    years.flatMap(([year, count]) => Array.from({ length: count }, () => year)),
    companies.length,
  )
  const order = companies.map((_, i) => ({ i, key: random.next() })).sort((a, b) => a.key - b.key)
  const yearOf = new Map(order.map(({ i }, at) => [i, byYear[at] as string]))
  const benchmark = new Set(order.slice(0, benchmarks).map(({ i }) => i))
  const money = provincePlan.flatMap(([, projects, investment]) => investments(random, projects, investment))
  const rows = companies.map((company, i) => {
    const project = projectFor(random, company.place, company.trade, company, money[i])
    const year = yearOf.get(i) as string
    const listedAt = `${year}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(10, 28))} ${String(random.int(9, 17)).padStart(2, '0')}:00:00`
    const [a, b, c, d] = company.trade.chain
    return {
      projectName: project.projectName,
      commpanyName: company.commpanyName,
      organizationCode: company.organizationCode,
      categorize: d ?? c ?? b,
      nationalEconomy1: a,
      nationalEconomy2: b,
      nationalEconomy3: c,
      nationalEconomy4: d,
      province: company.place.province,
      city: company.place.city,
      operator: project.operator,
      year,
      factoryLevel: project.level,
      networkMode: project.networkMode,
      scenes: project.scenes,
      investment: project.investment,
      terminals: project.terminals,
      declareNo: `5G-${year}-${company.place.city}-${String(i + 1).padStart(5, '0')}`,
      listedAt,
      createTime: listedAt,
      updateTime: listedAt,
      isBenchmark: benchmark.has(i) ? 1 : 0,
      demo: 1,
    }
  })
  for (let i = 0; i < rows.length; i += 400)
    await db
      .insertInto('library')
      .values(rows.slice(i, i + 400))
      .execute()
}
