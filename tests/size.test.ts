import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** The files the browser loads for a page, from the manifest of the build. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const buildDir = 'dist/web'
const manifest = JSON.parse(readFileSync(join(buildDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Script files an entry needs before it runs. */
const filesOf = (entry: string, files = new Set<string>()): Set<string> => {
  const chunk = manifest[entry]
  if (!chunk) throw new Error(`${entry} is not in the build; it knows ${Object.keys(manifest).join(', ')}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const next of chunk.imports ?? []) filesOf(next, files)
  return files
}

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(buildDir, file)), { level: 9 }).length, 0) / 1024

const firstFiles = new Set([...filesOf('index.html'), ...filesOf('portal/home/home.tsx')])

test.each(['dist/main.js', 'dist/render/render.js'])('%s takes one byte for each character in memory', (path) => {
  expect(/[\u0100-\uffff]/.exec(readFileSync(path, 'utf8'))).toBeNull()
})

test('the catalogue of components is not in the build', () => {
  expect(Object.keys(manifest).filter((name) => /^catalogue|^ui\.html/.test(name))).toEqual([])
})

test('the home page loads at most 110 kB of script', () => {
  expect(kilobytes(firstFiles)).toBeLessThanOrEqual(110)
})

test('the map and the charts load later, with at most 25 kB', () => {
  const laterFiles = [...filesOf('portal/home/national/national.tsx')].filter((file) => !firstFiles.has(file))
  expect(laterFiles.length).toBeGreaterThan(0)
  expect(kilobytes(laterFiles)).toBeLessThanOrEqual(25)
})

/** The screens of the console; its other parts, such as dialogs, are loaded when they are used. */
const screens = [...readFileSync('web/admin/screens.tsx', 'utf8').matchAll(/import\('\.\/(.+?)'\)/g)].map(
  ([, path]) => `admin/${path}`,
)

const filesOfLists = [...new Set(screens)]
  .filter((page) => /^admin\/(log|storage|system)\//.test(page))
  .map((page) => [page, new Set([...filesOf('index.html'), ...filesOf(page)])] as const)

test('a list of the console loads at most 230 kB of script in 12 files', () => {
  // the frame shows them at once, so they are in its files and not in later ones
  for (const part of ['inbox/inbox-bell.tsx', 'admin/shell/job-tray.tsx']) expect(manifest[part], part).toBeUndefined()
  expect(filesOfLists.length).toBeGreaterThan(20)
  for (const [page, files] of filesOfLists) {
    expect(kilobytes(files), page).toBeLessThanOrEqual(230)
    expect(files.size, page).toBeLessThanOrEqual(12)
  }
})

test('the first page of a session loads no code of forms and other screens, and the state of the platform with it', () => {
  const files = [...new Set([...filesOf('index.html'), ...filesOf('admin/desk/desk.tsx')])]
  expect(kilobytes(files)).toBeLessThanOrEqual(230)
  expect(files.length).toBeLessThanOrEqual(12)
  expect(manifest['admin/desk/health.tsx'], 'it is shown at once, so it is in these files').toBeUndefined()
  expect(files.filter((file) => /\/(checks|work|trees)-/.test(file))).toEqual([])
})

test('no page of the portal loads the console', () => {
  const onEveryList = filesOfLists.map(([, files]) => files)
  const console = [...(onEveryList[0] ?? [])].filter(
    (file) => !firstFiles.has(file) && onEveryList.every((files) => files.has(file)),
  )
  expect(kilobytes(console)).toBeGreaterThan(100)
  const pages = [
    'register/register',
    'declare/declare',
    'project-details',
    'personal-center',
    'my-matters/my-matters',
  ].map((page) => `portal/${page}.tsx`)
  // form, checks and texts are shared, and small
  for (const page of pages) {
    const files = filesOf(page)
    expect(kilobytes(console.filter((file) => files.has(file))), page).toBeLessThanOrEqual(40)
  }
})

test('no page waits for the calendar or the searchable list: they are loaded when they are used', () => {
  const pages = Object.keys(manifest).filter((page) => /^(portal|admin)\//.test(page))
  expect(pages.length).toBeGreaterThan(40)
  for (const used of ['ui/date/calendars.tsx', 'ui/combo-box-field.tsx']) {
    const laterFile = manifest[used]?.file
    expect(laterFile).toBeDefined()
    for (const page of pages) expect([...filesOf(page)], page).not.toContain(laterFile)
    const files = [...filesOf(used)].filter((file) => !filesOf('index.html').has(file))
    expect(kilobytes(files), used).toBeLessThanOrEqual(90)
  }
})

test('no file needs itself through others, so modules run in the order of their imports', () => {
  const checked = new Set<string>()
  const isInCycle = (key: string, path: readonly string[]): boolean => {
    if (path.includes(key)) return true
    if (checked.has(key)) return false
    const found = (manifest[key]?.imports ?? []).some((next) => isInCycle(next, [...path, key]))
    checked.add(key)
    return found
  }
  expect(Object.keys(manifest).filter((key) => isInCycle(key, []))).toEqual([])
})
