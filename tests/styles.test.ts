import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokens } from '#web/ui/design-tokens.ts'

/** The style sheets: what stands often is in `web/ui/layout.css`, by name (docs/HOUSE.md). */
const filesOf = (ending: RegExp) =>
  readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path) && !path.endsWith('.test.tsx'))
    .map((path) => ({
      path: `web/${path}`,
      text: readFileSync(`web/${path}`, 'utf8').replace(/\/\*[\s\S]*?\*\//g, ''),
    }))

const sheets = filesOf(/\.css$/)
const globalClasses = new Set(
  sheets
    .filter(({ path }) => !path.endsWith('.module.css'))
    .flatMap(({ text }) => [...text.matchAll(/\.([a-z][a-z0-9-]*)/g)].map(([, name = '']) => name)),
)

/** Declarations of a rule in alphabetical order, without the classes it takes. Steps of an animation are no rules. */
const rulesOf = ({ path, text }: { path: string; text: string }) =>
  [...text.replace(/@keyframes[^{]+\{(?:[^{}]*\{[^}]*\})*\s*\}/g, '').matchAll(/([^{};]+)\{([^{}]+)\}/g)].map(
    ([, selector = '', body = '']) => ({
      place: `${path} ${selector.trim().replace(/\s+/g, ' ')}`,
      declarations: body
        .split(/;\s*\n/)
        .map((one) => one.trim().replace(/\s+/g, ' ').replace(/;$/, ''))
        .filter((one) => one && !one.startsWith('composes:'))
        .sort(),
    }),
  )

test('no rule stands three times: its third place takes it from web/ui/layout.css, by a class or with `composes`', () => {
  const rules = sheets.flatMap(rulesOf)
  expect(rules.length).toBeGreaterThan(1500)
  const places = new Map<string, string[]>()
  for (const { place, declarations } of rules) {
    const body = declarations.join('; ')
    if (declarations.length > 1) places.set(body, [...(places.get(body) ?? []), place])
  }
  const repeated = [...places].filter(([, where]) => where.length > 2)
  expect(repeated.map(([body, where]) => `${body} stands in ${where.join(', ')}`)).toEqual([])
})

test('every class that is written by name exists, and every class of web/ui/layout.css is used', () => {
  const written = [
    ...filesOf(/\.tsx$/).flatMap(({ path, text }) =>
      [...text.matchAll(/className=(?:"([^"]+)"|\{`([^`]+)`\})/g)].map(([, plain = '', combined = '']) => ({
        path,
        names: `${plain}${combined.replace(/\S*\$\{[^}]*\}\S*/g, '')}`.trim(),
      })),
    ),
    ...sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/composes: ([^;]+) from global/g)].map(([, names = '']) => ({ path, names })),
    ),
  ]
  const unknown = written.flatMap(({ path, names }) =>
    names
      .split(' ')
      .filter((name) => name && !globalClasses.has(name))
      .map((name) => `${path}: no style sheet has the class ${name}`),
  )
  expect(unknown).toEqual([])
  const used = new Set(written.flatMap(({ names }) => names.split(' ')))
  const layout = sheets.find(({ path }) => path === 'web/ui/layout.css')?.text ?? ''
  const unused = new Set(
    [...layout.matchAll(/^ *\.([a-z][a-z0-9-]*)/gm)].map(([, name = '']) => name).filter((name) => !used.has(name)),
  )
  expect([...unused]).toEqual([])
})

test('every custom property that a style reads is set by a token, a rule or an element', () => {
  const scripts = filesOf(/\.tsx?$/)
  const known = new Set([
    // of react-aria: the width of the control that opened a popover
    'trigger-width',
    ...Object.keys(tokens),
    ...sheets.flatMap(({ text }) => [...text.matchAll(/--([\w-]+):/g)].map(([, name = '']) => name)),
    ...scripts.flatMap(({ text }) => [...text.matchAll(/['"`]--([\w-]+)/g)].map(([, name = '']) => name)),
  ])
  const unknown = [...sheets, ...scripts].flatMap(({ path, text }) =>
    [...text.matchAll(/var\(--([\w-]+)\)/g)].flatMap(([, name = '']) =>
      known.has(name) ? [] : [`${path}: --${name}`],
    ),
  )
  expect(unknown).toEqual([])
})

test('every class that a component reads from its style sheet exists there', () => {
  const classesIn = new Map(
    sheets.map(({ path, text }) => [
      path,
      new Set([...text.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)),
    ]),
  )
  const missing = filesOf(/\.tsx$/).flatMap(({ path, text }) => {
    const [, file] = /import css from '\.\/(.+?\.module\.css)'/.exec(text) ?? []
    const known = file && classesIn.get(`${path.slice(0, path.lastIndexOf('/'))}/${file}`)
    if (!known) return []
    return [...text.matchAll(/\bcss\.([a-zA-Z]\w*)/g)].flatMap(([, name = '']) =>
      known.has(name) ? [] : [`${path}: ${file} has no .${name}`],
    )
  })
  expect(missing).toEqual([])
})

test('every text area that Tab reaches is shown whole (web/ui/input.tsx)', () => {
  const areas = filesOf(/\.tsx$/).flatMap(({ path, text }) =>
    [...text.matchAll(/<textarea\b[\s\S]*?\/>/g)].map(([element]) => ({ path, element })),
  )
  expect(areas.length).toBeGreaterThan(2)
  expect(areas.filter(({ element }) => !element.includes('onKeyUp={showWhole}')).map(({ path }) => path)).toEqual([])
})
