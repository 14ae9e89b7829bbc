import type { Db } from '../../base/database/db.ts'
import { companyName, makeCreditCodes } from './names.ts'
import { type Place, placeIn, type Trade, tradeFor } from './places.ts'
import type { Random } from './random.ts'

export interface DemoCompany {
  id: string
  /** A company is a department once it has an account, as an approval makes one. */
  deptId: string | null
  commpanyName: string
  organizationCode: string
  place: Place
  trade: Trade
}

type NewCompany = Omit<DemoCompany, 'id' | 'deptId'>

const ownerTypes = [
  [1, 59],
  [2, 15],
  [3, 10],
  [4, 6],
  [5, 6],
  [6, 4],
] as const

/** Inserts a department below 申报单位 for each company; resolves to their ids in order. */
const insertDepts = async (db: Db, companies: readonly NewCompany[]): Promise<string[]> => {
  const root = await db
    .selectFrom('dept')
    .select('id')
    .where('deptName', '=', '申报单位')
    .where('parentId', '=', '0')
    .executeTakeFirstOrThrow()
  const values = companies.map(({ commpanyName }) => ({
    parentId: root.id,
    deptName: commpanyName,
    fullName: commpanyName,
    deptCategory: 1,
    sort: 1,
    ancestors: `0,${root.id}`,
  }))
  const rows = await db.insertInto('dept').values(values).returning('id').execute()
  return rows.map(({ id }) => id)
}

/** Inserts the companies, each with its department if it has an account. */
const insertCompanies = async (
  db: Db,
  random: Random,
  companies: readonly NewCompany[],
  { accountType, hasAccounts }: CompanyOptions,
): Promise<DemoCompany[]> => {
  const deptIds = hasAccounts ? await insertDepts(db, companies) : []
  const deptIdOf = (i: number) => deptIds[i] ?? null
  const values = companies.map(({ place, trade, commpanyName, organizationCode }, i) => ({
    commpanyName,
    organizationCode,
    accountType,
    deptId: deptIdOf(i),
    year: String(random.int(2019, 2025)),
    ownerType: random.weighted(ownerTypes),
    size: random.int(1, 3),
    industry: trade.chain[1],
    province: place.province,
    city: place.city,
  }))
  const rows = await db.insertInto('company').values(values).returning('id').execute()
  return companies.map((company, i) => ({ ...company, id: rows[i]?.id as string, deptId: deptIdOf(i) }))
}

const batchSize = 400

/** The province or city of a company, or the company of the same list that has the same place and trade. */
export type Where = string | { readonly like: number }

interface CompanyOptions {
  readonly accountType: 1 | 2
  readonly hasAccounts: boolean
}

const declarants: CompanyOptions = { accountType: 1, hasAccounts: true }

/** Creates companies at the given places. */
export const createCompanyMaker = (random: Random) => {
  const usedNames = new Set<string>()
  const codeAt = makeCreditCodes()
  const makeCompany = (where: Where, earlier: readonly NewCompany[]): NewCompany => {
    const { place, trade } =
      typeof where === 'string'
        ? { place: placeIn(random, where), trade: tradeFor(random) }
        : (earlier[where.like] as NewCompany)
    return {
      place,
      trade,
      commpanyName: companyName(random, place, trade, usedNames),
      organizationCode: codeAt(place.city),
    }
  }
  return async (db: Db, places: readonly Where[], options: Partial<CompanyOptions> = {}): Promise<DemoCompany[]> => {
    const planned: NewCompany[] = []
    for (const where of places) planned.push(makeCompany(where, planned))
    const companies: DemoCompany[] = []
    for (let i = 0; i < planned.length; i += batchSize)
      companies.push(
        ...(await insertCompanies(db, random, planned.slice(i, i + batchSize), { ...declarants, ...options })),
      )
    return companies
  }
}
