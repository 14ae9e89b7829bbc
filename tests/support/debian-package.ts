import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** A Debian package and those that it needs and the machine lacks, unpacked. */
export interface UnpackedPackage {
  /** The folder in place of `/`. */
  readonly root: string
  /** Its folders of libraries, for LD_LIBRARY_PATH. */
  readonly libraryPath: string
}

const apt = (...args: string[]) =>
  execFileSync('apt-get', ['-qq', '-o', 'Debug::NoLocking=1', ...args], { stdio: 'pipe' })

/** Downloads the missing Debian packages and unpacks them into the cache, atomically and without installing. */
const unpack = (name: string, cache: string) => {
  const partial = `${cache}.${process.pid}`
  const archives = join(partial, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  const fetch = () =>
    apt('-y', '--no-install-recommends', '--download-only', '-o', `Dir::Cache::archives=${archives}`, 'install', name)
  try {
    fetch()
  } catch {
    // a new machine has no package lists yet
    apt('update')
    fetch()
  }
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb')))
    execFileSync('dpkg', ['-x', join(archives, file), join(partial, 'root')], { stdio: 'pipe' })
  try {
    renameSync(partial, cache)
  } catch (error) {
    // another test file was faster; what it has unpacked is in use
    rmSync(partial, { recursive: true, force: true })
    if (!existsSync(cache)) throw error
  }
}

const librariesIn = (root: string) =>
  readdirSync(join(root, 'usr/lib'))
    .filter((name) => name.includes('-linux-'))
    .map((name) => join(root, 'usr/lib', name))
    .join(':')

/** A package from the cache, fetched if it is not there. Throws a sentence that begins with `purpose` if it cannot be fetched. */
export const unpackDebianPackage = (name: string, purpose: string): UnpackedPackage => {
  const cache = resolve('node_modules/.cache', name)
  try {
    if (!existsSync(cache)) unpack(name, cache)
  } catch (cause) {
    throw new Error(`${purpose}, and the Debian package ${name} could not be fetched with apt-get.`, { cause })
  }
  const root = join(cache, 'root')
  return { root, libraryPath: librariesIn(root) }
}
