import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The register, by which the source of this program is recognised. */
const register = 'contract/index.ts'

const rootAbove = (directory: string): string | null => {
  if (existsSync(join(directory, register)) && existsSync(join(directory, 'package.json'))) return directory
  const parent = dirname(directory)
  return parent === directory ? null : rootAbove(parent)
}

/** The source of this program, if the server runs in it; null where only the built program is installed. */
export const sourceRoot = (): string | null => rootAbove(import.meta.dirname)

/** The text of a file of the source; null if there is none. */
export const readSourceFile = (root: string | null, path: string): string | null => {
  const file = root && join(root, path)
  return file && existsSync(file) ? readFileSync(file, 'utf8') : null
}
