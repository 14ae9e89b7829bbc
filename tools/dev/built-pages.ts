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
  /** The pages are new; `publish` hands them to the server, which reads them at its start. */
  readonly onBuild: (milliseconds: number, publish: () => void) => void
  /** They do not build; why has been said. */
  readonly onFailure: () => void
}

const quietly = (config: InlineConfig) => build({ ...config, logLevel: 'silent' })

/** The pages as production has them: built, and served by the server. Those that do not build are answered with the reason. */
export const openBuiltPages = ({ folder, gateway, onBuild, onFailure }: BuiltPagesOptions): BuiltPages => {
  // React's production half, whatever the shell says
  process.env.NODE_ENV = 'production'
  let failure: Error | null = null
  let count = 0
  const buildAll = async () => {
    const startTime = performance.now()
    const built = join(folder, `built-${++count}`)
    // files of earlier builds stay: pages that are open in a browser still ask for them
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
