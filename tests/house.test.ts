import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { kinds } from '#contract/kit/kinds.ts'
import { bounds } from '#web/base/page/screen-size.ts'
import { readSourceFile, type SourceFile, sourcePaths } from '../tools/source-files.ts'
import { chineseLiterals, englishOf } from './support/text-literals.ts'

/** The plan of docs/HOUSE.md as tables: who may import whom, how large a file may be, where words may stand. */

/** The libraries behind web/ui. */
const componentLibraries: readonly string[] = ['react-aria-components', '@internationalized/date', 'lucide-react']
/** What the portal and the console both build from. */
const forBoth = [
  'web/ui',
  'web/base',
  'web/form',
  'web/declaration',
  'web/account',
  'web/article',
  'web/inbox',
  'web/recommend',
]
const floors = ['contract', 'server', 'web']
const all: readonly SourceFile[] = floors.flatMap(sourcePaths).sort().map(readSourceFile)
const isTest = ({ path }: SourceFile) => path.endsWith('.test.ts') || path.endsWith('.test.tsx')
const house = all.filter((file) => !isTest(file))

/** Prefixes of a place → what it may import from the house. The longest prefix that fits decides. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'contract/kit': ['contract/kit'],
  'contract/index.ts': ['contract'],
  contract: ['contract'],
  'server/base': ['contract', 'server/base'],
  'server/engine': ['contract', 'server/base', 'server/engine'],
  'server/seed': ['contract', 'server'],
  'server/app.ts': ['contract', 'server'],
  'server/routes.ts': ['contract', 'server'],
  'server/processors.ts': ['contract', 'server'],
  'server/main.ts': ['contract', 'server'],
  'server/backup-command.ts': ['contract', 'server'],
  'web/ui': ['web/ui'],
  'web/base': ['contract', 'web/ui', 'web/base'],
  'web/form': ['contract', 'web/ui', 'web/base', 'web/form'],
  'web/declaration': ['contract', 'web/ui', 'web/base', 'web/form', 'web/declaration'],
  'web/account': ['contract', 'web/ui', 'web/base', 'web/form', 'web/account'],
  'web/article': ['contract', 'web/ui', 'web/base', 'web/article'],
  'web/inbox': ['contract', 'web/ui', 'web/base', 'web/inbox'],
  'web/recommend': ['contract', 'web/ui', 'web/base', 'web/form', 'web/recommend'],
  'web/portal': ['contract', ...forBoth, 'web/portal'],
  'web/admin/shell': [
    'contract',
    'web/ui',
    'web/base',
    'web/form',
    'web/account',
    'web/inbox',
    'web/admin/shell',
    'web/admin/screens.tsx',
  ],
  'web/admin': ['contract', ...forBoth, 'web/admin'],
  'web/catalogue': ['contract', ...forBoth, 'web/admin', 'web/catalogue'],
  'web/pages.tsx': ['contract', 'web'],
  'web/routes.tsx': ['contract', 'web'],
  'web/main.tsx': ['web'],
  'web/render.tsx': ['contract', 'web'],
}

/** Areas of the server in their order: each imports those to its left, and the floors below. */
const areas = [
  'inbox',
  'auth',
  'system',
  'storage',
  'log',
  'backup',
  'develop',
  'job',
  'flow',
  'work',
  'desk',
  'news',
  'project',
  'report',
  'portal',
]
for (const [i, area] of areas.entries())
  (mayImport as Record<string, readonly string[]>)[`server/${area}`] = [
    ...['contract', 'server/base', 'server/engine'],
    ...areas.slice(0, i + 1).map((left) => `server/${left}`),
  ]

/** Rooms of the record screens, in `web/admin`: each imports those it names, which stand above it, and the floors below. */
const recordRooms: Readonly<Record<string, readonly string[]>> = {
  entity: [],
  'rich-text': [],
  tree: ['entity'],
  pickers: ['entity', 'tree', 'rich-text'],
  dialog: ['entity'],
  search: ['entity', 'pickers'],
  table: ['entity'],
  'table-settings': ['entity', 'dialog', 'table'],
  spreadsheets: ['entity', 'dialog'],
  history: ['entity', 'dialog'],
  crud: ['entity', 'tree', 'dialog', 'search', 'table', 'table-settings', 'spreadsheets', 'history'],
}
for (const [room, below] of Object.entries(recordRooms))
  (mayImport as Record<string, readonly string[]>)[`web/admin/${room}`] = [
    ...['contract', 'web/ui', 'web/base', 'web/form'],
    ...[...below, room].map((one) => `web/admin/${one}`),
  ]

