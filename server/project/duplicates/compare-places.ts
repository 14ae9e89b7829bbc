import { type Field, type Fields, nameKey } from '#contract/kit/field.ts'
import { hasName, typeOf } from '#contract/kit/kinds.ts'
import { localize } from '#contract/kit/text.ts'
import type { Documents, DraftPart } from '#contract/project/draft-values.ts'
import { type ComparedPlace, duplicateParts, type Segment } from '#contract/project/duplicates.ts'
import { informationFields } from '#contract/project/information.ts'
import { isReadable, type ReadablePlaces } from '#contract/project/readable.ts'
import type { Ctx } from '../../engine/context.ts'
import { addDisplayNames } from '../../engine/labels.ts'
import {
  type EquipmentList,
  equipmentLists,
  equipmentRows,
  equipmentText,
  nameLength,
  openFields,
  overviewFields,
  overviewLength,
  type TemplateWords,
} from './compared-file.ts'
import { segmentsOf, shingleSet } from './compared-text.ts'

/** The two submissions that are compared: that of the reviewed declaration, and the other one. */
export interface Pair {
  readonly own: Documents
  readonly other: Documents
  readonly words: TemplateWords
  /** What the caller reads of either; of what they do not read in one, nothing of the other is compared. */
  readonly readable: readonly ReadablePlaces[]
}

/** Rows of equipment that are shown of each list. */
const maxRows = 50

const textAt = ({ information }: Documents, name: string): string => {
  const value = information?.[name]
  return typeof value === 'string' ? value : ''
}

const isRead = ({ readable }: Pair, at: string) => readable.every((places) => isReadable(at, places))

/** Both texts with what they have in common; a passage may stand at another place of the other file. */
const placeOf = (
  place: Pick<ComparedPlace, 'part' | 'label'>,
  [own, other]: readonly [string, string],
  size: number,
  [ofOwn, ofOther]: readonly [ReadonlySet<string>, ReadonlySet<string>],
): ComparedPlace => ({
  ...place,
  own: segmentsOf(own, size, ofOther),
  other: segmentsOf(other, size, ofOwn),
})

const labelOf = (ctx: Ctx, { label }: Pick<Field, 'label'>) => localize(label, ctx.lang)

const namePlace = (ctx: Ctx, { own, other, words }: Pair): ComparedPlace => {
  const texts = [textAt(own, 'projectName'), textAt(other, 'projectName')] as const
  const [ofOwn, ofOther] = texts.map((text) => shingleSet([text], nameLength, words.pairs))
  const label = labelOf(ctx, informationFields.projectName)
  return placeOf({ part: 'name', label }, texts, nameLength, [ofOwn ?? new Set(), ofOther ?? new Set()])
}

const placeFields = {
  province: informationFields.province,
  city: informationFields.city,
  district: informationFields.district,
}

const sitePlace = async (ctx: Ctx, pair: Pair): Promise<ComparedPlace> => {
  const names = Object.keys(placeFields).filter((name) => isRead(pair, `information.${name}`))
  const fields = Object.fromEntries(names.map((name) => [name, placeFields[name as keyof typeof placeFields]]))
  const rows = [pair.own, pair.other].map((documents) =>
    Object.fromEntries(names.map((name) => [name, textAt(documents, name) || null])),
  )
  const named = (await addDisplayNames(ctx, fields as Fields, rows)) as Record<string, unknown>[]
  const values = named.map((row) => names.map((name) => String(row[nameKey(name)] ?? '')))
  const addresses = isRead(pair, 'information.address')
    ? [textAt(pair.own, 'address'), textAt(pair.other, 'address')]
    : ['', '']
  const addressSets = addresses.map((text) => shingleSet([text], nameLength))
  const sideOf = (side: 0 | 1): Segment[] => {
    const otherSide = (1 - side) as 0 | 1
    const region = (values[side] ?? []).flatMap((text, i) =>
      text ? [{ text: text + localize(['', ' '], ctx.lang), isSame: text === values[otherSide]?.[i] }] : [],
    )
    return [...region, ...segmentsOf(addresses[side] ?? '', nameLength, addressSets[otherSide] ?? new Set())]
  }
  const label = duplicateParts.find(([part]) => part === 'site')?.[1] ?? ['', '']
  return { part: 'site', label: localize(label, ctx.lang), own: sideOf(0), other: sideOf(1) }
}

const overviewPlaces = (ctx: Ctx, pair: Pair): ComparedPlace[] => {
  const names = overviewFields.filter((name) => isRead(pair, `information.${name}`))
  const [ofOwn, ofOther] = [pair.own, pair.other].map((documents) =>
    shingleSet(
      names.map((name) => textAt(documents, name)),
      overviewLength,
      pair.words.shingles,
    ),
  )
  return names.map((name) =>
    placeOf(
      { part: 'overview', label: labelOf(ctx, informationFields[name]) },
      [textAt(pair.own, name), textAt(pair.other, name)],
      overviewLength,
      [ofOwn ?? new Set(), ofOther ?? new Set()],
    ),
  )
}

/** What describes a row, in words, then its numbers. */
const rowWords = (ctx: Ctx, fields: Fields, row: DraftPart): string =>
  Object.entries(fields)
    .flatMap(([name, field]) => {
      const value = row[name]
      if (value === null || value === undefined || value === '') return []
      if (hasName(field)) return String(row[nameKey(name)] ?? value)
      return typeOf(field) === 'number' ? `${labelOf(ctx, field)} ${String(value)}` : String(value)
    })
    .join(' · ')

/** The rows of a list that both files have; how many of something may differ. */
const equipmentPlace = async (ctx: Ctx, pair: Pair, list: EquipmentList): Promise<ComparedPlace[]> => {
  if (!isRead(pair, `${list.part}.${list.name}`)) return []
  const fields = { ...list.fields, ...openFields(list.field.fields ?? {}, ({ kind }) => kind === 'int') }
  const sides = [pair.own, pair.other].map((documents) =>
    equipmentRows(documents, list).map((row) => ({ row, text: equipmentText(list, row) })),
  )
  const inBoth = (side: number) => {
    const others = new Set(sides[1 - side]?.map(({ text }) => text))
    return (sides[side] ?? []).filter(({ text }) => text !== null && others.has(text)).slice(0, maxRows)
  }
  const segments = async (side: number): Promise<Segment[]> => {
    const rows = inBoth(side).map(({ row }) => ({ ...row }))
    const named = await addDisplayNames(ctx, fields, rows)
    return named.map((row, i) => ({ text: `${i ? '\n' : ''}${rowWords(ctx, fields, row)}`, isSame: true }))
  }
  const [own = [], other = []] = [await segments(0), await segments(1)]
  return own.length ? [{ part: 'equipment', label: labelOf(ctx, list.field), own, other }] : []
}

/** The places of two files side by side: name and site, what both have of equipment, and the texts of the overview. */
export const comparePlaces = async (ctx: Ctx, pair: Pair): Promise<ComparedPlace[]> => {
  const equipment: ComparedPlace[] = []
  for (const list of equipmentLists) equipment.push(...(await equipmentPlace(ctx, pair, list)))
  return [
    ...(isRead(pair, 'information.projectName') ? [namePlace(ctx, pair)] : []),
    await sitePlace(ctx, pair),
    ...overviewPlaces(ctx, pair),
    ...equipment,
  ].filter(({ own, other }) => own.length > 0 || other.length > 0)
}
