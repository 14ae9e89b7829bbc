import type { RowOf } from '#contract/kit/entity.ts'
import { localize } from '#contract/kit/text.ts'
import type { region } from '#contract/system/region.ts'
import { levelOf, levels, rootCode } from '#contract/system/region-code.ts'
import type { Ctx } from '../engine/context.ts'
import { cachedUntilChanged } from '../engine/kept.ts'
import { bothNames } from '../engine/labels.ts'

interface Known {
  readonly code: string
  readonly name: string
  readonly nameEn: string | null
  readonly parentCode: string
}

/** All divisions by their code. */
const known = cachedUntilChanged('region', async (db) => {
  const rows = await db
    .selectFrom('region')
    .select(['code', 'name', 'nameEn', 'parentCode'])
    .where('isDeleted', '=', 0)
    .execute()
  return new Map(rows.map((row) => [row.code, row as Known]))
})

/** A division and those above it, from the province down. */
const wayTo = (all: ReadonlyMap<string, Known>, code: string): Known[] => {
  const way: Known[] = []
  for (let here = all.get(code); here && way.length < levels.length; here = all.get(here.parentCode)) way.unshift(here)
  return way
}

const placeAt = (way: readonly Known[], level: number) => way.find(({ code }) => levelOf(code) === level)

/** Rows with where they lie, level by level, and whether anything lies below each. */
export const placed = async (ctx: Ctx, rows: readonly RowOf<typeof region>[]) => {
  const all = await known(ctx)
  const nameOf = (place: Known | undefined) => (place ? localize(bothNames(place), ctx.lang) : null)
  const parents = new Set([...all.values()].map(({ parentCode }) => parentCode))
  return rows.map((row) => {
    const way = wayTo(all, row.code)
    const names = levels.flatMap((level, i) => {
      const place = placeAt(way, i + 1)
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
      ancestors: [rootCode, ...way.slice(0, -1).map(({ code }) => code)].join(','),
      hasChildren: parents.has(row.code),
    }
  })
}

type Places = Record<`${(typeof levels)[number]}${'Code' | 'Name'}`, string | null>
