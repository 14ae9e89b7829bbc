import type { RowOf } from '#contract/kit/entity.ts'
import { localize } from '#contract/kit/text.ts'
import type { region } from '#contract/system/region.ts'
import { levelOf, levels, rootCode } from '#contract/system/region-code.ts'
import { cachedUntilChanged } from '../../engine/cache.ts'
import type { Ctx } from '../../engine/context.ts'
import { bothNames } from '../../engine/labels.ts'

interface Division {
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
  readonly parentCode: string
}

/** All divisions by code. */
const readDivisions = cachedUntilChanged(['region'], async (db) => {
  const rows = await db
    .selectFrom('region')
    .select(['code', 'name', 'nameEn', 'parentCode'])
    .where('isDeleted', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.code, row as Division]))
})

/** The path from the province down to a division. */
const pathTo = (all: ReadonlyMap<string, Division>, code: string): Division[] => {
  const path: Division[] = []
  for (let division = all.get(code); division && path.length < levels.length; division = all.get(division.parentCode))
    path.unshift(division)
  return path
}

const placeAt = (path: readonly Division[], level: number) => path.find(({ code }) => levelOf(code) === level)

/** Adds to each row the codes and names of its path by level, and whether it has children. */
export const withPlaces = async (ctx: Ctx, rows: readonly RowOf<typeof region>[]) => {
  const all = await readDivisions(ctx)
  const nameOf = (place: Division | undefined) => (place ? localize(bothNames(place), ctx.lang) : null)
  const parents = new Set([...all.values()].map(({ parentCode }) => parentCode))
  return rows.map((row) => {
    const path = pathTo(all, row.code)
    const names = levels.flatMap((level, i) => {
      const place = placeAt(path, i + 1)
      return [
        [`${level}Code`, place?.code ?? null],
        [`${level}Name`, nameOf(place)],
      ]
    })
    return {
      ...row,
      ...(Object.fromEntries(names) as Places),
      parentId: row.parentCode,
      parentName: nameOf(all.get(row.parentCode)) ?? '',
      ancestors: [rootCode, ...path.slice(0, -1).map(({ code }) => code)].join(','),
      hasChildren: parents.has(row.code),
    }
  })
}

type Places = Record<`${(typeof levels)[number]}${'Code' | 'Name'}`, string | null>