/** Rooms of a folder in their order: each imports those to its left. Other files of the folder stand above all of its rooms. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  'server/system': ['reference', 'access', 'menus', 'lens', 'people', 'tenants'],
  'server/job': ['workers', 'run', 'external', 'sync', 'rows', 'background-job.ts', 'sheets'],
  'server/project': [
    'figures',
    'stays',
    'record',
    'template',
    'batch',
    'draft',
    'review',
    'notice',
    'duplicates',
    'matters',
    'deadlines',
    'recommend',
    'company',
    'webhooks',
  ],
  'web/base': ['api', 'preferences', 'entities', 'page', 'map', 'embedded', 'login'],
  'web/admin/system': ['dialog-names.ts', 'reference', 'lens', 'access', 'scopes', 'menus', 'people', 'tenants'],
}

const isIn = (path: string, place: string) => path === place || path.startsWith(`${place}/`)
const placeOf = (path: string) =>
  Object.keys(mayImport)
    .filter((place) => isIn(path, place))
    .sort((a, b) => b.length - a.length)[0]

describe('who imports whom', () => {
  test('the architecture shows the rooms in this order', () => {
    const text = readFileSync('docs/HOUSE.md', 'utf8')
    for (const [folder, names] of Object.entries(rooms))
      expect(text).toMatch(new RegExp(`${folder} +${names.map((name) => name.replace('.ts', '')).join(' ← ')}`))
  })

  test('every file has a room on the plan', () => {
    expect(house.filter(({ path }) => !placeOf(path)).map(({ path }) => path)).toEqual([])
  })

  test('each floor imports only what lies below it', () => {
    const wrong = house.flatMap(({ path, imports }) => {
      const open = mayImport[placeOf(path) ?? ''] ?? []
      return imports
        .filter((target) => floors.some((floor) => isIn(target, floor)) && !open.some((place) => isIn(target, place)))
        .map(
          (target) => `${path} imports ${target}; from ${placeOf(path)} only these may be imported: ${open.join(', ')}`,
        )
    })
    expect(wrong).toEqual([])
  })

  test('the engine knows no area: who needs something of a later area declares it in App, beside the code that uses it', () => {
    const known = ['kit', 'system', 'job', 'log'].map((one) => `contract/${one}`)
    const wrong = house
      .filter(({ path }) => isIn(path, 'server/engine'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => isIn(target, 'contract') && target.split('/').length > 2)
          .filter((target) => !known.some((place) => isIn(target, place)))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  test('a room of the record screens imports only those above it', () => {
    const rooms = Object.keys(recordRooms)
    const wrong = Object.entries(recordRooms).flatMap(([room, below]) =>
      below
        .filter((one) => !rooms.slice(0, rooms.indexOf(room)).includes(one))
        .map((one) => `${room} imports ${one}, which does not stand above it`),
    )
    expect(wrong).toEqual([])
  })

  test('a room of a folder imports only those to its left', () => {
    const wrong = Object.entries(rooms).flatMap(([folder, order]) => {
      const placeIn = (path: string) => {
        const index = order.indexOf(path.slice(folder.length + 1).split('/')[0] as string)
        return index < 0 ? order.length : index
      }
      return house
        .filter(({ path }) => isIn(path, folder))
        .flatMap(({ path, imports }) =>
          imports
            .filter((target) => isIn(target, folder) && placeIn(target) > placeIn(path))
            .map((target) => `${path} imports ${target}; the order of ${folder} is ${order.join(', ')}`),
        )
    })
    expect(wrong).toEqual([])
  })

  test('each room has files, and each folder of a list of rooms is one', () => {
    const wrong = Object.entries(rooms).flatMap(([folder, order]) => {
      const inside = new Set(
        house.filter(({ path }) => isIn(path, folder)).map(({ path }) => path.slice(folder.length + 1).split('/')[0]),
      )
      const folders = [...inside].filter((one) => !one?.includes('.') && !order.includes(one as string))
      return [...order.filter((one) => !inside.has(one)), ...folders].map((one) => `${folder}/${one}`)
    })
    expect(wrong).toEqual([])
  })

  test('nobody on the contract floor imports a register, but that of the calls that of the entities', () => {
    const registers = ['contract/index.ts', 'contract/calls.ts']
    const users = house.filter(
      ({ path, imports }) => isIn(path, 'contract') && registers.some((one) => imports.includes(one)),
    )
    expect(users.map(({ path }) => path)).toEqual(['contract/calls.ts'])
  })

  test('the browser loads all declarations only when they are used: its first files have outlines (web/base/entities)', () => {
    const registers = ['contract/index.ts', 'contract/calls.ts']
    const later = ['web/admin/crud/entity-screen.tsx', 'web/admin/shell/palette-items.tsx']
    const users = house.filter(
      ({ path, imports }) =>
        isIn(path, 'web') && !path.endsWith('.data.ts') && registers.some((one) => imports.includes(one)),
    )
    expect(users.map(({ path }) => path)).toEqual(later)
  })

  test('only the component kit knows a component library', () => {
    const wrong = house
      .filter(({ path, imports }) => !isIn(path, 'web/ui') && imports.some((one) => componentLibraries.includes(one)))
      .map(({ path }) => path)
    expect(wrong).toEqual([])
  })

  test('pieces of SQL are those of server/base/database/sql.ts, which a request can afford by the dozen', () => {
    const kyselyTag = /import \{[^}]*\bsql\b[^}]*\} from 'kysely'/
    const allowed = ['server/base/database/sql.ts', 'server/base/database/sql.test.ts']
    const tests = sourcePaths('tests').map(readSourceFile)
    const others = [...all, ...tests].filter(({ path, text }) => kyselyTag.test(text) && !allowed.includes(path))
    expect(others.map(({ path }) => path)).toEqual([])
  })

  test('only server/job/run/cron.ts knows the library of cron expressions', () => {
    const readers = all.filter(({ imports }) => imports.includes('croner')).map(({ path }) => path)
    expect(readers).toEqual(['server/job/run/cron.ts'])
  })

  test('code that comes later is displayed at once: React shows a Suspense fallback for at least 300 ms', () => {
    const wrong = house.filter(({ path, text }) => isIn(path, 'web/admin') && /\bSuspense\b/.test(text))
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  test('who sends a form displays its faults: otherwise a refused call shows nothing', () => {
    const sending = house.filter(({ path, text }) => isIn(path, 'web') && /\buseForm\(/.test(text))
    const silent = sending.filter(
      ({ path, text }) => !/use-form\.ts$/.test(path) && !/\.faults\b|\.state\b|\bstate\b/.test(text),
    )
    expect([sending.length > 10, silent.map(({ path }) => path)]).toEqual([true, []])
  })

  test('a form of the console keeps what was typed: it survives a reload, or leaving asks first', () => {
    const keeps = /\b(useUnsentForm|useUnsaved)\(|\breview\.draft\b|\bdraft\.change\(/
    // a question in the address, and the sample data of a trial
    const sendsNothing = ['web/admin/system/lens/permission-lens.tsx', 'web/admin/flow/rehearsal/rehearsal-dialog.tsx']
    const forms = house.filter(({ path, text }) => isIn(path, 'web/admin') && /\buseForm\(/.test(text))
    expect(forms.length).toBeGreaterThan(5)
    const forgetful = forms.map(({ path, text }) => (keeps.test(text) ? '' : relative('.', path))).filter(Boolean)
    expect(forgetful.sort()).toEqual(sendsNothing.sort())
  })

  test('packages stand where they belong', () => {
    const only: Readonly<Record<string, readonly string[]>> = {
      contract: ['zod'],
      'web/portal': ['react', 'react-router', '@tanstack/react-query'],
      'web/form': ['react', '@tanstack/react-query'],
      'web/declaration': ['react', 'react-router', '@tanstack/react-query'],
      'web/account': ['react', 'react-router', '@tanstack/react-query'],
      'web/article': ['react'],
      'web/inbox': ['react', 'react-router', '@tanstack/react-query'],
      'web/ui': ['react', 'react-dom', ...componentLibraries],
    }
    const wrong = house.flatMap(({ path, imports }) =>
      Object.entries(only)
        .filter(([place]) => isIn(path, place))
        .flatMap(([place, packages]) =>
          imports
            .filter((target) => !floors.some((floor) => isIn(target, floor)) && !packages.includes(target))
            .map((target) => `${path} imports ${target}; ${place} knows only ${packages.join(', ')}`),
        ),
    )
    expect(wrong).toEqual([])
  })

  test('no file imports itself by way of others', () => {
    const graph = new Map(house.map(({ path, imports }) => [path, imports]))
    const clear = new Set<string>()
    const circleFrom = (path: string, trail: readonly string[]): readonly string[] | null => {
      if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
      if (clear.has(path)) return null
      for (const target of graph.get(path) ?? []) {
        const circle = graph.has(target) ? circleFrom(target, [...trail, path]) : null
        if (circle) return circle
      }
      clear.add(path)
      return null
    }
    const circles = house.flatMap(({ path }) => circleFrom(path, [])?.join(' → ') ?? [])
    expect(circles.slice(0, 3)).toEqual([])
  })
})

const linesOf = ({ text }: SourceFile) => text.split('\n').length - 1
const maxFileLines = 300
const maxFunctionLines = 60
/** The functions of a file that are too long. Biome formats it: a function ends at the first line that closes at its indentation. */
const longFunctions = ({ path, text }: SourceFile): string[] => {
  const lines = text.split('\n')
  return lines.flatMap((line, start) => {
    const [, indent, bracket] = /^(\s*).*(?:=>|\bfunction\b.*\)(?:: [^{]+)?) ([{(])$/.exec(line) ?? []
    if (!bracket) return []
    const close = `${indent}${bracket === '{' ? '}' : ')'}`
    const length = lines.slice(start).findIndex((one, i) => i > 0 && one.startsWith(close)) + 1
    return length > maxFunctionLines ? [`${path}:${start + 1}: ${length} lines`] : []
  })
}
const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] as number
/** Files that list others of one kind, each in a file of its own: parts of a declaration, providers of text messages. */
const listingFiles = ['contract/project/parts.ts', 'server/storage/send-sms.ts']
const nameOf = (path: string) => path.split('/').at(-1) as string
const testedPaths = new Set(
  all.filter(isTest).flatMap(({ path }) => ['ts', 'tsx'].map((end) => path.replace(/test\.tsx?$/, end))),
)
/** Whether a small file stands alone although only one file imports it. */
const mayStandAlone = (file: SourceFile, reader: SourceFile) =>
  listingFiles.includes(reader.path) ||
  // replaced by its values in the build
  file.path.endsWith('.data.ts') ||
  // loaded later than its reader, by itself or in a thread
  reader.text.includes(`import('./${nameOf(file.path)}')`) ||
  reader.text.includes(`new URL('./${nameOf(file.path)}'`) ||
  // the start of a program or page: what it starts is saved and loaded again without it
  !house.some(({ imports }) => imports.includes(reader.path)) ||
  linesOf(reader) + linesOf(file) > maxFileLines

/** Facts carried over, not written: the outlines of the map. */
const generated = ['web/base/map/china.ts']

describe('how large things are', () => {
  const written = house.filter(({ path }) => !generated.includes(path))

  test('no file is longer than 300 lines', () => {
    const long = written.filter((file) => linesOf(file) > maxFileLines)
    expect(long.map((file) => `${file.path}: ${linesOf(file)} lines`)).toEqual([])
  })

  test('a small file that only one file of its folder imports is part of that file', () => {
    const wrong = written
      .filter((file) => linesOf(file) < 40 && !testedPaths.has(file.path))
      .flatMap((file) => {
        const [reader, ...others] = house.filter(({ imports }) => imports.includes(file.path))
        if (!reader || others.length > 0 || dirname(reader.path) !== dirname(file.path)) return []
        return mayStandAlone(file, reader) ? [] : [`${file.path}: move it into ${reader.path}`]
      })
    expect(wrong).toEqual([])
  })

  test('no function is longer than 60 lines', () => {
    expect(written.flatMap(longFunctions)).toEqual([])
  })

  test('most files are small: half of them at most 60 lines, nine in ten at most 180', () => {
    const lengths = written.map(linesOf)
    expect(quantile(lengths, 0.5)).toBeLessThanOrEqual(60)
    expect(quantile(lengths, 0.9)).toBeLessThanOrEqual(180)
  })

  test('there are at least seven lines of tests for ten of the product', () => {
    const lines = (files: readonly SourceFile[]) => files.reduce((n, file) => n + linesOf(file), 0)
    const tests = [...all.filter(isTest), ...sourcePaths('tests').map(readSourceFile)]
    expect(lines(tests) / lines(written)).toBeGreaterThanOrEqual(0.7)
  })
})

test('each migration has a number of its own, so that their order does not depend on their names', () => {
  const numbers = readdirSync('server/migrations').map((file) => file.slice(0, 4))
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([])
})

describe('words', () => {
  test('Chinese stands only beside its English, as a pair: a missing translation does not compile', () => {
    const wrong = house
      .filter(({ path }) => !isIn(path, 'contract') && !isIn(path, 'server/seed'))
      .flatMap(({ path, text }) =>
        chineseLiterals(text)
          .filter((one) => englishOf(one) === null && !allowed.has(one.literal))
          .map(
            ({ literal, line }) => `${path}:${line} ${literal.slice(0, 40)} — write ['中文', 'English'] side by side`,
          ),
      )
    expect(wrong).toEqual([])
  })

  test('no name says nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|common|misc|types?|service|manager)s?(\.tsx?|\/)/
    expect(house.filter(({ path }) => empty.test(path)).map(({ path }) => path)).toEqual([])
  })

  test('a file name is used once on a floor, so that it means one thing', () => {
    const floorsOfNames = ['contract', 'server/seed', 'server', 'web/portal', 'web/admin', 'web']
    const byName = new Map<string, string[]>()
    for (const { path } of house) {
      const floor = floorsOfNames.find((place) => isIn(path, place)) as string
      const name = `${floor} ${(path.split('/').at(-1) as string).replace(/\.tsx?$/, '')}`
      if (!name.endsWith(' index')) byName.set(name, [...(byName.get(name) ?? []), path])
    }
    expect([...byName.values()].filter((paths) => paths.length > 1)).toEqual([])
  })

  test('files are named in kebab case', () => {
    const wrong = all.map(({ path }) => relative('.', path)).filter((path) => /[A-Z_ ]/.test(path))
    expect(wrong).toEqual([])
  })
})

