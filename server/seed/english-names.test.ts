import { describe, expect, test } from 'vitest'
import { provinces } from '#contract/portal/provinces.ts'
import { region } from '#contract/system/region.ts'
import { cleanUp } from '../../tests/support/cleanup.ts'
import { cloneDatabase } from '../../tests/support/databases.ts'
import { openDatabase } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { industriesInEnglish, industryFacts, regionFacts, regionsInEnglish, seedBase } from './base.ts'

const openDb = async () => {
  const { db, close } = openDatabase(await cloneDatabase(), () => {})
  cleanUp(close)
  return db
}

describe('English names', () => {
  const regions = regionsInEnglish()
  const industries = industriesInEnglish()
  const sources = [
    ['regions', regionFacts(), regions],
    ['industries', industryFacts(), industries],
  ] as const

  test.each(sources)('exist for all %s, and for no other code', (_, facts, names) => {
    expect(facts.filter(([code]) => !names[code])).toEqual([])
    const codes = new Set(facts.map(([code]) => code))
    expect(Object.keys(names).filter((code) => !codes.has(code))).toEqual([])
  })

  test.each(sources)('are written in Latin letters and begin with a capital: %s', (_, __, names) => {
    expect(Object.entries(names).filter(([, name]) => !/^[A-Z][A-Za-z3ü',; -]*[a-z]$/.test(name))).toEqual([])
  })

  test.each(sources)('are unique among %s with the same parent', (_, facts, names) => {
    const namesInParents = facts.map(([code, , parent]) => `${parent} ${names[code]}`)
    expect(namesInParents.filter((name, i) => namesInParents.indexOf(name) !== i)).toEqual([])
  })

  test('of regions fit into their field', () => {
    const { max } = region.fields.nameEn
    expect(Object.values(regions).filter((name) => name.length > (max ?? 0))).toEqual([])
  })

  test('of provinces are the short names of the map', () => {
    for (const [code, [, name]] of Object.entries(provinces)) expect([code, regions[code]]).toEqual([code, name])
  })

  const pairs = (facts: readonly (readonly [string, string, ...unknown[]])[], names: Record<string, string>) =>
    facts.map(([code, name]) => `${name} ${names[code]}`)

  test('of regions end with the type of region', () => {
    const suffixes: Record<string, RegExp> = {
      市: / City$/,
      区: / (District|Area|Zone|Park|Cluster)$/,
      县: / County$/,
      旗: / Banner$/,
    }
    const counties = regionFacts().filter(([code, , parent]) => !/^(11|12|31|50|\d{2}90)/.test(code) && parent !== '00')
    const wrong = counties.filter(
      ([code, name, , level]) => level === 3 && !suffixes[name.at(-1) ?? '']?.test(regions[code] ?? ''),
    )
    expect(wrong.map(([, name]) => name)).toEqual([
      ...['保定白沟新城', '乌拉盖管理区管委会', '西沙群岛', '南沙群岛', '中沙群岛的岛礁及其海域', '大柴旦行政委员会'],
    ])
  })

  const expectedPairs = [
    ...['长子县 Zhangzi County', '长垣市 Changyuan City', '乐亭县 Laoting County', '乐清市 Yueqing City'],
    ...['乐陵市 Laoling City', '民乐县 Minle County', '大城县 Daicheng County', '大埔县 Dabu County'],
    ...['六合区 Luhe District', '洪洞县 Hongtong County', '繁峙县 Fanshi County', '蔚县 Yuxian County'],
    ...['井陉县 Jingxing County', '柏乡县 Baixiang County', '调兵山市 Diaobingshan City', '浚县 Xunxian County'],
    ...['盱眙县 Xuyi County', '句容市 Jurong City', '鄞州区 Yinzhou District', '嵊州市 Shengzhou City'],
    ...['缙云县 Jinyun County', '歙县 Shexian County', '黟县 Yixian County', '枞阳县 Zongyang County'],
    ...['涡阳县 Guoyang County', '蚌山区 Bengshan District', '濉溪县 Suixi County', '铅山县 Yanshan County'],
    ...['将乐县 Jiangle County', '长汀县 Changting County', '单县 Shanxian County', '莘县 Shenxian County'],
    ...['鄄城县 Juancheng County', "东阿县 Dong'e County", '牟平区 Muping District', '荥阳市 Xingyang City'],
    ...['荥经县 Yingjing County', '渑池县 Mianchi County', '泌阳县 Biyang County', '黄陂区 Huangpi District'],
    ...['宜都市 Yidu City', '曾都区 Zengdu District', '番禺区 Panyu District', '花都区 Huadu District'],
    ...['都匀市 Duyun City', '郫都区 Pidu District', '筠连县 Junlian County', '犍为县 Qianwei County'],
    ...['什邡市 Shifang City', '会理市 Huili City', '吴堡县 Wubu County', '柞水县 Zhashui County'],
    ...['宕昌县 Tanchang County', '尉氏县 Weishi County', '尉犁县 Yuli County', '旅顺口区 Lüshunkou District'],
    ...["西安区 Xi'an District", "临安区 Lin'an District", '昆山市 Kunshan City', '城区 Chengqu District'],
    ...['六枝特区 Liuzhi Special District', '沈北新区 Shenbei New Area', '苏州工业园区 Suzhou Industrial Park'],
    ...['井陉矿区 Jingxing Mining District', '兰州新区 Lanzhou New Area', '香格里拉市 Shangri-La City'],
    ...['喀什市 Kashgar City', '巴林左旗 Bairin Left Banner', '二连浩特市 Erenhot City', '桑珠孜区 Samzhubze District'],
    ...['莫力达瓦达斡尔族自治旗 Morin Dawa Daur Autonomous Banner', '管城回族区 Guancheng Hui District'],
    '积石山保安族东乡族撒拉族自治县 Jishishan Bonan, Dongxiang and Salar Autonomous County',
    '龙胜各族自治县 Longsheng Multi-Ethnic Autonomous County',
    '集成电路制造 Manufacture of Integrated Circuits',
    '新能源车整车制造 Manufacture of New Energy Vehicles',
    '酱油、食醋及类似制品制造 Manufacture of Soy Sauce, Vinegar and Similar Products',
    '三维（3D)打印技术推广服务 Promotion of 3D Printing Technology',
    '其他未列明制造业 Manufacturing Not Elsewhere Classified',
    '互联网生产服务平台 Internet Platforms for Production',
    '火力发电 Thermal Power Generation',
  ]

  test('are the established ones, also if a character has two readings', () => {
    const actualPairs = new Set([...pairs(regionFacts(), regions), ...pairs(industryFacts(), industries)])
    expect(expectedPairs.filter((pair) => !actualPairs.has(pair))).toEqual([])
  })
})

describe('the database of a platform', () => {
  test('that is new has English names for all regions, industries and dictionary entries', async () => {
    const { rows } = await sql<{ name: string }>`
      with named as (
        select name, name_en from region union all select name, name_en from industry
        union all select dict_value, dict_value_en from dict)
      select name from named where coalesce(name_en, '') = '' or name_en ~ '[一-龥]'`.execute(await openDb())
    expect(rows).toEqual([])
  })

  test('of an older version gets missing names and keeps names that users typed', async () => {
    const db = await openDb()
    await db.updateTable('region').set({ nameEn: null }).execute()
    await db.updateTable('industry').set({ nameEn: null }).execute()
    await db.updateTable('region').set({ nameEn: 'Soochow' }).where('code', '=', '320500').execute()
    await db.deleteFrom('seedMark').execute()
    await seedBase(db, null)
    const regionNames = db.selectFrom('region').select('nameEn').orderBy('code')
    const regions = await regionNames.where('code', 'in', ['320000', '320100', '320500', '320505']).execute()
    expect(regions.map(({ nameEn }) => nameEn)).toEqual(['Jiangsu', 'Nanjing', 'Soochow', 'Huqiu District'])
    const industryNames = db.selectFrom('industry').select('nameEn').orderBy('code')
    const industries = await industryNames.where('code', 'in', ['013', '0131', 'C']).execute()
    expect(industries.map(({ nameEn }) => nameEn)).toEqual([
      ...['Growing of Cotton, Fibre Crops, Sugar Crops and Tobacco', 'Growing of Cotton', 'Manufacturing'],
    ])
  })
})
