import type { Field, Fields } from '#contract/kit/field.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import { asGroup, asRows, type Documents } from '#contract/project/draft-values.ts'
import { facilities } from '#contract/project/facilities.ts'
import { factory } from '#contract/project/factory.ts'
import { informationFields } from '#contract/project/information.ts'
import { comparedText, shingleSet } from './compared-text.ts'
import { type Banding, bandsOf } from './min-hash.ts'

/** What of a submitted declaration is compared with others (docs/decisions/0161). Trade secrets are no part of it. */
export interface ComparedFile {
  readonly name: ReadonlySet<string>
  readonly site: Site
  /** A text for each machine, terminal, line or system, without numbers. */
  readonly equipment: ReadonlySet<string>
  readonly overview: ReadonlySet<string>
}

interface Site {
  readonly city: string | null
  readonly district: string | null
  readonly address: ReadonlySet<string>
}

/** Words of the template, which every declaration may have. */
export interface TemplateWords {
  readonly pairs: ReadonlySet<string>
  readonly shingles: ReadonlySet<string>
}

export const nameLength = 2
export const overviewLength = 4

const isOpen = ({ isTradeSecret }: Field): boolean => !isTradeSecret

/** The texts of the overview, by the names of their fields in the information. */
export const overviewFields = (['projectOverview', 'painPoints', 'innovation'] as const).filter((name) =>
  isOpen(informationFields[name]),
)

/** Those of the fields that are no trade secrets and fit. */
export const openFields = (fields: Fields, fits: (field: Field) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => isOpen(field) && fits(field)))

const isDescription = (field: Field) => ['text', 'dictionary'].includes(typeOf(field))

/** A list of equipment: where it stands, and those of its fields that describe a row. */
export interface EquipmentList {
  readonly part: string
  readonly name: string
  readonly field: Field
  readonly fields: Fields
}

/** Lines, systems, terminals, industrial networks and edge nodes. */
export const equipmentLists: readonly EquipmentList[] = [factory, facilities].flatMap(({ code, fields }) =>
  Object.entries(openFields(fields, ({ kind }) => kind === 'many')).map(([name, field]) => ({
    part: code,
    name,
    field,
    fields: openFields(field.fields ?? {}, isDescription),
  })),
)

export const equipmentRows = (documents: Documents, { part, name }: EquipmentList) =>
  asRows(asGroup(documents[part])[name])

const isBlankCell = (value: unknown) => value === null || value === undefined || value === ''

/** A row of equipment as it is compared: two of its values at least, as one alone says nothing. */
export const equipmentText = ({ part, name, fields }: EquipmentList, row: object): string | null => {
  const values = Object.keys(fields).map((key) => (row as Record<string, unknown>)[key])
  if (values.filter((value) => !isBlankCell(value)).length < 2) return null
  const letters = values.map((value) => (isBlankCell(value) ? '' : comparedText(String(value)).letters))
  return `${part}.${name}|${letters.join('|')}`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const codeOf = (value: unknown): string | null => textOf(value) || null

/** A name and a place alone, as of a project that was listed without a declaration. */
export const comparedName = (name: string, city: string | null, { pairs }: TemplateWords): ComparedFile => ({
  name: shingleSet([name], nameLength, pairs),
  site: { city, district: null, address: new Set() },
  equipment: new Set(),
  overview: new Set(),
})

export const comparedFile = (documents: Documents, words: TemplateWords): ComparedFile => {
  const information = documents.information ?? {}
  const rows = equipmentLists.flatMap((list) =>
    equipmentRows(documents, list).flatMap((row) => equipmentText(list, row) ?? []),
  )
  return {
    ...comparedName(textOf(information.projectName), null, words),
    site: {
      city: codeOf(information.city),
      district: codeOf(information.district),
      address: shingleSet([textOf(information.address)], nameLength),
    },
    equipment: new Set(rows),
    overview: shingleSet(
      overviewFields.map((name) => textOf(information[name])),
      overviewLength,
      words.shingles,
    ),
  }
}

const bandings = {
  name: { kind: 'name', bands: 6, rows: 2, atLeast: 3 },
  equipment: { kind: 'equipment', bands: 8, rows: 3, atLeast: 4 },
  overview: { kind: 'overview', bands: 24, rows: 3, atLeast: 30 },
} as const satisfies Record<string, Banding>

/** The bands by which a file is found: a name within its city, equipment and overview everywhere. */
export const bandsOfFile = ({ name, site, equipment, overview }: ComparedFile): number[] => [
  ...(site.city ? bandsOf(name, { ...bandings.name, kind: `name${site.city}` }) : []),
  ...bandsOf(equipment, bandings.equipment),
  ...bandsOf(overview, bandings.overview),
]

/** How much two files have in common, in percent by part. */
export interface Degrees {
  readonly name: number
  readonly site: number
  readonly equipment: number
  readonly overview: number
}

/** Twice what is common of both together, in percent; 100 only if they are equal. */
const shareOf = (one: ReadonlySet<string>, other: ReadonlySet<string>, atLeast: number): number => {
  if (one.size < atLeast || other.size < atLeast) return 0
  const common = [...one].filter((element) => other.has(element)).length
  return Math.floor((200 * common) / (one.size + other.size))
}

const mean = (values: readonly number[]) => Math.floor(values.reduce((sum, value) => sum + value, 0) / values.length)

/** Places in different cities have nothing in common; within one, district and address count as far as both say them. */
const siteDegree = (one: Site, other: Site): number => {
  if (!one.city || one.city !== other.city) return 0
  return mean([
    100,
    ...(one.district && other.district ? [one.district === other.district ? 100 : 0] : []),
    ...(one.address.size && other.address.size ? [shareOf(one.address, other.address, 1)] : []),
  ])
}

export const degreesOf = (one: ComparedFile, other: ComparedFile): Degrees => ({
  name: shareOf(one.name, other.name, bandings.name.atLeast),
  site: siteDegree(one.site, other.site),
  equipment: shareOf(one.equipment, other.equipment, bandings.equipment.atLeast),
  overview: shareOf(one.overview, other.overview, bandings.overview.atLeast),
})

/** From these degrees on two files are similar: by the overview, by the equipment, or by the name at one place. */
const limits = { name: 80, site: 50, equipment: 80, overview: 60 } as const

/** How similar two files are, in percent; 0 if they are not. */
export const degreeOf = ({ name, site, equipment, overview }: Degrees): number =>
  Math.max(
    overview >= limits.overview ? overview : 0,
    equipment >= limits.equipment ? equipment : 0,
    name >= limits.name && site >= limits.site ? Math.min(name, site) : 0,
  )
