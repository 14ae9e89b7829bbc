import type { Plugin } from 'vite'

interface Module {
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
  readonly dynamicImporters: readonly string[]
  readonly code: string | null
  readonly isEntry: boolean
}

type Modules = ReadonlyMap<string, Module>

const isHome = (page: string) => page.endsWith('/portal/home/home.tsx')
const isFrame = (page: string) => page.endsWith('/admin/console.tsx')

const isDesk = (page: string) => page.endsWith('/admin/desk/desk.tsx')

const isPlainList = (page: string) => /\/admin\/(system|log|storage)\//.test(page)
/** Lists of rows below each other, which load their levels. */
const isTree = (page: string) => /\/admin\/system\/[a-z]+\/(dept|menu|data-scope|api-scope)\./.test(page)

const declarations = 'declare/|my-matters/|project-details|look-up|applications'
/** Few declarants open it, and the console has the same: it is not worth a byte on the other pages. */
const recommendations = 'recommend/'
const registration = 'register/|personal-center'
const smallForms = 'login/third-party|forced-modification'
/** Themes, which the console needs at once and the portal only for declarants. */
const isTheme = (path: string) => /\/web\/account\/(apply-look|theme-chooser|colour-picker)\./.test(path)
const isPage = (names: string) => (path: string) => new RegExp(`/web/portal/(${names})`).test(path)
const isAccount = (path: string) =>
  /\/web\/(portal|account|base)\//.test(path) &&
  !isPage([smallForms, declarations, registration, recommendations].join('|'))(path) &&
  !isTheme(path) &&
  // only the console opens it
  !path.endsWith('/web/base/login/import-passwords.tsx')

/**
 * The parts of the product that share code with the console. A shared module belongs to the first part that needs it, so
 * a page loads its own group and some of those before it, and no group needs a later one.
 */
const parts: readonly { readonly group: string | null; readonly has: (path: string) => boolean }[] = [
  { group: 'lists', has: isPage('home/|news/|projects/|service-guide/|site-map|problems') },
  // the rest of it is large, and loaded only with a formatted text of the console
  { group: null, has: (path) => path.endsWith('/web/base/page/rich-text.tsx') },
  { group: 'account', has: isAccount },
  { group: 'inputs', has: isPage(smallForms) },
  { group: 'declarations', has: isPage(declarations) },
  { group: 'registration', has: (path) => isPage(registration)(path) || isTheme(path) },
  // the frame and the screens of most lists, the first page of a session, then what only the other screens share
  { group: 'console', has: (path) => isFrame(path) || (isPlainList(path) && !isTree(path)) },
  { group: 'desk', has: isDesk },
  { group: 'trees', has: isTree },
  { group: 'work', has: (path) => path.includes('/admin/') || isPage(recommendations)(path) },
]

/** These modules and all that they import, directly or not, except what they import later. */
const withImports = (modules: Modules, roots: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(modules.get(id)?.importedIds ?? []))
  }
  return found
}

/** Whether a part of the console is opened by its address; the others, such as dialogs, are loaded when they are used. */
const isScreen = (modules: Modules, path: string) =>
  path.includes('/admin/') &&
  (modules.get(path)?.dynamicImporters ?? []).some((one) => /\/(screens|console-pages|routes)\.tsx?$/.test(one))

/** Characters below which a module that a screen shares with a dialog is not worth a file of its own. */
const smallModule = 1200

/**
 * Small modules that two pages of the portal share, and that need nothing but each other and the first page; those of the map and the
 * charts of the home page, and of its other parts, apart. A file for each of them would cost more than its code: the first page names
 * every file.
 */
