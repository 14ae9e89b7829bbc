import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/**
 * Replaces each module named `*.data.ts` by the values of its exports when the pages are built. What such a module imports, such as the
 * declarations of all entities, is then not in the pages. Its exports are plain data.
 */
export const constantData = (): Plugin => ({
  name: 'constant-data',
  apply: 'build',
  async load(id) {
    if (!id.endsWith('.data.ts')) return null
    const { module, dependencies } = await runnerImport<Readonly<Record<string, unknown>>>(id, { configFile: false })
    for (const file of dependencies) this.addWatchFile(join(import.meta.dirname, '..', file))
    return Object.entries(module)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})
