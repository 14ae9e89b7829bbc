import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { matchPath } from 'react-router'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { kebab, type Text } from '#contract/kit/text.ts'
import { screenPathOf } from '#web/base/screen-paths.ts'

type Loaded = LazyExoticComponent<ComponentType>

/** A screen whose code is loaded when it is first opened. */
const screen = <N extends string>(load: () => Promise<{ readonly [name in N]: ComponentType }>, name: N): Loaded =>
  lazy(async () => {
    const component: ComponentType = (await load())[name]
    return { default: component }
  })

export interface Screen {
  /** Pattern of the address; the screen reads its parameters with `useMatch(at)`. */
  readonly at: string
  readonly shows: Loaded
  /** Label of its tab, if no menu names it. */
  readonly label?: Text
}

/** Custom screens. An entity that is not listed gets `DefaultScreen`. */
export const screens: readonly Screen[] = [
  { at: '/project/declaration', shows: screen(() => import('./project/declaration.tsx'), 'Declarations') },
  {
    at: '/project/declaration/:id',
    shows: screen(() => import('./project/review.tsx'), 'Review'),
    label: ['申报审核', 'Review'],
  },
  { at: '/system/user', shows: screen(() => import('./system/user.tsx'), 'Users') },
  { at: '/system/role', shows: screen(() => import('./system/role.tsx'), 'Roles') },
  { at: '/system/dept', shows: screen(() => import('./system/dept.tsx'), 'Departments') },
  { at: '/system/menu', shows: screen(() => import('./system/menu.tsx'), 'Menus') },
  { at: '/system/top-menu', shows: screen(() => import('./system/top-menu.tsx'), 'TopMenus') },
  { at: '/system/data-scope', shows: screen(() => import('./system/data-scope.tsx'), 'DataScopes') },
  { at: '/system/api-scope', shows: screen(() => import('./system/api-scope.tsx'), 'ApiScopes') },
  { at: '/system/permission-lens', shows: screen(() => import('./system/permission-lens.tsx'), 'PermissionLens') },
  { at: '/system/param', shows: screen(() => import('./system/param.tsx'), 'Parameters') },
  { at: '/system/dict', shows: screen(() => import('./system/dict.tsx'), 'Dictionaries') },
  { at: '/system/client', shows: screen(() => import('./system/client.tsx'), 'Clients') },
  { at: '/system/dict-biz', shows: screen(() => import('./system/dict.tsx'), 'BusinessDictionaries') },
  { at: '/system/tenant', shows: screen(() => import('./system/tenant.tsx'), 'Tenants') },
  { at: '/system/tenant-package', shows: screen(() => import('./system/tenant-package.tsx'), 'TenantPackages') },
  { at: '/system/region', shows: screen(() => import('./system/region.tsx'), 'Regions') },
  { at: '/storage/attach', shows: screen(() => import('./storage/attach.tsx'), 'Attachments') },
  { at: '/storage/oss', shows: screen(() => import('./storage/oss.tsx'), 'Storages') },
  { at: '/storage/sms', shows: screen(() => import('./storage/sms.tsx'), 'Providers') },
  { at: '/log/audit', shows: screen(() => import('./log/audit.tsx'), 'Audit') },
  { at: '/log/log-error', shows: screen(() => import('./log/log-error.tsx'), 'ErrorLog') },
  { at: '/log/log-usual', shows: screen(() => import('./log/log-usual.tsx'), 'EventLog') },
  { at: '/log/log-api', shows: screen(() => import('./log/log-api.tsx'), 'CallLog') },
  { at: '/news/press-release', shows: screen(() => import('./news/press-release.tsx'), 'PressReleases') },
  { at: '/news/file-release', shows: screen(() => import('./news/file-release.tsx'), 'FileReleases') },
  { at: '/project/library', shows: screen(() => import('./project/library.tsx'), 'Library') },
]

export const screenAt = (path: string): Screen | undefined => screens.find(({ at }) => matchPath(at, path))

/** The entity of an address, by its area and name: /system/data-scope, or a subpath of it. */
export const entityAt = (path: string): AnyEntity | undefined => {
  const [area, name] = path.split('/').slice(1)
  return (Object.values(entities) as AnyEntity[]).find((one) => one.area === area && kebab(one.name) === name)
}

/** Whether the address is the entity's own screen and not a subpath. */
export const isScreenOf = (entity: AnyEntity, path: string): boolean => path === screenPathOf(entity)
