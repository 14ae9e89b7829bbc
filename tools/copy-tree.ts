import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const sources = ['contract', 'server', 'web', 'tools', 'package.json', 'package-lock.json', 'vite.config.ts']

/** Links the packages one by one, so that the caches of tools in node_modules are not shared with the working tree. */
const linkPackages = (to: string) => {
  mkdirSync(to)
  const names = readdirSync('node_modules').filter((name) => !/^\.(bin|cache|vite)/.test(name))
  for (const name of names) symlinkSync(resolve('node_modules', name), join(to, name))
}

/** A copy of the sources and of `more` that can be changed, with its own data directory. */
export const copyTree = (more: readonly string[] = []) => {
  const home = mkdtempSync(join(tmpdir(), 'copy-'))
  // PostgreSQL runs as another user if this process is root
  chmodSync(home, 0o755)
  const tree = join(home, 'tree')
  for (const source of [...sources, ...more]) cpSync(source, join(tree, source), { recursive: true })
  linkPackages(join(tree, 'node_modules'))
  return { tree, dataDir: join(home, 'data'), remove: () => rmSync(home, { recursive: true, force: true }) }
}
