import type { Db } from '../../base/database/db.ts'
import { companyName, makeCreditCodes } from './names.ts'
import { type Place, placeIn, type Trade, tradeFor } from './places.ts'
import type { Random } from './random.ts'

export interface DemoCompany {
  id: string
  deptId: string
  commpanyName: string
  organizationCode: string
  place: Place
  trade: Trade
}

/** Creates companies in the given provinces or cities, each with its own department. */
export const createCompanyMaker = (random: Random) => {
  const usedNames = new Set<string>()
  const codeAt = makeCreditCodes()
  const make = (province: string): Omit<DemoCompany, 'id' | 'deptId'> => {
    const place = placeIn(random, province)
    const trade = tradeFor(random)
    return {
      place,
      trade,
      commpanyName: companyName(random, place, trade, usedNames),
      organizationCode: codeAt(place.city),
    }
  }
  return async (db: Db, provinces: readonly string[], accountType: 1 | 2 = 1): Promise<DemoCompany[]> => {
    const root = await db
      .selectFrom('dept')
      .select('id')
      .where('deptName', '=', '申报单位')
      .where('parentId', '=', '0')
      .executeTakeFirstOrThrow()
    const companies: DemoCompany[] = []
    for (let i = 0; i < provinces.length; i += 400) {
      const batch = provinces.slice(i, i + 400).map(make)
      const depts = await db
        .insertInto('dept')
        .values(
          batch.map(({ commpanyName }) => ({
            parentId: root.id,
            deptName: commpanyName,
            fullName: commpanyName,
            deptCategory: 1,
            sort: 1,
            ancestors: `0,${root.id}`,
          })),
        )
        .returning('id')
        .execute()
      const rows = await db
        .insertInto('company')
        .values(
          batch.map(({ place, trade, commpanyName, organizationCode }, at) => ({
            commpanyName,
            organizationCode,
            accountType,
            deptId: depts[at]?.id ?? null,
            year: String(random.int(2019, 2025)),
            ownerType: random.weighted([
              [1, 59],
              [2, 15],
              [3, 10],
              [4, 6],
              [5, 6],
              [6, 4],
            ] as const),
            size: random.int(1, 3),
            industry: trade.chain[1],
            province: place.province,
            city: place.city,
          })),
        )
        .returning('id')
        .execute()
      companies.push(
        ...batch.map((one, at) => ({ ...one, id: rows[at]?.id as string, deptId: depts[at]?.id as string })),
      )
    }
    return companies
  }
}
