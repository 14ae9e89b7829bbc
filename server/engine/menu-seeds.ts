import { consoleWords } from '#contract/console-words.ts'
import { exportCallsOf, listVerbOf } from '#contract/job/exporting.ts'
import { importOf, importWords } from '#contract/job/importing.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity, Area } from '#contract/kit/entity.ts'
import { kebab, snake, type Text } from '#contract/kit/text.ts'
import type { PlainScreen } from '#contract/plain-screens.ts'
import { sourceOf } from '#contract/system/menu-icons.ts'
import { words } from '#contract/words.ts'

/** One declared row of the menu table; `parent` is the code of its parent. */
export interface MenuSeed {
  readonly code: string
  readonly parent: string | null
  readonly label: Text
  readonly path: string
  readonly alias: string
  readonly source: string
  readonly category: 1 | 2
  readonly action: 0 | 1 | 2 | 3
  readonly sort: number
}

const standardLabels: Readonly<Record<string, Text>> = {
  add: words.add,
  edit: consoleWords.edit,
  delete: words.remove,
  view: words.view,
}
const actionByPlace = { toolbar: 1, row: 2, bulk: 3 } as const

const buttonsOf = (entity: AnyEntity): Map<string, { label: Text; action: 1 | 2 | 3 }> => {
  const isOfEntity = (code: string) => code.startsWith(`${entity.code}_`)
  const buttons = new Map<string, { label: Text; action: 1 | 2 | 3 }>()
  const exports = listVerbOf(entity) ? Object.values(exportCallsOf(entity)) : []
  for (const endpoint of [...Object.values(entity.calls as Record<string, Endpoint>), ...exports]) {
    if (typeof endpoint.access !== 'object') continue
    for (const code of endpoint.access.perm.filter(isOfEntity)) {
      const suffix = code.slice(entity.code.length + 1)
      const place =
        endpoint.button?.at ?? (['add', 'export'].includes(suffix) ? 'toolbar' : suffix === 'delete' ? 'bulk' : 'row')
      if (!buttons.has(code))
        buttons.set(code, { label: standardLabels[suffix] ?? endpoint.label, action: actionByPlace[place] })
    }
  }
  const imports = importOf(entity)
  if (imports) buttons.set(imports.perm, { label: importWords, action: actionByPlace.toolbar })
  for (const [suffix, label] of Object.entries((entity.perms ?? { view: standardLabels.view }) as Record<string, Text>))
    buttons.set(`${entity.code}_${snake(suffix)}`, { label, action: 2 })
  return buttons
}

const menuOf = (entity: AnyEntity, sort: number): MenuSeed[] => {
  const menu = {
    code: entity.code,
    parent: entity.area,
    label: entity.label,
    path: entity.screen ?? `/${entity.area}/${kebab(entity.name)}`,
  }
  const buttons = [...buttonsOf(entity)].map(
    ([code, { label, action }], i): MenuSeed => ({
      code,
      parent: entity.code,
      label,
      action,
      category: 2,
      sort: i + 1,
      path: entity.path.replace(/^\/api/, ''),
      alias: code.slice(entity.code.length + 1),
      source: '',
    }),
  )
  return [{ ...menu, alias: 'menu', source: sourceOf(snake(entity.name)), category: 1, action: 0, sort }, ...buttons]
}

const menuOfScreen = ({ area, name, label, screen }: PlainScreen, sort: number): MenuSeed => ({
  code: snake(name),
  parent: area,
  label,
  path: screen ?? `/${area}/${kebab(name)}`,
  sort,
  alias: 'menu',
  source: sourceOf(snake(name)),
  category: 1,
  action: 0,
})

const menusOfArea = (area: string, entities: readonly AnyEntity[], screens: readonly PlainScreen[]): MenuSeed[] => {
  const menus = entities
    .filter((entity) => entity.area === area && entity.hasMenu !== false)
    .map((entity) => (sort: number) => menuOf(entity, sort))
  for (const screen of screens.filter((one) => one.area === area))
    menus.splice((screen.place ?? menus.length + 1) - 1, 0, (sort) => [menuOfScreen(screen, sort)])
  return menus.flatMap((menuAt, i) => menuAt(i + 1))
}

/** What the menu table is seeded with, areas first: menus and buttons of entities, and menus of screens without an entity. */
export const menuSeeds = (
  areas: Partial<Record<Area, { readonly label: Text; readonly source: string }>>,
  entities: readonly AnyEntity[],
  screens: readonly PlainScreen[] = [],
): MenuSeed[] =>
  Object.entries(areas).flatMap(([area, { label, source }], i) => [
    {
      code: area,
      parent: null,
      label,
      path: `/${area}`,
      alias: 'menu',
      source: sourceOf(source),
      category: 1 as const,
      action: 0 as const,
      sort: i + 1,
    },
    ...menusOfArea(area, entities, screens),
  ])
