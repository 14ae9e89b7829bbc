import { expect, test } from 'vitest'
import { regionFacts } from '../base.ts'
import { shortName } from './places.ts'

test.each([
  ['苏州市', '苏州'],
  ['延边朝鲜族自治州', '延边'],
  ['恩施土家族苗族自治州', '恩施'],
  ['巴音郭楞蒙古自治州', '巴音郭楞'],
  ['海西蒙古族藏族自治州', '海西'],
  ['克孜勒苏柯尔克孜自治州', '克孜勒苏'],
  ['海南藏族自治州', '海南州'],
  ['锡林郭勒盟', '锡林郭勒'],
  ['大兴安岭地区', '大兴安岭'],
])('%s is %s for short', (name, short) => {
  expect(shortName(name)).toBe(short)
})

test('no city keeps the name of a people in its short name', () => {
  const prefectures = regionFacts().flatMap(([, name]) => (name.endsWith('自治州') ? [name] : []))
  expect(prefectures).toHaveLength(30)
  expect(prefectures.map(shortName).filter((short) => /[族古]$|自治/.test(short))).toEqual([])
})
