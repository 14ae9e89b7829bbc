import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

/** What the browser fetches for a page, from the build's own list of which file needs which. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

const built = 'dist/web'
const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

/** Script files an entry needs before it runs. */
const filesOf = (entry: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[entry]
  if (!chunk) throw new Error(`${entry} is not in the build; it knows ${Object.keys(manifest).join(', ')}`)
  if (seen.has(chunk.file)) return seen
  seen.add(chunk.file)
  for (const next of chunk.imports ?? []) filesOf(next, seen)
  return seen
}

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file)), { level: 9 }).length, 0) / 1024

const firstFiles = new Set([...filesOf('index.html'), ...filesOf('portal/home/home.tsx')])

test('the home page is there for at most 110 kB of script (design/performance.md)', () => {
  expect(kilobytes(firstFiles)).toBeLessThanOrEqual(110)
})

test('the map and the charts come after it, for at most 25 kB', () => {
  const laterFiles = [...filesOf('portal/home/national/national.tsx')].filter((file) => !firstFiles.has(file))
  expect(laterFiles.length).toBeGreaterThan(0)
  expect(kilobytes(laterFiles)).toBeLessThanOrEqual(25)
})

test('no page of the portal brings the console with it', () => {
  const console = new Set([...filesOf('admin/console.tsx')].filter((file) => !firstFiles.has(file)))
  const pages = ['register/register', 'declare/declare', 'project-details', 'personal-center'].map(
    (page) => `portal/${page}.tsx`,
  )
  // what both sides need is small: the form, the checks, the vocabulary
  for (const page of pages) {
    const shared = [...filesOf(page)].filter((file) => console.has(file))
    expect(kilobytes(shared)).toBeLessThanOrEqual(40)
  }
})
