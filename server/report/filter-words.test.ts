import { beforeAll, expect, test } from 'vitest'
import type { Lang } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { library } from '#contract/project/library.ts'
import { filteredDeclaration } from '#contract/project/readings.ts'
import { report } from '#contract/report/report.ts'
import { openPlatform, type Platform } from '../../tests/support/platform.ts'
import type { UserCtx } from '../engine/context.ts'
import { filterWords } from './filter-words.ts'

let platform: Platform
beforeAll(async () => {
  platform = await openPlatform()
})

const ctxOf = (lang: Lang) => ({ app: platform.app, db: platform.db, lang, cacheVersions: {} }) as unknown as UserCtx

test.each([
  ['province=320000', '省份 江苏省', 'Province Jiangsu'],
  ['city=320500', '城市 苏州市', 'City Suzhou'],
  ['operator=2', '运营商 中国电信', 'Operator China Telecom'],
  ['isBenchmark=1', '标杆项目 1', 'Benchmark project 1'],
  ['scenes=1', '应用场景 协同研发设计', 'Scenarios Collaborative R&D'],
  ['investment_ge=1234567.5', '总投资（万元）不小于 1,234,567.5', 'Investment (10k yuan), at least 1,234,567.5'],
  ['investment_null=1', '总投资（万元） 未填写', 'Investment (10k yuan) Not filled in'],
  ['year_notnull=1', '年份 已有', 'Year any'],
  ['year_notequal=2025', '年份 ≠ 2025', 'Year ≠ 2025'],
  [
    'listedAt_dategt=2026-01-01&listedAt_datelt=2026-06-30',
    '入库时间 2026-01-01 至 2026-06-30',
    'Listed at 2026-01-01 – 2026-06-30',
  ],
  ['listedAt_datelt=2026-06-30', '入库时间 2026-06-30 止', 'Listed at until 2026-06-30'],
  ['keyword=5G', '关键词 5G', 'Keyword 5G'],
  // values that nothing has any more stand as they are
  ['operator=99', '运营商 99', 'Operator 99'],
])('%s is said as the pages say it', async (filters, chinese, english) => {
  expect(await filterWords(ctxOf('zh'), library, filters)).toEqual([chinese])
  expect(await filterWords(ctxOf('en'), library, filters)).toEqual([english])
})

test('several conditions are said in their order, and parameters that are none not at all', async () => {
  expect(await filterWords(ctxOf('zh'), library, 'year=2025&size=10&operator=1')).toEqual([
    '年份 2025',
    '运营商 中国移动',
  ])
  expect(await filterWords(ctxOf('zh'), library, '')).toEqual([])
})

test('yes and no are said in words', async () => {
  expect(await filterWords(ctxOf('zh'), report, 'isPublished=1')).toEqual(['是否公告 是'])
  expect(await filterWords(ctxOf('en'), report, 'isPublished=0')).toEqual(['Published No'])
})

test('a field by which a list is filtered is named although its rows do not have it', async () => {
  const words = await filterWords(ctxOf('zh'), filteredDeclaration, 'returnPart=material')
  expect(words).toEqual(['退回意见所在部分 证明材料'])
})

test('the stages that a report of declarations always leaves out are named', async () => {
  const words = await filterWords(ctxOf('zh'), declaration, 'declareStatus_ge=10&declareStatus_notequal=90')
  expect(words).toEqual(['申报状态 ≥ 已提交', '申报状态 ≠ 已撤回'])
})
