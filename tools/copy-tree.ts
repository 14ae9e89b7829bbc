import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const sources = ['contract', 'server', 'web', 'tools', 'package.json', 'package-lock.json', 'vite.config.ts']

/** The packages one by one, so that what tools keep beside them is not shared with the working tree. */
const linkPackages = (to: string) => {
  mkdirSync(to)
  const names = readdirSync('node_modules').filter((name) => !/^\.(bin|cache|vite)/.test(name))
  for (const name of names) symlinkSync(resolve('node_modules', name), join(to, name))
}

/** A copy of the sources to change, with what else is named, and with a data directory of its own. */
export const copyTree = (more: readonly string[] = []) => {
  const home = mkdtempSync(join(tmpdir(), 'copy-'))
  // as root, the database runs as another user
  chmodSync(home, 0o755)
  const tree = join(home, 'tree')
  for (const source of [...sources, ...more]) cpSync(source, join(tree, source), { recursive: true })
  linkPackages(join(tree, 'node_modules'))
  return { tree, dataDir: join(home, 'data'), remove: () => rmSync(home, { recursive: true, force: true }) }
}