describe('kinds of fields', () => {
  /** A list of kinds as a condition, as an array, or as a table that may miss some. */
  const lists = (text: string) =>
    [
      ...text.matchAll(/kind === '(\w+)' \|\|\s+(?:\w+\??\.)?kind === '(\w+)'/g),
      ...text.matchAll(/\[((?:'\w+', )+'\w+')\](?: as const)?(?:\.includes\([\w.?]*kind\)|;|\n)/gi),
    ].filter(([, first = '', second = first]) =>
      [...`${first} ${second}`.matchAll(/\w+/g)].every(([word]) => Object.hasOwn(kinds, word)),
    ).length + [...text.matchAll(/\bKind\[\] = \[|Partial<Record<Kind\b|Record<string, \w+>> = \{\s+int:/g)].length

  test('are listed in contract/kit/kinds.ts only: a list elsewhere would miss the next kind in silence', () => {
    const elsewhere = house.filter(({ path }) => path !== 'contract/kit/kinds.ts' && !isIn(path, 'web/catalogue'))
    const wrong = elsewhere.filter(({ text }) => lists(text) > 0).map(({ path }) => path)
    expect(wrong).toEqual([])
  })
})

describe('connections to others', () => {
  /** Libraries that connect, by how the code calls them. */
  const opens =
    /new pg\.(Client|Pool)\(|createTransport\(|new S3Client\(|new Client\(|\brequest\(url,|\bdiscovery\(|\bfetch\(|\bconnect\(\{/
  /** What ends a wait that only the other side could end (docs/decisions/0091). */
  const limits = /connectionOptions\(|timeoutMs|socketTimeout|AbortSignal\.timeout|oidc\.customFetch/

  test('have a time limit: a host that has gone sends nothing, not even the end', () => {
    const connecting = house.filter(({ path, text }) => isIn(path, 'server') && opens.test(text))
    expect(connecting.length).toBeGreaterThanOrEqual(9)
    expect(connecting.filter(({ text }) => !limits.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('what happens again and again', () => {
  /** What belongs to one process or connection; anything else is a job that administrators see (docs/decisions/0133). */
  const ownTimers = [
    'server/base/http/limits.ts',
    'server/base/http/prompt-close.ts',
    'server/inbox/live.ts',
    'server/job/run/process-heartbeat.ts',
    'server/log/buffer.ts',
  ]

  test('is a job of the table of jobs', () => {
    const repeating = house.filter(
      ({ path, text }) => isIn(path, 'server') && /\b(setInterval|repeatEvery)\(/.test(text),
    )
    expect(repeating.map(({ path }) => path).sort()).toEqual(ownTimers)
  })

  test('takes the present from the one expression of the engine: a test sets another, and no clock of a process is stored', () => {
    const ownPresent =
      /(?<!performance\.)\bnow\(\)|\b(clock|transaction|statement)_timestamp\(|\bcurrent_timestamp\b|\bnew Date\(\)/i
    const wrong = house.filter(
      ({ path, text }) =>
        isIn(path, 'server/job') && path !== 'server/job/run/engine-clock.ts' && ownPresent.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })
})

describe('texts', () => {
  test('are compared in the form that the function `fold` gives them, also in the database', () => {
    const byCase = house.filter(({ path, text }) => isIn(path, 'server') && /\bilike\b/i.test(text))
    expect(byCase.map(({ path }) => relative('.', path))).toEqual([])
  })

  test('are sorted as names by the database only, since orders of ICU differ', () => {
    const sorting = house.filter(({ path, text }) => isIn(path, 'server') && /Intl\.Collator/.test(text))
    expect(sorting.map(({ path }) => relative('.', path))).toEqual([])
  })
})

describe('breakpoints', () => {
  const breakpoints = readFileSync('web/ui/breakpoints.css', 'utf8')

  test('are at most four, and the upper three are the classes of the specification', () => {
    const widths = new Set([...breakpoints.matchAll(/width (?:<|>=) (\d+)px/g)].map(([, width]) => Number(width)))
    expect([...widths].sort((a, b) => a - b)).toEqual([480, ...bounds])
    expect(widths.size).toBeLessThanOrEqual(4)
  })

  test('are used by their names', () => {
    const sheets = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(100)
    const wrong = sheets
      .filter((path) => path !== 'ui/breakpoints.css')
      .filter((path) => /@media[^{]*\d(px|em|rem)/.test(readFileSync(`web/${path}`, 'utf8')))
    expect(wrong).toEqual([])
    const names = new Set([...breakpoints.matchAll(/@custom-media (--[a-z-]+)/g)].map(([, name]) => name))
    const unknown = sheets.flatMap((path) =>
      [...readFileSync(`web/${path}`, 'utf8').matchAll(/@media[^{]*\((--[a-z-]+)\)/g)]
        .filter(([, name]) => !names.has(name))
        .map(([, name]) => `${path}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})

/** Chinese that is no sentence: the name of the language itself, and words that are looked for in text. */
const allowed = new Set(["'中文'", '"中文 / English"', "'、'"])

/** Words that say nothing to a newcomer, or mean several things; docs/GLOSSARY.md names the ones to use. */
const retired =
  'told tell heed veil hindrance despite footing sow sown bury breather pictured noted asked asker wanted brought patience said ' +
  'made gone judged placed planted beside fewest longest mine theirs held heard here kept asked answered shown sweep'
const retiredWords = new Set(retired.split(' '))

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _$]+/)

describe('the words of the code', () => {
  test('no constant, function or type has a retired word in its name', () => {
    const definition =
      /^\s*(?:export )?(?:default )?(?:async )?(?:const|let|function|interface|type|class) ([A-Za-z_$][\w$]*)/gm
    const wrong = house.flatMap(({ path, text }) =>
      [...text.matchAll(definition)]
        .map(([, name = '']) => name)
        .filter((name) => wordsOf(name).some((word) => retiredWords.has(word)))
        .map((name) => `${path}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('every decision is in the index, under its own title', () => {
    const index = readFileSync('docs/decisions/README.md', 'utf8')
    const pages = readdirSync('docs/decisions').filter((name) => /^\d{4}-/.test(name))
    const rows = pages.map((name) => {
      const [, number, title] = /^# (\d{4}) · (.+)$/m.exec(readFileSync(`docs/decisions/${name}`, 'utf8')) ?? []
      return `| [${number}](${name}) | ${title} |`
    })
    expect(rows.filter((row) => !index.includes(row))).toEqual([])
  })
})