const sharedInPortal = (
  modules: Modules,
  pages: readonly string[],
  firstModules: ReadonlySet<string>,
  isGrouped: (id: string) => boolean,
): (readonly [id: string, group: string])[] => {
  const users = new Map<string, number>()
  for (const page of pages.filter((path) => !path.includes('/admin/') && !isHome(path)))
    for (const id of withImports(modules, [page])) users.set(id, (users.get(id) ?? 0) + 1)
  const laterOf = (path: string) =>
    withImports(
      modules,
      pages.filter((page) => page.includes(path) && !isHome(page)),
    )
  const [figures, ofHome] = [laterOf('/portal/home/national/national.'), laterOf('/portal/home/')]
  const isSmall = (id: string) =>
    !firstModules.has(id) &&
    !isGrouped(id) &&
    (modules.get(id)?.code?.length ?? smallModule) < smallModule &&
    (users.get(id) ?? 0) > 1
  // several queries at once come with the code of lists
  const isPlain = (id: string) => !/\/@tanstack\/.*[qQ]ueries/.test(id)
  return [...users.keys()]
    .filter(
      (id) =>
        isSmall(id) &&
        [...withImports(modules, [id])].every(
          (needed) => isPlain(needed) && (firstModules.has(needed) || isSmall(needed)),
        ),
    )
    .map((id) => [id, figures.has(id) ? 'figures' : ofHome.has(id) ? 'contents' : 'portal'])
}

/**
 * The declarations of entities and what they need, by area: each list needs one or two of them, and the pages that load the whole
 * register a file for each area instead of one for each entity.
 */
const declarationGroupsOf = (modules: Modules): (readonly [id: string, group: string])[] => {
  const register = [...modules.keys()].find((id) => id.endsWith('/contract/index.ts'))
  return [...withImports(modules, register ? [register] : [])].flatMap((id) => {
    const [, area] = /\/contract\/([a-z]+)\/[a-z-]+\.ts$/.exec(id) ?? []
    // those of the largest area come with the trees, which most of its lists need anyway
    return area && area !== 'kit' ? [[id, area === 'system' ? 'trees' : `entities-${area}`] as const] : []
  })
}

/** The figures of the portal and of the console, with their tables. */
const figureFiles =
  /\/(contract\/portal\/(provinces|amount)|web\/(ui\/figure-table|base\/map\/(bins|color-steps)|portal\/figure-value))\./

/** The figures of the review, on their page and on the desk. */
const stayFiles =
  /\/(contract\/(kit\/days|project\/(stage-stay|stay-figures))|web\/(ui\/tiles|admin\/(dashboard\/count|project\/stays\/(figure-words|stay-totals|use-period))))\./

const callsOfDeclarations =
  /\/contract\/project\/(declaration|information|contact|part|part-labels|private-network|transition-(input|perms))\./

