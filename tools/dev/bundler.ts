import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildFailure, context, formatMessages } from 'esbuild'
import { copyServerData, serverBundle, serverData } from '../server-bundle.ts'

/** The bundled server of the current sources. */
export interface Bundle {
  /** Hash of the code, the migrations, the seed data and the texts. */
  readonly hash: string
  readonly write: () => void
}

export interface Bundler {
  /** Prints the errors of the sources, and rejects with them. */
  readonly build: () => Promise<Bundle>
  readonly close: () => Promise<void>
}

/** Ignores temporary files of editors, and empty files, since an editor creates a migration empty. */
const isData = (path: string) =>
  /\.(sql|json|xml|html|typ|conf|md)$/.test(path) && readFileSync(path, 'utf8').trim() !== ''

const hashOfData = () => {
  const hash = createHash('sha256')
  for (const [folder] of serverData)
    for (const path of readdirSync(folder).map((name) => join(folder, name)))
      if (isData(path)) hash.update(`${path}\n`).update(readFileSync(path))
  return hash.digest('hex')
}

const maxErrors = 10

/** Formats the first errors with their source lines, prints and returns them. */
const readableError = async (error: unknown): Promise<Error> => {
  const { errors = [] } = error as Partial<BuildFailure>
  const first = await formatMessages(errors.slice(0, maxErrors), { kind: 'error' })
  const message = first.join('\n').trim() || String(error)
  process.stderr.write(`\n${message}\n`)
  return new Error(message)
}

/** Bundles the server into a folder as `npm start` does; can be repeated. */
export const openBundler = async (folder: string): Promise<Bundler> => {
  const { entryPoints, ...options } = serverBundle(folder)
  // the commands of backups are not part of a server that is developed
  const { 'backup-command': _, ...ofServer } = entryPoints
  const bundler = await context({ ...options, entryPoints: ofServer, write: false, logLevel: 'silent' })
  const bundle = async (): Promise<Bundle> => {
    const { outputFiles } = await bundler.rebuild()
    const write = () => {
      for (const [, name] of serverData) rmSync(join(folder, name), { recursive: true, force: true })
      copyServerData(folder, (path) => statSync(path).isDirectory() || isData(path))
      for (const { path, contents } of outputFiles) writeFileSync(path, contents)
    }
    return { hash: [...outputFiles.map(({ hash }) => hash), hashOfData()].join(' '), write }
  }
  const build = () =>
    bundle().catch(async (error: unknown) => {
      throw await readableError(error)
    })
  return { build, close: () => bundler.dispose() }
}
