import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'

/** Resolves the project's own import paths (#contract, #server), which are not packages. */
const projectPaths: Plugin = {
  name: 'project paths',
  setup: (build) => build.onResolve({ filter: /^#/ }, ({ path }) => ({ path: join(process.cwd(), path.slice(1)) })),
}

/** esbuild options: the server as one file in a folder, with the commands of backups and the workers that read workbooks and set documents; packages stay in node_modules. */
export const serverBundle = (folder: string) =>
  ({
    entryPoints: {
      main: 'server/main.ts',
      'backup-command': 'server/backup-command.ts',
      'xlsx-worker': 'server/base/sheets/xlsx-worker.ts',
      'document-worker': 'server/base/documents/document-worker.ts',
    },
    outdir: folder,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: true,
    // a process with source maps keeps their text, and only lines and names are printed
    sourcesContent: false,
    plugins: [projectPaths],
  }) satisfies BuildOptions

/** Folders that the server reads at run time: source path, name next to the bundle. */
export const serverData = [
  ['server/migrations', 'migrations'],
  ['server/seed/data', 'data'],
  ['server/seed/processes', 'processes'],
  ['server/flow/samples', 'samples'],
  ['server/news/statements', 'statements'],
  ['server/project/notice/notices', 'notices'],
  ['server/documents', 'documents'],
  ['docs/guides', 'guides'],
] as const

export const copyServerData = (folder: string, shouldCopy: (path: string) => boolean = () => true): void => {
  for (const [from, to] of serverData) cpSync(from, join(folder, to), { recursive: true, filter: shouldCopy })
}
