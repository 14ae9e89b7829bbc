import { beforeAll, describe, expect, test } from 'vitest'
import type { Documents } from '#contract/project/draft-values.ts'
import type { ComparedPlace } from '#contract/project/duplicates.ts'
import type { ReadablePlaces } from '#contract/project/readable.ts'
import type { App, Ctx } from '#server/engine/context.ts'
import { contextFor } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import { comparePlaces } from './compare-places.ts'
import { templateWords } from './template-words.ts'

let app: App
let ctx: Ctx

beforeAll(async () => {
  ;({ app } = await openPlatform())
  ctx = await contextFor(app)
})

const words = templateWords(undefined)
const compare = (own: Documents, other: Documents, readable: readonly ReadablePlaces[] = ['all', 'all']) =>
  comparePlaces(ctx, { own, other, words, readable })
const place = (places: readonly ComparedPlace[], label: string) => places.find((one) => one.label === label)
const textOf = (segments: ComparedPlace['own'] = []) => segments.map(({ text }) => text).join('')
const sameOf = (segments: ComparedPlace['own'] = []) => segments.flatMap(({ text, isSame }) => (isSame ? [text] : []))

const passage = '在冲压车间部署机器视觉并替代人工抽检'

describe('two files side by side', () => {
  test('have each text as it was typed, and the passage also where it stands in another field', async () => {
    const places = await compare(
      { information: { projectOverview: `首先，${passage}。`, painPoints: '人工成本高。' } },
      { information: { projectOverview: '另一段文字。', innovation: `其次：${passage}！` } },
    )
    expect(textOf(place(places, '项目概况')?.own)).toBe(`首先，${passage}。`)
    expect(sameOf(place(places, '项目概况')?.own)).toEqual([passage])
    expect(sameOf(place(places, '项目概况')?.other)).toEqual([])
    expect(place(places, '创新点')).toMatchObject({ own: [], part: 'overview' })
    expect(sameOf(place(places, '创新点')?.other)).toEqual([passage])
    expect(sameOf(place(places, '需求与痛点')?.own)).toEqual([])
  })

  test('do not mark words of the form', async () => {
    const label = '需求与痛点创新点网络安全等级保护'
    const places = await compare({ information: { innovation: label } }, { information: { innovation: label } })
    expect(textOf(place(places, '创新点')?.own)).toBe(label)
    // what stands across two labels is no word of the form
    expect(sameOf(place(places, '创新点')?.own).join('')).not.toContain('网络安全等级保护')
  })

  test('have the names of their places, equal or not, and the address by passages', async () => {
    const site = (district: string, address: string) => ({
      information: { province: '320000', city: '320500', district, address },
    })
    const places = await compare(site('320505', '竹园路209号'), site('320581', '竹园路88号'))
    const { own, other } = place(places, '建设地点') as ComparedPlace
    expect(sameOf(own).slice(0, 2)).toEqual(['江苏省', '苏州市'])
    expect(own[2]?.isSame).toBe(false)
    expect(own[2]?.text).not.toBe(other[2]?.text)
    expect(textOf(own)).toMatch(/竹园路209号$/)
  })

  test('have of equipment the rows of both, at most 50 of a list', async () => {
    const rows = (from: number, count: number) => ({
      factory: {
        lines: Array.from({ length: count }, (_, i) => ({
          lineName: `产线${from + i}`,
          workshop: '一车间',
          devices: from,
          taktBefore: 987.25,
        })),
      },
    })
    const lines = place(await compare(rows(0, 5), rows(3, 5)), '产线')
    expect(lines?.own.map(({ text }) => text.trim())).toEqual([
      '产线3 · 一车间 · 设备数 0',
      '产线4 · 一车间 · 设备数 0',
    ])
    expect(lines?.other.map(({ text }) => text.trim())).toEqual([
      '产线3 · 一车间 · 设备数 3',
      '产线4 · 一车间 · 设备数 3',
    ])
    expect(JSON.stringify(lines)).not.toContain('987')
    expect(place(await compare(rows(0, 60), rows(0, 60)), '产线')?.own).toHaveLength(50)
    expect(place(await compare(rows(0, 2), rows(7, 2)), '产线')).toBeUndefined()
  })

  test('show nothing that the reader does not read in one of both', async () => {
    const file: Documents = {
      information: {
        projectName: '数字化改造',
        city: '320500',
        address: '竹园路209号',
        projectOverview: passage,
        painPoints: passage,
      },
      factory: { lines: [{ lineName: '一号线', workshop: '一车间' }] },
    }
    const labels = async (...readable: ReadablePlaces[]) =>
      (await compare(file, file, readable)).map(({ label }) => label)
    expect(await labels('all', 'all')).toEqual(['项目名称', '建设地点', '项目概况', '需求与痛点', '产线'])
    expect(await labels('all', ['information.projectName', 'information.painPoints'])).toEqual([
      '项目名称',
      '需求与痛点',
    ])
    expect(await labels(['information.city'], ['information.city', 'factory'])).toEqual(['建设地点'])
    expect(await labels(['information.projectName'], ['factory'])).toEqual([])
  })

  test('may lack parts and values, or have values of other kinds', async () => {
    expect(await compare({}, {})).toEqual([])
    const odd: Documents = {
      information: { projectName: 5, city: null, projectOverview: ['x'] },
      factory: { lines: 'x' },
    }
    expect(await compare(odd, { facilities: { terminals: [null, 3, { model: 'A' }] } })).toEqual([])
  })
})
