import { readSourceFile, sourcePaths } from './source-files.ts'

/** Tests that read the sources themselves. They take a second, so they always run. */
const alwaysRun = [
  'tests/access-list.test.ts',
  'tests/access-source.test.ts',
  'tests/house.test.ts',
  'tests/routes.test.ts',
  'tests/log-texts.test.ts',
]

/** What tests depend on without an import: the pages they open, the processes they start. */
const implicitDependencies: readonly (readonly [tests: RegExp, files: RegExp])[] = [
  [/^tests\/browser\/portal\//, /^web\/(?!admin\/)/],
  [/^tests\/browser\/console\//, /^web\/(?!portal\/)/],
  [/^tests\/browser\/both\//, /^web\//],
  [/^tests\/(process\/|size)/, /^(server|contract|web)\//],
  [/^tests\/tools\//, /^(server|contract|tools)\//],
]

/** Files whose use is visible in imports. Other files, such as data files, are read without an import. */
const isCode = (path: string) => /\.(tsx?|css)$/.test(path) && /^(contract|server|web|tests)\//.test(path)
const isText = (path: string) => /\.(md|png|txt)$|^(LICENSE|NOTICE)$/.test(path)
const isTool = (path: string) => /^(bench|tools)\//.test(path)

export interface Affected {
  /** Paths for the test runner; empty if there is nothing to run. */
  readonly tests: readonly string[]
  readonly reason: string
}

/** The direct importers of each file. */
const importersOf = (): ReadonlyMap<string, readonly string[]> => {
  const importers = new Map<string, string[]>()
  for (const path of ['contract', 'server', 'web', 'tests'].flatMap(sourcePaths))
    for (const target of readSourceFile(path).imports) importers.set(target, [...(importers.get(target) ?? []), path])
  return importers
}

/** The files and all their importers, direct and indirect. */
const dependentsOf = (paths: readonly string[]): ReadonlySet<string> => {
  const importers = importersOf()
  const dependents = new Set<string>()
  const queue = [...paths]
  for (let path = queue.pop(); path; path = queue.pop()) {
    if (dependents.has(path)) continue
    dependents.add(path)
    queue.push(...(importers.get(path) ?? []))
  }
  return dependents
}

/** The tests that a change of these files can affect: by their imports, and by the pages and processes they open. */
export const affectedTests = (changedPaths: readonly string[]): Affected => {
  if (changedPaths.length === 0) return { tests: [], reason: 'nothing to run' }
  const [unknownPath] = changedPaths.filter((path) => !isCode(path) && !isText(path) && !isTool(path))
  if (unknownPath) return { tests: ['.'], reason: `all tests, since any of them may depend on ${unknownPath}` }
  const dependents = dependentsOf(changedPaths)
  const isAffected = (test: string) =>
    dependents.has(test) ||
    implicitDependencies.some(([tests, files]) => tests.test(test) && changedPaths.some((path) => files.test(path)))
  const testPaths = ['contract', 'server', 'web', 'tests']
    .flatMap(sourcePaths)
    .filter((path) => path.endsWith('.test.ts'))
  const tests = testPaths.filter((test) => alwaysRun.includes(test) || isAffected(test))
  return { tests, reason: `${tests.length} of ${testPaths.length} test files` }
}
