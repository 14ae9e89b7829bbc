import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { pageBuild, rendererBuild } from '../page-builds.ts'
import { type Handler, isServerAddress, refuse } from './gateway.ts'

export interface BuiltPages {
  readonly handler: Handler
  readonly build: () => Promise<void>
}

export interface BuiltPagesOptions {
  /** The folder of the server's bundle. */
  readonly folder: string
  readonly gateway: Handler
  /** New pages are built; `publish` copies them to the server's folder, which the server reads at its start. */
  readonly onBuild: (milliseconds: number, publish: () => void) => void
  /** The build failed; the reason has been printed. */
  readonly onFailure: () => void
}

const quietly = (config: InlineConfig) => build({ ...config, logLevel: 'silent' })

/** The pages as in production: built, and served by the server. After a failed build, requests are answered with the reason. */
export const openBuiltPages = ({ folder, gateway, onBuild, onFailure }: BuiltPagesOptions): BuiltPages => {
  // React's production version, whatever the shell has set
  process.env.NODE_ENV = 'production'
  let failure: Error | null = null
  let count = 0
  const buildAll = async () => {
    const startTime = performance.now()
    const built = join(folder, `built-${++count}`)
    // keep the files of earlier builds: pages open in a browser still request them
    const publish = () => {
      cpSync(built, folder, { recursive: true })
      rmSync(built, { recursive: true })
    }
    try {
      await quietly(pageBuild(join(built, 'web')))
      await quietly(rendererBuild(join(built, 'render')))
      failure = null
      onBuild(performance.now() - startTime, publish)
    } catch (error) {
      failure = error as Error
      process.stderr.write(`\n${failure.message}\n`)
      onFailure()
    }
  }
  const handler: Handler = (request, response) =>
    failure && !isServerAddress(request.url ?? '/') ? refuse(response, failure.message) : gateway(request, response)
  return { handler, build: buildAll }
}
