import type { MenuNode } from '#contract/system/menu.ts'
import { screenPathOfMenu } from '#web/base/screen-paths.ts'
import { idOf } from './tabs.ts'

/** One entry of the sidebar; an entry with others below it opens them and leads nowhere itself. */
export interface Entry {
  readonly code: string
  readonly label: string
  readonly path: string
  /** Opened in a window of its own: another site's, or a menu that says so. */
  readonly isExternal: boolean
  readonly icon: string
  readonly below: readonly Entry[]
}

const isMenu = ({ category, path }: MenuNode) => category === 1 && Boolean(path)

const newWindowMode = 2

/** A menu's path that is no route of the console: an address of the web, or a page of HTML (wire-and-fields.md 3.1). */
const isAddress = (path: string): boolean => /^https?:/i.test(path) || path.includes('html')

/** Where a menu leads. Pages of other sites are never embedded (security R-28). */
const targetOf = ({ code, path, isOpen }: MenuNode, origin: string): Pick<Entry, 'path' | 'isExternal'> => {
  if (!path || !isAddress(path)) return { path: screenPathOfMenu(code) ?? path ?? '', isExternal: false }
  if (!URL.canParse(path, origin)) return { path, isExternal: false }
  const url = new URL(path, origin)
  if (isOpen === newWindowMode || url.origin !== origin) return { path: url.href, isExternal: true }
  const src = `${url.pathname}${url.search}${url.hash}`.replaceAll('#', '$')
  return { path: `/myiframe/urlPath?${new URLSearchParams({ src })}`, isExternal: false }
}

/** The sidebar of a menu tree: groups that nothing is below are left out. Names come in the reader's language. */
export const entriesOf = (nodes: readonly MenuNode[], origin: string = location.origin): Entry[] =>
  nodes.filter(isMenu).flatMap((node) => {
    const below = entriesOf(node.children ?? [], origin)
    const target = targetOf(node, origin)
    const isGroup = !node.parentId || node.parentId === '0'
    // an embedded page leads somewhere by itself, wherever it lies
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

/** Pages no menu leads to, with the codes of the menus they belong to: the first of them that is there. */
const menuCodesByPage: readonly (readonly [page: RegExp, codes: readonly string[]])[] = [
  [/^\/dict-(horizontal|vertical)\//, ['dict', 'dictbiz']],
]

/** The entries that lead to a page (`idOf` says which), from the top down; a page below an entry's own counts as its. */
export const trailTo = (entries: readonly Entry[], page: string): Entry[] => {
  const trail = findTrail(entries, ({ path }) => page === path || page.startsWith(`${path}/`))
  if (trail.length) return trail
  const codes = menuCodesByPage.find(([pattern]) => pattern.test(page))?.[1] ?? []
  return codes.map((code) => findTrail(entries, (entry) => entry.code === code)).find(({ length }) => length) ?? []
}

/** Every entry that leads somewhere. */
export const leavesOf = (entries: readonly Entry[]): Entry[] =>
  entries.flatMap((entry) => (entry.below.length ? leavesOf(entry.below) : [entry]))

/** The entries of the console whose name begins so, then those that contain it, whatever the case; all where nothing is typed. */
export const searchEntries = (entries: readonly Entry[], text: string): Entry[] => {
  const query = text.trim().toLowerCase()
  const matchIndex = ({ label }: Entry) => label.toLowerCase().indexOf(query)
  const matches = leavesOf(entries).filter((entry) => matchIndex(entry) >= 0)
  return [...matches.filter((entry) => matchIndex(entry) === 0), ...matches.filter((entry) => matchIndex(entry) > 0)]
}

/** What an address is in the menu, filters aside. */
export const pageOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  idOf({ path: pathname, search })