/** The group of each module that all pages of the console need, or two of them. */
const groupsOf = (modules: Modules): ReadonlyMap<string, string | null> => {
  const imported = [...new Set([...modules.values()].flatMap(({ dynamicallyImportedIds }) => dynamicallyImportedIds))]
  const pages = imported.filter((path) => !path.includes('/admin/') || isScreen(modules, path))
  const entries = [...modules].filter(([, { isEntry }]) => isEntry).map(([id]) => id)
  const firstModules = withImports(modules, [...entries, ...pages.filter(isHome)])
  const users = new Map<string, number>()
  for (const page of pages.filter((path) => path.includes('/admin/')))
    for (const id of withImports(modules, [page])) users.set(id, (users.get(id) ?? 0) + (isFrame(page) ? 2 : 1))
  const dialogs = imported.filter((path) => !pages.includes(path))
  for (const id of withImports(modules, dialogs))
    if ((modules.get(id)?.code?.length ?? 0) < smallModule) users.set(id, (users.get(id) ?? 0) + 1)
  const groups = new Map<string, string | null>()
  for (const { group, has } of parts)
    for (const id of withImports(modules, pages.filter(has)))
      if (!groups.has(id) && !firstModules.has(id)) groups.set(id, (users.get(id) ?? 0) > 1 ? group : null)
  const isGrouped = (id: string) => (groups.get(id) ?? null) !== null
  for (const [id, group] of sharedInPortal(modules, pages, firstModules, isGrouped)) groups.set(id, group)
  for (const [id, group] of groups) {
    // the frame of a part of the desk: the figures of the review, which come later, need it too
    if (/\/admin\/desk\/(section\.tsx|desk\.module\.css)/.test(id)) groups.set(id, 'matters')
    // only the lists of object storages and of senders of SMS have these
    if (/\/(contract\/storage\/oss|web\/admin\/storage\/in-use)\./.test(id)) groups.set(id, 'entities-storage')
    // otherwise the calendar loads the code of declarations with it
    if (/\/web\/ui\/date\/shanghai-days\./.test(id)) groups.set(id, null)
    // few pages choose files, or show a formatted text
    if (/\/(contract\/rich-text|contract\/storage\/file-formats|web\/account\/avatar)\./.test(id)) groups.set(id, null)
    // forms show the faults of their values, and check them; lists do not
    if (/\/web\/form\/fault-summary\./.test(id)) groups.set(id, 'faults')
    if (/\/contract\/kit\/(check|value-schemas|rich-text-bounds)\.|\/node_modules\/zod\//.test(id))
      groups.set(id, 'checks')
    // each file is named by the first page, so what several pages of declarations share is in few
    if (/\/web\/portal\/(question|declare\/declarant-transitions)\./.test(id)) groups.set(id, 'transitions')
    // what waits, which no plain list shows, and what has happened, which the first page of a session does not show either
    const ofMatters = /\/(holders|matter-row|task-row|days-left|decided-together)\./
    if (/\/(web\/declaration|contract\/project)\//.test(id) && ofMatters.test(id)) groups.set(id, 'matters')
    if (/\/web\/declaration\/timeline(-entry)?\./.test(id)) groups.set(id, 'timeline')
    // the table of transitions and their words in a history, which the desk does not show
    if (/\/(contract\/project\/([a-z]+-)?transitions?|web\/declaration\/step-words)\./.test(id)) groups.set(id, 'moves')
    // what the parts of a declaration ask, which the frame of the console and its first page do not show
    const partFiles =
      /\/contract\/project\/(facilities|innovation|factory|protection|implementation|parts|material|draft-values)\./
    if (partFiles.test(id) || id.includes('/web/declaration/field-path.')) groups.set(id, 'parts')
    // the map is large, and comes with what shows it
    if (id.includes('/web/base/map/')) groups.set(id, null)
    if (figureFiles.test(id)) groups.set(id, 'figures')
    if (stayFiles.test(id)) groups.set(id, 'stays')
    // the calls of declarations, which no plain list of the console makes
    if (callsOfDeclarations.test(id)) groups.set(id, 'project')
    // small, and on pages of each part
    if (/\/web\/base\/page\/facts\./.test(id)) groups.set(id, 'account')
    if (/\/web\/portal\/(pager|search-params)\./.test(id)) groups.set(id, 'portal')
    if (/\/web\/account\/password-(form|rules)\./.test(id)) groups.set(id, 'passwords')
    if (/\/web\/base\/login\/(lock-screen|screen-lock)\./.test(id)) groups.set(id, 'lock')
    // small calls of public pages, which the log of calls names too: a file for each would be named by the first page
    if (/\/(contract\/consent|web\/account\/agreement-links)\./.test(id)) groups.set(id, 'portal')
    if (/\/contract\/portal\/(agreements|statement-page|released-notices|public-recommend)\./.test(id))
      groups.set(id, 'portal')
    // the bell and what it needs: both frames have it, the portal after the page
    const isShared = group !== null && id.includes('/web/inbox/')
    if (isShared || /\/(contract\/inbox\/message|contract\/system\/user\.|web\/ui\/popover)/.test(id))
      groups.set(id, 'registration')
  }
  for (const [id, group] of declarationGroupsOf(modules))
    if (!isGrouped(id) && !firstModules.has(id)) groups.set(id, group)
  // the home page imports the package, but not these modules of it
  for (const id of modules.keys()) if (/\/node_modules\/@tanstack\/.*[qQ]ueries/.test(id)) groups.set(id, 'lists')
  return groups
}

/**
 * Divides the code of the console into few files, since a browser requests only six at a time. The bundler alone makes a
 * file for each combination of pages that share a module: a list of the console needed 61.
 */
export const pageChunks = () => {
  let groups: ReadonlyMap<string, string | null> = new Map()
  const plugin: Plugin = {
    name: 'page-chunks',
    buildEnd() {
      groups = groupsOf(new Map([...this.getModuleIds()].map((id) => [id, this.getModuleInfo(id) as Module])))
    },
  }
  return { plugin, groupOf: (id: string) => groups.get(id) ?? null }
}
