import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { areas, entities } from '#contract/index.ts'
import { screens } from '#contract/plain-screens.ts'
import { menuSeeds } from '#server/engine/menu-seeds.ts'
import { routes } from '#server/routes.ts'
import { routeLines } from './support/route-lines.ts'

const expectedLines = readFileSync(new URL('routes.txt', import.meta.url), 'utf8')
const actualLines = routeLines(routes)

test('every address is listed in tests/routes.txt with its access', () => {
  const [before, current] = [expectedLines, actualLines].map((text) => new Set(text.split('\n'))) as [
    Set<string>,
    Set<string>,
  ]
  const changes = [
    ...[...current].filter((line) => !before.has(line)).map((line) => `+ ${line}`),
    ...[...before].filter((line) => !current.has(line)).map((line) => `- ${line}`),
  ]
  const advice =
    'The routes changed. Read each line; if they are meant, run `npm run routes` and commit tests/routes.txt.'
  expect(changes, advice).toEqual([])
  expect(actualLines, advice).toBe(expectedLines)
})

test('every address and name is unique', () => {
  const addresses = routes.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
  expect(addresses.filter((one, i) => addresses.indexOf(one) !== i)).toEqual([])
  const names = routes.map(({ name }) => name)
  expect(names.filter((one, i) => names.indexOf(one) !== i)).toEqual([])
})

test('only what visitors need is public', () => {
  const open = routes.filter(({ endpoint }) => endpoint.access === 'public').map(({ name }) => name.split('.')[0])
  expect([...new Set(open)].sort()).toEqual([
    // attachments of published releases
    ...[
      'agreements',
      'attach',
      'auth',
      'figureParts',
      'news',
      'openEdition',
      'portal',
      'publicProjects',
      'publicRecommend',
      'registration',
      'releasedNotices',
      'signOn',
      'siteMap',
      'statementPage',
      'upload',
    ],
  ])
})

test('every permission a route requires is in the menu for grants', () => {
  const grantable = new Set(menuSeeds(areas, Object.values(entities), screens).map(({ code }) => code))
  const requiredCodes = routes.flatMap(({ name, endpoint }) =>
    typeof endpoint.access === 'object' ? endpoint.access.perm.map((code) => [name, code] as const) : [],
  )
  expect(requiredCodes.length).toBeGreaterThan(80)
  expect(requiredCodes.filter(([, code]) => !grantable.has(code))).toEqual([])
})

test('every permission has at least one code', () => {
  const empty = routes.filter(({ endpoint: { access } }) => typeof access === 'object' && access.perm.length === 0)
  expect(empty.map(({ name }) => name)).toEqual([])
})
