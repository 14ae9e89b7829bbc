import type { MenuNode } from '#contract/system/menu.ts'
import { screenPathOfMenu } from '#web/base/page/screen-paths.ts'
import { idOf } from './open-tabs.ts'

/** One entry of the sidebar; an entry with children expands and has no page of its own. */
export interface Entry {
  readonly code: string
  readonly label: string
  readonly path: string
  /** Opens in a new window: another site, or a menu configured to do so. */
  readonly isExternal: boolean
  readonly icon: string
  readonly below: readonly Entry[]
}

const isMenu = ({ category, path }: MenuNode) => category === 1 && Boolean(path)

const newWindowMode = 2

/** Whether a menu's path is not a route of the console: a web address or an HTML page. */
const isAddress = (path: string): boolean => /^https?:/i.test(path) || path.includes('html')

/** The target of a menu. Pages of other sites are never embedded. */
const targetOf = ({ code, path, isOpen }: MenuNode, origin: string): Pick<Entry, 'path' | 'isExternal'> => {
  if (!path || !isAddress(path)) return { path: screenPathOfMenu(code) ?? path ?? '', isExternal: false }
  if (!URL.canParse(path, origin)) return { path, isExternal: false }
  const url = new URL(path, origin)
  if (isOpen === newWindowMode || url.origin !== origin) return { path: url.href, isExternal: true }
  const src = `${url.pathname}${url.search}${url.hash}`.replaceAll('#', '$')
  return { path: `/myiframe/urlPath?${new URLSearchParams({ src })}`, isExternal: false }
}

/** The sidebar entries of a menu tree; empty groups are left out. Names come in the reader's language. */
export const entriesOf = (nodes: readonly MenuNode[], origin: string = location.origin): Entry[] =>
  nodes.filter(isMenu).flatMap((node) => {
    const below = entriesOf(node.children ?? [], origin)
    const target = targetOf(node, origin)
    const isGroup = !node.parentId || node.parentId === '0'
    // an embedded page is a target by itself, even in a group
    const isEmbedded = isAddress(node.path ?? '') && target.path !== node.path
    if (isGroup && below.length === 0 && !isEmbedded) return []
    return [{ code: node.code, label: node.name, ...target, icon: node.source ?? '', below }]
  })

const findTrail = (entries: readonly Entry[], isTarget: (entry: Entry) => boolean): Entry[] => {
  for (const entry of entries) {
    const childTrail = findTrail(entry.below, isTarget)
    if (childTrail.length) return [entry, ...childTrail]
    if (entry.below.length === 0 && isTarget(entry)) return [entry]
  }
  return []
}

/** Pages without a menu of their own, with the codes of the menus they belong to; the first existing one applies. */
const menuCodesByPage: readonly (readonly [page: RegExp, codes: readonly string[]])[] = [
  [/^\/dict-(horizontal|vertical)\//, ['dict', 'dictbiz']],
]

/** The entries on the way to a page (an `idOf` result), from the top down; a subpath of an entry belongs to it. */
export const trailTo = (entries: readonly Entry[], page: string): Entry[] => {
  const trail = findTrail(entries, ({ path }) => page === path || page.startsWith(`${path}/`))
  if (trail.length) return trail
  const codes = menuCodesByPage.find(([pattern]) => pattern.test(page))?.[1] ?? []
  return codes.map((code) => findTrail(entries, (entry) => entry.code === code)).find(({ length }) => length) ?? []
}

/** All entries without children. */
export const leavesOf = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => (entry.below.length ? leavesOf(entry.below) : [entry]))

/** The menu page of an address, without filters. */
export const pageOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  idOf({ path: pathname, search })
