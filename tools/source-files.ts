import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'

/** A source file: its path from the project's root, its text, and its imports (project paths and package names). */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly imports: readonly string[]
}

const withSlashes = (path: string) => path.split(sep).join('/')

/** Resolves an import to a project file or a package name. */
const targetOf = (from: string, specifier: string): string => {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return withSlashes(normalize(join(dirname(from), specifier)))
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export const readSourceFile = (path: string): SourceFile => {
  const text = readFileSync(path, 'utf8')
  const imports = [
    ...text.matchAll(/^(?:import|export)\b[^'"]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm),
  ]
  return { path, text, imports: imports.map((match) => targetOf(path, (match[1] ?? match[2] ?? match[3]) as string)) }
}

/** The TypeScript files below a folder. */
export const sourcePaths = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => withSlashes(join(entry.parentPath, entry.name)))
