import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Reports every change below some folders. One watcher per folder: with `recursive`, Node on Linux reports no further change of
 * a file that an editor has replaced.
 */
export const watchFolders = (
  roots: readonly string[],
  isSource: (path: string) => boolean,
  onChange: (path: string) => void,
): (() => void) => {
  const watchers = new Map<string, FSWatcher>()
  const remove = (folder: string) => {
    for (const [path, watcher] of watchers)
      if (path === folder || path.startsWith(folder + sep)) {
        watcher.close()
        watchers.delete(path)
      }
  }
  const add = (folder: string) => {
    try {
      const watcher = watch(folder, (_event, name) => name && check(join(folder, name)))
      // some systems report a removed folder as an error
      watcher.on('error', () => remove(folder))
      watchers.set(folder, watcher)
      for (const entry of readdirSync(folder, { withFileTypes: true }))
        if (entry.isDirectory()) add(join(folder, entry.name))
    } catch (error) {
      // the folder was removed meanwhile, which the watcher of its parent reports
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  const check = (path: string) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
    const wasFolder = watchers.has(path)
    if (wasFolder) remove(path)
    if (isFolder) add(path)
    if (isFolder || wasFolder || isSource(path)) onChange(path)
  }
  for (const root of roots) add(root)
  return () => roots.forEach(remove)
}
