import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'

/** The project's own paths (#contract, #server) are not packages. */
const projectPaths: Plugin = {
  name: 'own paths',
  setup: (build) => build.onResolve({ filter: /^#/ }, ({ path }) => ({ path: join(process.cwd(), path.slice(1)) })),
}

/** The server as one file of a folder, and beside it the thread it reads workbooks in; its packages stay where they are. */
export const serverBundle = (folder: string) =>
  ({
    entryPoints: { main: 'server/main.ts', 'xlsx-worker': 'server/base/xlsx-worker.ts' },
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    plugins: [projectPaths],
  }) satisfies BuildOptions

/** What the server reads from beside its file, and where it lies in the sources. */
export const serverData = [
  ['server/migrations', 'migrations'],
  ['server/seed/data', 'data'],
] as const

export const copyServerData = (folder: string, shouldCopy: (path: string) => boolean = () => true): void => {
  for (const [from, to] of serverData) cpSync(from, join(folder, to), { recursive: true, filter: shouldCopy })
}
