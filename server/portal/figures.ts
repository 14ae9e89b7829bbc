import { notFound } from '#contract/kit/fail.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import type { FigureWithParts } from '#contract/portal/figure-parts.ts'
import { type FigureKey, figureWords } from '#contract/portal/figure-words.ts'
import type { Figure, Item, Statistics } from '#contract/portal/portal.ts'
import { provinces } from '#contract/portal/provinces.ts'
import type { PlaceCell } from '../project/figures/listed.ts'
import { type Counts, type PartCount, type PlaceCount, placesOf, type Totals } from './counts.ts'

/** One province or city of the map; `value` is the number of listed projects, `value2` their investment in 亿元. */
export interface Place {
  name: string
  code: string
  value: number
  value2: number
  developIndex: number
  /** 0 if there is no data, which differs from no projects. */
  hasData: number
}

export interface Figures {
  statistics: Statistics
  /** The provinces, or the cities of the province `code`; of one year, or of all. */
  map: (code: string | null, year: string | null) => Place[]
  /** The operators with their number of projects, of one province or all, of one year or all. */
  operators: (code: string | null, year: string | null) => Figure[]
  /** The parts of each figure in the figure's unit, largest first. */
  parts: Readonly<Record<FigureWithParts, PartCount[]>>
}

const round = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits
/** 万元 → 亿元 */
export const hundredMillions = (tenThousands: number) => round(tenThousands / 10_000, 2)

/** Provinces outside the programme: without projects they count as having no data. */
const nonParticipating = ['710000', '810000', '820000']

interface Maxima {
  readonly projects: number
  readonly investment: number
}

/** 0 to 100: projects (50) and investment (30), both relative to the maximum on a log scale, and breadth of scenarios (20). */
const developIndex = (place: PlaceCount, maxima: Maxima): number => {
  const share = (value: number, top: number) => (top > 0 ? Math.log(1 + value) / Math.log(1 + top) : 0)
  const invested = share(place.investment / 10_000, maxima.investment / 10_000)
  return round(50 * share(place.projects, maxima.projects) + 30 * invested + 20 * Math.min(1, place.scenes / 20), 1)
}

/** Figures of all named places, including those without projects. */
const mapOf = (places: readonly PlaceCount[], names: Iterable<readonly [string, Text]>, lang: Lang): Place[] => {
  const maxima = {
    projects: Math.max(0, ...places.map(({ projects }) => projects)),
    investment: Math.max(0, ...places.map(({ investment }) => investment)),
  }
  const byCode = new Map(places.map((row) => [row.code, row]))
  return [...names].map(([code, name]) => {
    const place = byCode.get(code) ?? { code, projects: 0, investment: 0, terminals: 0, scenes: 0 }
    return {
      name: localize(name, lang),
      code,
      value: place.projects,
      value2: hundredMillions(place.investment),
      developIndex: developIndex(place, maxima),
      hasData: place.projects > 0 || !nonParticipating.includes(code) ? 1 : 0,
    }
  })
}

const itemsOf = (totals: Totals, lang: Lang): Item[] => {
  const values: Record<FigureKey, number> = { ...totals, investment: hundredMillions(totals.investment) }
  return (Object.keys(figureWords) as FigureKey[]).map((key) => {
    const { name, unit } = figureWords[key]
    return { key, name: localize(name, lang), value: values[key], unit: localize(unit, lang) }
  })
}

/** Cities of a province, and other direct children with projects: municipalities have only districts. */
const citiesOf = (code: string, cells: readonly PlaceCell[], regions: ReadonlyMap<string, Text>): [string, Text][] => {
  const citiesInProvince = [...regions].filter(
    ([regionCode]) =>
      regionCode !== code &&
      regionCode.startsWith(code.slice(0, 2)) &&
      regionCode.endsWith('00') &&
      !regionCode.endsWith('0000'),
  )
  const cities = new Map(citiesInProvince)
  for (const { city } of cells) if (city !== code) cities.set(city, regions.get(city) ?? [city, city])
  return [...cities].sort(([a], [b]) => a.localeCompare(b, 'en'))
}

const largestFirst = (parts: readonly PartCount[]): PartCount[] =>
  parts.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value || (a.code < b.code ? -1 : 1))

const partsOf = ({ cells, divisions, scenes, networks }: Counts): Figures['parts'] => {
  const provinces = placesOf(cells, 'province')
  const byProvince = (what: 'projects' | 'investment' | 'terminals') =>
    largestFirst(provinces.map(({ code, [what]: value }) => ({ code, value })))
  return {
    projects: byProvince('projects'),
    networks: largestFirst(networks.map(({ code, networks: value }) => ({ code, value }))),
    investment: byProvince('investment').map(({ code, value }) => ({ code, value: hundredMillions(value) })),
    terminals: byProvince('terminals'),
    divisions: largestFirst(divisions),
    scenes: largestFirst(scenes),
  }
}

/** The figures in one language, calculated from the counts. */
export const figuresOf = (counts: Counts, asOf: string, lang: Lang, regions: ReadonlyMap<string, Text>): Figures => {
  const { cells, operators, operatorCells, totals } = counts
  const cache = new Map<string, Place[]>()
  const countPlaces = (code: string | null, year: string | null) => {
    const selectedCells = cells.filter((cell) => (!year || cell.year === year) && (!code || cell.province === code))
    return code
      ? mapOf(placesOf(selectedCells, 'city'), citiesOf(code, selectedCells, regions), lang)
      : mapOf(placesOf(selectedCells, 'province'), Object.entries(provinces), lang)
  }
  const map: Figures['map'] = (code, year) => {
    if (code && !Object.hasOwn(provinces, code)) throw notFound()
    const key = `${code}|${year}`
    const places = cache.get(key) ?? countPlaces(code, year)
    // years without projects are not cached: callers may send any year
    if (!year || cells.some((cell) => cell.year === year)) cache.set(key, places)
    return places
  }
  const operatorFigures: Figures['operators'] = (code, year) => {
    if (code && !Object.hasOwn(provinces, code)) throw notFound()
    const selectedCells = operatorCells.filter(
      (cell) => (!year || cell.year === year) && (!code || cell.province === code),
    )
    const countOf = (key: number) => selectedCells.reduce((sum, cell) => sum + (cell.key === key ? cell.value : 0), 0)
    return operators.map(({ key, name }) => ({ name: localize(name, lang), key, value: countOf(key) }))
  }
  const ranked = map(null, null)
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || b.value2 - a.value2)
  return {
    map,
    operators: operatorFigures,
    parts: partsOf(counts),
    statistics: {
      Operator: operatorFigures(null, null),
      Province: ranked.map(({ name, code, value, value2 }) => ({ name, code, value, value2 })),
      Item: itemsOf(totals, lang),
      StandNumber: totals.benchmarks,
      asOf,
      demo: totals.demo === 1,
      years: [...new Set(cells.flatMap(({ year }) => year ?? []))].sort(),
    },
  }
}
