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

test('the home page loads at most 110 kB of script', () => {
  expect(kilobytes(firstFiles)).toBeLessThanOrEqual(110)
})

test('the map and the charts load later, with at most 25 kB', () => {
  const laterFiles = [...filesOf('portal/home/national/national.tsx')].filter((file) => !firstFiles.has(file))
  expect(laterFiles.length).toBeGreaterThan(0)
  expect(kilobytes(laterFiles)).toBeLessThanOrEqual(25)
})

test('a list of the console loads at most 245 kB of script', () => {
  const files = new Set([...filesOf('index.html'), ...filesOf('admin/console.tsx')])
  expect(kilobytes(files)).toBeLessThanOrEqual(245)
})

test('no page of the portal loads the console', () => {
  const console = new Set([...filesOf('admin/console.tsx')].filter((file) => !firstFiles.has(file)))
  const pages = ['register/register', 'declare/declare', 'project-details', 'personal-center'].map(
    (page) => `portal/${page}.tsx`,
  )
  // form, checks and texts are shared, and small
  for (const page of pages) {
    const shared = [...filesOf(page)].filter((file) => console.has(file))
    expect(kilobytes(shared)).toBeLessThanOrEqual(40)
  }
})
