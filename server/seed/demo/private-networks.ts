import type { Insertable } from 'kysely'
import type { Db } from '../../base/database/db.ts'
import type { Tables } from '../../base/database/tables.ts'
import type { DemoCompany } from './companies.ts'
import { projectFor, roundMoney } from './project.ts'
import type { Random } from './random.ts'

/** What a network is for: a listed project, or a company that declares. */
interface Site {
  readonly projectName: string
  readonly commpanyName: string
  readonly organizationCode: string
  readonly operator: number
  readonly networkMode: number | null
  readonly province: string
  readonly city: string
  readonly industry: string | null
  readonly scenes: readonly number[]
  /** 万元 */
  readonly investment: number
  readonly terminals: number
  /** yyyy-MM-dd */
  readonly day: string
}

const phases = ['一期', '二期', '三期'] as const
/** Deployment of the UPF and of edge computing by network mode. */
const deployments: Readonly<Record<number, readonly [upf: readonly number[], mec: readonly number[]]>> = {
  2: [
    [0, 1],
    [0, 1],
  ],
  3: [
    [1, 2],
    [1, 2, 4],
  ],
  4: [[2], [2, 4]],
  5: [[2, 3], [3]],
}

const networkOf = (random: Random, site: Site, phase: number, phasesOfSite: number, serial: number) => {
  const mode = site.networkMode ?? 2
  const [upf, mec] = deployments[mode] ?? [[0], [0]]
  const name = `${site.projectName.split('5G')[0]}5G专网`
  // a later phase may be under way or only planned
  const buildStage = phase === 0 ? 3 : random.weighted([[3, 5] as const, [2, 3] as const, [1, 2] as const])
  return {
    networkName: phasesOfSite > 1 ? `${name}${phases[phase]}` : name,
    commpanyName: site.commpanyName,
    organizationCode: site.organizationCode,
    operator: site.operator,
    networkMode: mode,
    buildStage,
    openDate: buildStage === 3 ? site.day : null,
    province: site.province,
    city: site.city,
    industry: site.industry,
    macroSites: random.int(1, 12),
    indoorUnits: random.int(2, 60) * 10,
    upfMode: random.pick(upf),
    mecMode: random.pick(mec),
    slices: random.int(1, 6),
    terminals: Math.max(10, Math.round(site.terminals / phasesOfSite)),
    bandwidthMbps: random.int(2, 20) * 100,
    latencyMs: random.int(8, 25),
    scenes: random.sample(site.scenes, random.int(2, 5)),
    contractNo: `ZW-${site.day.slice(0, 4)}-${String(serial).padStart(5, '0')}`,
    investment: roundMoney((site.investment * random.int(4, 12)) / 100 / phasesOfSite),
    createTime: `${site.day} 10:00:00`,
    updateTime: `${site.day} 10:00:00`,
    demo: 1,
  } satisfies Insertable<Tables['privateNetwork']>
}

/** The projects of the library with a private network. */
const listedSites = async (db: Db): Promise<Site[]> => {
  const rows = await db
    .selectFrom('library')
    .selectAll()
    .where('networkMode', '>', 1)
    .where('demo', '=', 1)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    industry: row.nationalEconomy2,
    scenes: row.scenes ?? [],
    investment: Number(row.investment),
    terminals: row.terminals ?? 0,
    day: String(row.listedAt).slice(0, 10),
  }))
}

const declaringSite = (random: Random, company: DemoCompany): Site => {
  const project = projectFor(random, company.place, company.trade, company)
  return {
    ...project,
    // the operator of the scenario, with one of the modes of a private network
    operator: 1,
    networkMode: random.int(2, 4),
    province: company.place.province,
    city: company.place.city,
    industry: company.trade.chain[1],
    day: `2025-${String(random.int(1, 12)).padStart(2, '0')}-18`,
  }
}

/**
 * Seeds the private networks: of the listed projects with one, some of which have several phases and some have none registered, and of
 * companies that declare. All are marked as demonstration data.
 */
export const seedPrivateNetworks = async (db: Db, random: Random, declaring: readonly DemoCompany[]): Promise<void> => {
  const rows: ReturnType<typeof networkOf>[] = []
  const add = (site: Site, count: number) => {
    for (let phase = 0; phase < count; phase++) rows.push(networkOf(random, site, phase, count, rows.length + 1))
  }
  for (const site of await listedSites(db))
    add(site, random.weighted([[1, 70] as const, [2, 18] as const, [3, 6] as const, [0, 6] as const]))
  for (const company of declaring) add(declaringSite(random, company), 2)
  for (let i = 0; i < rows.length; i += 400)
    await db
      .insertInto('privateNetwork')
      .values(rows.slice(i, i + 400))
      .execute()
}
