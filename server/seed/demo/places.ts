import { mayDeclare } from '#contract/project/trades.ts'
import { industryFacts, regionFacts } from '../base.ts'
import type { Random } from './random.ts'

/** Projects and investment (亿元) of each province: invented figures, in the order of the public lists. */
export const provincePlan: readonly (readonly [code: string, projects: number, investment: number])[] = [
  ['320000', 205, 63.5],
  ['330000', 126, 42.8],
  ['440000', 110, 39.6],
  ['420000', 95, 27.5],
  ['350000', 77, 25.4],
  ['340000', 74, 22.2],
  ['360000', 66, 17.8],
  ['370000', 64, 22.4],
  ['510000', 58, 18.6],
  ['130000', 48, 14.4],
  ['410000', 40, 12.4],
  ['430000', 38, 12.9],
  ['500000', 32, 11.5],
  ['210000', 28, 8.1],
  ['310000', 27, 8.9],
  ['140000', 24, 7.2],
  ['450000', 20, 5.4],
  ['110000', 19, 6.6],
  ['610000', 18, 5.8],
  ['530000', 16, 4.8],
  ['150000', 14, 4.3],
  ['120000', 13, 4.4],
  ['520000', 10, 3.6],
  ['220000', 8, 2.3],
  ['230000', 7, 2.3],
  ['620000', 6, 1.8],
  ['650000', 6, 1.6],
  ['640000', 5, 1.8],
  ['460000', 3, 1.0],
  ['630000', 2, 0.6],
  ['540000', 1, 0.3],
]

export interface Place {
  province: string
  city: string
  district: string | null
  /** The start of a company's name, such as 苏州 or 北京. */
  name: string
}

const regions = regionFacts()
const childRegions = new Map<string, (typeof regions)[number][]>()
for (const region of regions) childRegions.set(region[2], [...(childRegions.get(region[2]) ?? []), region])

/** The peoples in the names of autonomous prefectures, which short names leave out. */
const peoples =
  /(朝鲜族|土家族|苗族|藏族|羌族|彝族|布依族|侗族|哈尼族|壮族|傣族|白族|景颇族|傈僳族|回族|蒙古族?|柯尔克孜|哈萨克){1,5}自治州$/

/** 苏州 for 苏州市, 延边 for 延边朝鲜族自治州; 海南州 for a prefecture that has the name of a province. */
export const shortName = (name: string): string => {
  const short = name.replace(peoples, '').replace(/(市|地区|自治州|盟|特别行政区)$/, '')
  return short !== name && name.endsWith('自治州') && regions.some(([, province]) => province === `${short}省`)
    ? `${short}州`
    : short
}

/** A random place in the province or city of this code. */
export const placeIn = (random: Random, code: string): Place => {
  const province = `${code.slice(0, 2)}0000`
  const cities = (childRegions.get(province) ?? []).filter(
    ([city, name]) => !/直辖|^县$/.test(name) && (code === province || city === code),
  )
  const [city, cityName] = random.pick(cities)
  const districts = childRegions.get(city) ?? []
  const provinceName = regions.find(([code]) => code === province)?.[1] ?? ''
  const name = cityName === '市辖区' ? shortName(provinceName) : shortName(cityName)
  return { province, city, district: districts.length ? random.pick(districts)[0] : null, name }
}

const industries = industryFacts()
const childIndustries = new Map<string, (typeof industries)[number][]>()
for (const industry of industries)
  if (industry[2]) childIndustries.set(industry[2], [...(childIndustries.get(industry[2]) ?? []), industry])

/** Industry divisions, a word for company names, and a weight by frequency in the public lists. */
const trades: readonly (readonly [division: string, word: string, weight: number])[] = [
  ['39', '电子', 16],
  ['34', '机械', 12],
  ['38', '电气', 12],
  ['31', '钢铁', 8],
  ['26', '化工', 8],
  ['36', '汽车零部件', 8],
  ['30', '建材', 6],
  ['44', '能源', 6],
  ['17', '纺织', 5],
  ['06', '矿业', 5],
  ['27', '医药', 4],
  ['33', '金属制品', 3],
  ['35', '智能装备', 4],
  ['37', '船舶', 2],
  ['32', '有色金属', 3],
  ['29', '橡塑', 2],
  ['14', '食品', 2],
  ['15', '饮料', 1],
  ['40', '仪器', 2],
  ['28', '化纤', 1],
  ['21', '家居', 1],
  ['18', '服饰', 1],
  ['22', '纸业', 1],
  ['25', '石化', 2],
  ['08', '矿山', 1],
  ['13', '粮油', 1],
  ['55', '港务', 2],
  ['46', '水务', 1],
  ['45', '燃气', 1],
]

export interface Trade {
  word: string
  /** Codes from section to class; null where the classification has no deeper level. */
  chain: [string, string, string | null, string | null]
  products: string
}

const sections = new Map(
  industries.filter(([, , , level]) => level === 2).map(([code, , parent]) => [code, parent as string]),
)

export const tradeFor = (random: Random): Trade => {
  const [division, word] = random.weighted(trades.map((trade) => [trade, trade[2]] as const))
  const lower = (code: string) => (childIndustries.get(code) ?? []).filter(([one]) => mayDeclare(one))
  const group = random.pick(lower(division))
  const kinds = group ? lower(group[0]) : []
  const kind = group ? random.pick(kinds.length ? kinds : [undefined]) : undefined
  return {
    word,
    chain: [sections.get(division) ?? 'C', division, group?.[0] ?? null, kind?.[0] ?? null],
    products: kind?.[1] ?? group?.[1] ?? word,
  }
}
