import { describe, expect, test } from 'vitest'
import { areas, entities } from '#contract/index.ts'
import { post as action } from '#contract/kit/call.ts'
import { entity } from '#contract/kit/entity.ts'
import { text } from '#contract/kit/field.ts'
import { screens } from '#contract/plain-screens.ts'
import { routes } from '../routes.ts'
import { roleSeeds } from '../seed/roles.ts'
import { menuSeeds } from './menu-seeds.ts'

const seeds = menuSeeds(areas, Object.values(entities), screens)
const codes = seeds.map(({ code }) => code)

describe('the menus of the declarations', () => {
  test('have unique codes, and parents before children', () => {
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([])
    for (const [i, { parent }] of seeds.entries()) if (parent !== null) expect(codes.slice(0, i)).toContain(parent)
  })

  test('are areas, then screens, then buttons', () => {
    for (const { code, parent, category, action: place } of seeds) {
      const isButton = parent !== null && !(parent in areas)
      expect([code, category, place > 0]).toEqual([code, isButton ? 2 : 1, isButton])
    }
  })

  test('include every permission of a route, as it could not be granted otherwise', () => {
    const requiredCodes = routes.flatMap(({ endpoint }) =>
      typeof endpoint.access === 'object' ? endpoint.access.perm : [],
    )
    expect([...new Set(requiredCodes)].filter((code) => !codes.includes(code))).toEqual([])
  })

  test('include every code of the seeded roles', () => {
    const roleCodes = roleSeeds.flatMap((role) => role.codes.map((code) => code.replace(/_\*$/, '')))
    expect(roleCodes.filter((code) => !codes.includes(code))).toEqual([])
  })

  test('are numbered from one below each parent', () => {
    for (const parent of new Set(seeds.map((seed) => seed.parent))) {
      const sorts = seeds.filter((seed) => seed.parent === parent).map(({ sort }) => sort)
      expect(sorts).toEqual(sorts.map((_, i) => i + 1))
    }
  })

  test('have the paths of the family’s clients, also for screens without an entity', () => {
    const pathOf = (code: string) => seeds.find((seed) => seed.code === code)?.path
    expect(['role', 'flow_model', 'flow_deploy', 'permission_lens'].map(pathOf)).toEqual([
      '/authority/role',
      '/flow/model',
      '/flow/deploy',
      '/system/permission-lens',
    ])
  })

  test('have texts in both languages', () => {
    for (const { code, label } of seeds) expect([code, label.every(Boolean)]).toEqual([code, true])
  })
})

describe('the menu of one entity', () => {
  const thing = entity('system', 'smallThing', ['小物', 'Small thing'], {
    fields: { thingName: text('名称', 'Name') },
    actions: { lockUp: action({}, { button: { at: 'row', label: ['锁定', 'Lock'] } }) },
    perms: { exportAll: ['全部导出', 'Export all'] },
  })

  test('is its screen, with a button for each permission at its place', () => {
    const [area, screen, ...buttons] = menuSeeds({ system: { label: ['系统', 'System'], source: 's' } }, [thing])
    expect(area).toMatchObject({ code: 'system', parent: null, path: '/system', category: 1, action: 0 })
    expect(screen).toMatchObject({ code: 'small_thing', parent: 'system', path: '/system/small-thing', alias: 'menu' })
    expect(buttons.map(({ code, action: place, label }) => [code, place, label[0]])).toEqual([
      ['small_thing_add', 1, '新增'],
      ['small_thing_edit', 2, '编辑'],
      ['small_thing_delete', 3, '删除'],
      ['small_thing_lock_up', 2, '锁定'],
      ['small_thing_export', 1, '导出'],
      ['small_thing_import', 1, '导入'],
      ['small_thing_export_all', 2, '全部导出'],
    ])
    expect(buttons[0]).toMatchObject({ alias: 'add', path: '/caict-system/small-thing', parent: 'small_thing' })
  })

  test('does not exist without a menu of the area', () => {
    expect(menuSeeds({}, [thing])).toEqual([])
  })

  test('of a screen without an entity is below its area, with its own name and no buttons', () => {
    const lens = { area: 'system', name: 'smallLens', label: ['小镜', 'Small lens'] } as const
    const menus = menuSeeds({ system: { label: ['系统', 'System'], source: 's' } }, [], [lens])
    expect(menus.map(({ code }) => code)).toEqual(['system', 'small_lens'])
    expect(menus[1]).toMatchObject({
      parent: 'system',
      path: '/system/small-lens',
      category: 1,
      source: 'iconfont icon-caidan sign-small_lens',
    })
    expect(menuSeeds({}, [], [lens])).toEqual([])
  })
})
