import { nameKey } from '#contract/kit/field.ts'
import { localize } from '#contract/kit/text.ts'
import { type FigureWithParts, type figureParts, partFieldByFigure } from '#contract/portal/figure-parts.ts'
import { provinces } from '#contract/portal/provinces.ts'
import { partFields } from '#contract/portal/public-projects.ts'
import type { Ctx, HandlerOf } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { readFigures } from './figures-cache.ts'

/** Names of parts in the order of `codes`; provinces have their short names, as on the map. */
const namesOf = async (
  ctx: Ctx,
  by: (typeof partFieldByFigure)[FigureWithParts],
  codes: readonly string[],
): Promise<string[]> => {
  if (by === 'province') {
    const names = new Map(Object.entries(provinces))
    return codes.map((code) => localize(names.get(code) ?? [code, code], ctx.lang))
  }
  const rows: Record<string, unknown>[] = codes.map((code) => ({ [by]: code }))
  await addDisplayNames(ctx, { [by]: partFields[by] }, rows)
  return rows.map((row) => String(row[nameKey(by)]))
}

/** A figure with its parts, from the cached figures. */
export const showFigure: HandlerOf<typeof figureParts.figure> = async (ctx, input) => {
  const key = input.key ?? 'projects'
  const { statistics, parts } = (await readFigures(ctx))[ctx.lang]
  const names = await namesOf(
    ctx,
    partFieldByFigure[key],
    parts[key].map(({ code }) => code),
  )
  return {
    key,
    asOf: statistics.asOf,
    value: statistics.Item.find((item) => item.key === key)?.value ?? 0,
    parts: parts[key].map((part, i) => ({ ...part, name: names[i] ?? '' })),
  }
}
